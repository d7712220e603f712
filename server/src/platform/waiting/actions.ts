export { fillWaits, idsOf, keptCountsSql, repairWaits, waitsAreFound, waitsChange } from './changes.ts'
export { insertWaits, type WaitDifference, type WaitingOf } from './keep.ts'
export { countsNowSql } from './now.ts'
