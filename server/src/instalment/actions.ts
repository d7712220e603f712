export {
  appendRows,
  dropRows,
  dueOfRow,
  endPlan,
  insertPlan,
  newPlan,
  openPlan,
  planRowsOf,
  planToRenew,
  refreshPlan,
  refuseEnded,
  terminatePlan,
} from './plan.ts'
