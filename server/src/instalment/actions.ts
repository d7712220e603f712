export {
  appendRows,
  dropFees,
  dropRows,
  dueOfRow,
  endPlan,
  insertPlan,
  newPlan,
  openPlan,
  planRowsOf,
  planToRenew,
  refreshPlan,
  terminatePlan,
} from './plan.ts'
