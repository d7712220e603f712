import { contract } from '@cheyi/contract/index'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { confirmed, handOut, saveRecord, sendConfirm, signPaper } from '../../testing/world/handover.ts'
import { car, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant()

/* What a return charged for damage is known to whoever opens the order or the car: nobody asks for it again. */

it('damage that a return charged stands on the order and on the car', async () => {
  const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
  const { orderId } = await handOut(t, w, { trip })
  t.clock.set(trip.returnAt)
  const type = handoverType.return
  const mark = {
    markId: 'm1',
    part: 'roof',
    kind: 1 as const,
    x: 0.5,
    y: 0.5,
    isNew: true,
    reason: '',
    amount: 30_000,
    photoIds: [],
  }
  const { record } = await saveRecord(t, w, orderId, type, { mileageKm: 10_100, damageMarks: [mark] })
  const detail = () => t.call(contract.order.detail, { orderId }, owner())
  // Not before the return is confirmed: it may still be let off.
  expect((await detail()).chargedDamage).toBe(0)
  await signPaper(t, w, orderId, type, record.recordId)
  await confirmed(sendConfirm(t, w, { orderId, type, expectAmount: 30_000, settle: 2, payWay: payWay.cash }))
  expect(await detail()).toMatchObject({ chargedDamage: 30_000, counts: { damage: 0 } })
  const { damages } = await t.call(contract.inventory.detail, { vehicleId: car(0).id }, owner())
  expect(damages).toEqual([
    { part: 'roof', kind: 1, charged: 30_000, status: null, orderId, orderKind: 1, at: trip.returnAt },
  ])
})
