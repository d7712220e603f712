export {
  type Found,
  fillWaits,
  foundOf,
  idsOf,
  keptCountsSql,
  repairWaits,
  type ShownCounter,
  waitsAreFound,
  waitsChange,
} from './changes.ts'
export { insertWaits, type WaitDifference, type WaitingOf } from './keep.ts'
export { countsNowSql } from './now.ts'
