/*
 * What other features may write about a car: readings of a handover, and the place of the car afterwards.
 */

export {
  type CareRow,
  careDueSql,
  careFactsSql,
  careOf,
  nextCareOnSql,
  noteCareTold,
  writeCare,
} from './care.ts'
export { bringVehicle, loseVehicle, restorePlace, restoreReadings, writeReadings } from './handover.ts'
export { ownershipHeldBy } from './ownership.ts'
