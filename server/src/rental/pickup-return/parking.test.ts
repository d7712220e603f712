import { contract } from '@cheyi/contract/index'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import {
  bookArranged,
  confirmed,
  handOut,
  pictures,
  saveRecord,
  sendConfirm,
  signPaper,
  swapOf,
} from '../../testing/world/handover.ts'
import { car, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'

ownMerchant()

/* Where a car stands is known from its return to its next pickup. */

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const parked = async (vehicleId: string) =>
  (await t.call(contract.inventory.detail, { vehicleId }, owner())).parkingNote
const park = (vehicleId: string, place: string) =>
  t.root.query('update vehicle set parking_note = $2 where id = $1', [vehicleId, place])

it('a car that leaves stands nowhere any more, and where its return says afterwards', async () => {
  await park(car(0).id, 'A区 15号')
  const { orderId } = await handOut(t, w, { trip })
  expect(await parked(car(0).id)).toBe('')
  t.clock.set(trip.returnAt)
  const type = handoverType.return
  const { record } = await saveRecord(t, w, orderId, type, { mileageKm: 10_100, parkingNote: 'B2-117' })
  expect(record.parkingNote).toBe('B2-117')
  await signPaper(t, w, orderId, type, record.recordId)
  // It is there once it is back, and not while somebody is still typing.
  expect(await parked(car(0).id)).toBe('')
  await confirmed(sendConfirm(t, w, { orderId, type }))
  expect(await parked(car(0).id)).toBe('B2-117')
})

it('is shown as it was photographed, on the page of the car and to who fetches it next, until it goes or is moved', async () => {
  await world(1)
  const { orderId } = await handOut(t, w, { trip })
  t.clock.set(trip.returnAt)
  const type = handoverType.return
  const [mediaId] = await uploadPhotos(t, 'return', 1, w.tokens.owner)
  const photos = [...(await pictures(t, w, type)), { slot: 'parking' as const, mediaId: mediaId! }]
  const { record } = await saveRecord(t, w, orderId, type, { mileageKm: 10_100, parkingNote: 'B2-117', photos })
  await signPaper(t, w, orderId, type, record.recordId)
  await confirmed(sendConfirm(t, w, { orderId, type }))
  const shown = async () =>
    (await t.call(contract.inventory.detail, { vehicleId: car(0).id }, owner())).parkingPhoto?.mediaId
  expect(await shown()).toBe(mediaId)

  const next = await bookArranged(t, w, { trip: { pickupAt: at('11-26T10:00'), returnAt: at('11-27T10:00') } })
  const task = { orderId: next.orderId, type: handoverType.pickup }
  const fetched = await t.call(contract.pickupReturn.task, task, owner())
  expect(fetched).toMatchObject({ vehicle: { parkingNote: 'B2-117' }, parkingPhoto: { mediaId } })
  // Somebody drove it to another place.
  const { vehicleId, plate, vin, modelId, homeStoreId, odometerKm, version } = await t.call(
    contract.inventory.detail,
    { vehicleId: car(0).id },
    owner(),
  )
  const moved = { vehicleId, plate, vin, modelId, homeStoreId, odometerKm, version, parkingNote: 'A区 3号' }
  await t.call(contract.inventory.save, moved, owner())
  expect(await shown()).toBeUndefined()
})

it('of two cars of a swap neither shows where it stood before', async () => {
  await world(2)
  await park(car(0).id, 'A区 15号')
  await park(car(1).id, 'A区 16号')
  const { orderId } = await handOut(t, w, { trip })
  t.clock.set(trip.pickupAt + HOUR)
  const swap = await swapOf(t, w, { old: 10_050, new: 10_000 })
  await t.call(contract.arrange.plan, { orderId, vehicleId: car(1).id, swap: swap as never }, owner())
  expect(await Promise.all([car(0), car(1)].map(({ id }) => parked(id)))).toEqual(['', ''])
})
