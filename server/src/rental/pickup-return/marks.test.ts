import { contract } from '@cheyi/contract/index'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { beforeAll, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { books } from '../../testing/world/bookings.ts'
import { confirmed, handOut, pictures, sendConfirm, signPaper } from '../../testing/world/handover.ts'
import { clerk, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

/* Damage found at a return: marked, photographed and charged by one save of the record. */

sharedMerchant({ cars: 3 })
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-24T10:00') }
const type = handoverType.return
beforeAll(async () => {})

const { returnVehicle, task } = contract.pickupReturn
const scratch = { markId: 'm1', part: 'leftFrontDoor', kind: 1 as const, x: 0.3, y: 0.8, isNew: true }
const charges = (orderId: string) => t.call(contract.expense.list, { orderId, type }, clerk())
const version = async (orderId: string) => (await t.call(task, { orderId, type }, clerk())).record?.version
const save = async (orderId: string, damageMarks: object[], more: object = {}, who = clerk()) =>
  t.send(
    returnVehicle,
    { orderId, draft: true, version: await version(orderId), damageMarks: damageMarks as never, ...more },
    who,
  )

describe('a mark that is charged', () => {
  it('satisfies the guard, stands on the bill with its picture, and goes with its mark', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(trip.returnAt)
    const photos = await pictures(t, w, type)
    const photoIds = await uploadPhotos(t, 'return', 1, w.tokens.owner)
    const readings = { at: trip.returnAt, mileageKm: 10_050, fuelEighths: 8 }
    const whole = { ...readings, photos, draft: false }
    const owner = { token: w.tokens.owner }
    const bare = await save(orderId, [{ ...scratch, photoIds }], whole, owner)
    expect(bare).toMatchObject({ success: true, data: { blocking: [{ code: 'damage' }, { code: 'agreement' }] } })

    const charged = [{ ...scratch, photoIds, amount: 40_000 }]
    const saved = await save(orderId, charged)
    expect(saved.data).toMatchObject({
      blocking: [{ code: 'agreement' }],
      record: { damageMarks: [{ amount: 40_000 }] },
    })
    const [row, ...others] = await charges(orderId)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      code: expenseCode.damage,
      amount: 40_000,
      remark: '左前门划痕',
      markId: 'm1',
      photos: [{ mediaId: photoIds[0] }],
    })
    // Saved again it is the same charge; other charges beside it leave it alone.
    await save(orderId, charged)
    await t.call(
      contract.expense.saveAll,
      { orderId, type, items: [{ code: expenseCode.cleaning, amount: 100 }] },
      clerk(),
    )
    await t.call(contract.expense.saveAll, { orderId, type, items: [] }, clerk())
    expect(await charges(orderId)).toMatchObject([{ id: row!.id }])
    await save(orderId, [{ ...charged[0], amount: 30_000, reason: '老客户' }])
    expect(await charges(orderId)).toMatchObject([{ amount: 30_000, remark: '左前门划痕，老客户' }])
    // Undone with its mark, and made again.
    await save(orderId, [])
    expect(await charges(orderId)).toEqual([])
    expect(await save(orderId, charged, {}, owner)).toMatchObject({ success: true })

    const { record } = await t.call(task, { orderId, type }, clerk())
    await signPaper(t, w, orderId, type, record!.recordId)
    await confirmed(sendConfirm(t, w, { orderId, type, expectAmount: 40_000, settle: 3 }))
    expect(await books(t, orderId)).toMatchObject({ deposit_liability_rental: -260_000, service_income: -48_500 })
    const bill = await t.call(contract.expense.bill, { orderId }, owner)
    const line = bill.groups.flatMap(({ lines }) => lines).find(({ name }) => name === '车损')
    expect(line).toMatchObject({ amount: 40_000, note: '左前门划痕', voucherIds: [photoIds[0]], by: '测试owner' })
    const { vouchers } = await t.call(
      contract.driver.certificates,
      { orderId, kind: 'vouchers' },
      { token: w.tokens.owner },
    )
    expect(vouchers).toContainEqual(
      expect.objectContaining({ media: expect.objectContaining({ mediaId: photoIds[0] }) }),
    )
  })

  it('wants the key to charge, to change the sum and to let go; words and pictures are anybody’s', async () => {
    const { orderId } = await handOut(t, w, {
      trip: { pickupAt: at('11-26T10:00'), returnAt: at('11-27T10:00') },
      form: { vehicleId: w.vehicles.lavida[1]!.id },
    })
    t.clock.set(at('11-27T10:00'))
    // 137 is damage.create.
    await t.root.query(
      `update role set menu_ids = array_remove(menu_ids, 137) where merchant_id = $1 and letter = 'V'`,
      [w.merchantId],
    )
    const fleet = { token: w.tokens.fleet }
    const charged = [{ ...scratch, amount: 40_000 }]
    expect(await save(orderId, charged, {}, fleet)).toMatchObject({ errorCode: -3 })
    expect(await charges(orderId)).toEqual([])
    await save(orderId, charged)
    expect(await save(orderId, [], {}, fleet)).toMatchObject({ errorCode: -3 })
    expect(await save(orderId, [{ ...charged[0], amount: 100 }], {}, fleet)).toMatchObject({ errorCode: -3 })
    expect(await save(orderId, [{ ...charged[0], reason: '已拍照' }], {}, fleet)).toMatchObject({ success: true })
    expect(await charges(orderId)).toMatchObject([{ amount: 40_000, remark: '左前门划痕，已拍照' }])
  })

  it('is a new one of a return', async () => {
    const { orderId } = await handOut(t, w, {
      trip: { pickupAt: at('11-28T10:00'), returnAt: at('11-29T10:00') },
      form: { vehicleId: w.vehicles.lavida[2]!.id },
    })
    const old = await save(orderId, [{ ...scratch, isNew: false, amount: 40_000 }])
    expect(old).toMatchObject({ errorCode: -2, data: { field: 'damageMarks.0.amount' } })
    expect(await save(orderId, [{ ...scratch, amount: 0 }])).toMatchObject({ errorCode: -2 })
  })
})

describe('the price list of damage', () => {
  const { damagePrices, saveDamagePrice } = contract.terms
  const door = async () => (await t.call(damagePrices, {}, clerk())).find(({ family }) => family === 'door')!

  it('is the product’s own until somebody changes a part, and tells two who change it at once', async () => {
    expect(await door()).toMatchObject({ scratch: 40_000, stain: null, version: 1 })
    const input = { family: 'door', version: 1, scratch: 45_000, dent: 60_000 } as const
    const both = await Promise.all([t.send(saveDamagePrice, input, owner()), t.send(saveDamagePrice, input, owner())])
    expect(both.map(({ errorCode }) => errorCode).toSorted()).toEqual([-5, 0])
    expect(await door()).toMatchObject({ scratch: 45_000, dent: 60_000, paint: null, version: 2 })
    expect(both.find(({ success }) => !success)).toMatchObject({
      data: { current: { scratch: 45_000 }, by: '测试owner' },
    })
    expect(await t.send(saveDamagePrice, { ...input, version: 2 }, clerk())).toMatchObject({ errorCode: -3 })
    expect(await t.send(saveDamagePrice, { ...input, version: 2, scratch: 0 }, owner())).toMatchObject({
      errorCode: -2,
      data: { field: 'scratch' },
    })
  })
})
