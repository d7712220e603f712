export {
  type Found,
  fillPendingWork,
  finderOf,
  idsOf,
  keptCountsSql,
  pendingWorkChanges,
  registerPendingWork,
  repairPendingWork,
  type ShownCounter,
} from './changes.ts'
export { insertPendingWork, type PendingDifference, type WaitingOf } from './keep.ts'
export { countsNowSql } from './now.ts'
