/*
 * What other rooms may write of a car: what a handover leaves on it, and where it stands afterwards.
 */

export { bringVehicle, loseVehicle, restorePlace, restoreReadings, writeReadings } from './handover.ts'
