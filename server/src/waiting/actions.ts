export { fillWaits, idsOf, repairWaits, waitsAreFound, waitsChange, waitsOfNew } from './changes.ts'
export type { WaitDifference, WaitingOf } from './keep.ts'
export { countsNowSql } from './now.ts'
