/*
 * What other features may write about a car: readings of a handover, and the place of the car afterwards.
 */

import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { recordsAreNamed } from '../../platform/audit/actions.ts'
import { setupCounts } from '../../platform/merchant/actions.ts'
import { registerHomeCars, storeBusiness } from '../../platform/store/actions.ts'

export { type BrokenPart, registerBrokenParts } from './broken.ts'
export {
  type CareRow,
  careDueSql,
  careFactsSql,
  careOf,
  type Driven,
  nextCareOnSql,
  noteCareTold,
  writeCare,
  writeDriven,
} from './care.ts'
export { bringVehicle, loseVehicle, restorePlace, restoreReadings, writeReadings } from './handover.ts'
export {
  type AskedNames,
  type Chosen,
  choicesOfNames,
  chosenNames,
  namedRecords,
  requireOwnNames,
} from './import/names.ts'
export { joinCarSql } from './join-car.ts'
export { ownershipHeldBy } from './ownership.ts'

setupCounts.register('vehicle', `select count(*) from vehicle where lifecycle = ${lifecycle.inService}`)
setupCounts.register('fleet', `select count(*) from vehicle where lifecycle <> ${lifecycle.disposed}`)
registerHomeCars(
  `select home_store_id as store_id, count(*)::int as count from vehicle where lifecycle <> ${lifecycle.disposed} group by home_store_id`,
)
// Cars at home or present there.
storeBusiness.register(
  'vehicles',
  `select count(*) from vehicle v
    where (home_store_id = $1 or current_store_id = $1 or exists (select from pool_delta d
      where d.store_id = $1 and d.vehicle_id = v.id and d.delta > 0 and not d.consumed)) and lifecycle <> ${lifecycle.disposed}`,
)

recordsAreNamed<string>('vehicle', {
  sql: (id) => `(select to_json(n.plate) from vehicle n where n.merchant_id = merchant() and n.id = ${id})`,
  text: displayPlate,
})
