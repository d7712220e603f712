/*
 * What other rooms may write of a car: what a handover leaves on it, and where it stands afterwards.
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
