/*
 * What other features may write about a car: readings of a handover, and the place of the car afterwards.
 */

import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { recordsAreNamed } from '../../platform/audit/actions.ts'
import { setupCounts } from '../../platform/merchant/actions.ts'

export { type BrokenPart, registerBrokenParts } from './broken.ts'
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

setupCounts.register('vehicle', `select count(*) from vehicle where lifecycle = ${lifecycle.inService}`)
setupCounts.register('fleet', `select count(*) from vehicle where lifecycle <> ${lifecycle.disposed}`)

recordsAreNamed<string>('vehicle', {
  sql: (id) => `(select to_json(n.plate) from vehicle n where n.merchant_id = merchant() and n.id = ${id})`,
  text: displayPlate,
})
