import './claim.ts'

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
  planRowsOf,
  planToRenew,
  refreshPlan,
  replan,
  requireReplannable,
  terminatePlan,
} from './plan.ts'
