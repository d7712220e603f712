import { registerPlans } from '../../money/payment/actions.ts'
import './claim.ts'
import { planRowsOf, refreshPlan } from './plan.ts'

export {
  appendRows,
  billedOf,
  billRest,
  dropFees,
  dropRows,
  endPlan,
  insertPlan,
  newPlan,
  openPlan,
  planToRenew,
  replan,
  requireReplannable,
  terminatePlan,
} from './plan.ts'

registerPlans({ refresh: refreshPlan, rowsOf: planRowsOf })
