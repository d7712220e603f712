import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, books, giveBack, pickUp } from '../../testing/world/bookings.ts'
import { clerk, manager, other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant({ cars: 30, other: true })
afterEach(() => t.clock.set(TEST_NOW))

const { saveAll, list, bill } = contract.expense
const { pickup, return: back } = handoverType

/** Saturday to Sunday: 260.00 of rent. */
const trip = {
  pickupAt: Date.parse('2026-11-21T10:00:00+08:00'),
  returnAt: Date.parse('2026-11-22T10:00:00+08:00'),
}

/** An order with its car, as it stands before the pickup. */
async function arranged(): Promise<string> {
  const { orderId } = await book(t, w, { trip })
  await t.root.query('update "order" set status = $2 where id = $1', [orderId, orderStatus.arranged])
  return orderId
}
const cleaning = { code: expenseCode.cleaning, amount: 5000 }
const tolls = { code: expenseCode.toll, qty: 3, unitPrice: 2500, amount: 7500 }

describe('charges of a handover', () => {
  it('are saved as a set: what is left out is gone, what stays is seen by the next', async () => {
    const orderId = await arranged()
    const photoIds = await uploadPhotos(t, 'expense', 1, w.tokens.clerk)
    const first = await t.call(
      saveAll,
      { orderId, type: pickup, items: [{ ...cleaning, photoIds, remark: '后排' }, tolls] },
      clerk(),
    )
    expect(first).toMatchObject([
      {
        code: 5,
        name: '清洁费',
        qty: 1,
        unitPrice: 5000,
        amount: 5000,
        auto: false,
        formula: '',
        remark: '后排',
        status: 0,
      },
      { code: 9, name: '过路费', qty: 3, unitPrice: 2500, amount: 7500, formula: '3 × ¥25.00', status: 0 },
    ])
    expect(first[0]!.photos).toMatchObject([{ mediaId: photoIds[0] }])
    // Saved again with the same photo: a new row, the same file.
    const second = await t.call(
      saveAll,
      { orderId, type: pickup, items: [{ ...cleaning, id: first[0]!.id, photoIds }] },
      clerk(),
    )
    expect(second).toHaveLength(1)
    expect(await t.call(list, { orderId, type: pickup }, clerk())).toEqual(second)
    // Whoever still looks at the first list is told.
    const stale = { orderId, type: pickup, items: [{ ...tolls, id: first[1]!.id }] }
    expect(await t.send(saveAll, stale, clerk())).toMatchObject({ errorCode: -5 })
    expect(await t.call(saveAll, { orderId, type: pickup, items: [] }, clerk())).toEqual([])
    expect(await t.call(list, { orderId }, clerk())).toEqual([])
    const { rows } = await t.root.query('select linked_at from media where id = $1', [photoIds[0]])
    expect(rows[0].linkedAt).toBeNull()
  })

  it('enter the books with the handover, once, and are settled then', async () => {
    const orderId = await arranged()
    await t.call(saveAll, { orderId, type: pickup, items: [cleaning, tolls] }, clerk())
    expect((await books(t, orderId)).service_income).toBeUndefined()
    await pickUp(t, w, orderId)
    expect(await books(t, orderId)).toMatchObject({ service_income: -12500 })
    const again = await t.send(saveAll, { orderId, type: pickup, items: [] }, clerk())
    expect(again).toMatchObject({ errorCode: 5201 })

    await t.call(saveAll, { orderId, type: back, items: [{ ...cleaning, amount: 30000 }] }, clerk())
    await giveBack(t, w, orderId)
    const settled = await t.send(saveAll, { orderId, type: back, items: [] }, clerk())
    expect(settled).toMatchObject({ errorCode: 5201 })

    // Each line says who charged it and when: the rent whoever booked.
    const { groups } = await t.call(bill, { orderId }, clerk())
    const charged = groups.find(({ group }) => group === 'handover')!.lines
    expect(charged).toMatchObject([
      { by: '测试clerk', at: expect.any(Number), voucherIds: [] },
      { by: '测试clerk' },
      { by: '测试clerk' },
    ])
    const [rent] = groups.find(({ group }) => group === 'rent')!.lines
    expect(rent).toMatchObject({ by: '测试owner', at: expect.any(Number) })

    // Money pays the order first, then its charges in their order.
    const statuses = async () => (await t.call(list, { orderId }, clerk())).map((item) => item.status)
    const { owed } = await t.call(bill, { orderId }, clerk())
    expect(owed).toBe(34500 + 12500 + 30000)
    const collect = (amount: number) =>
      t.call(contract.payment.collect, { orderId, payKind: payKind.settlement, amount, payWay: payWay.cash }, clerk())
    expect(await statuses()).toEqual([0, 0, 0])
    await collect(34500 + 5000)
    expect(await statuses()).toEqual([1, 0, 0])
    await collect(7500)
    expect(await statuses()).toEqual([1, 1, 0])
    await collect(30000)
    expect(await statuses()).toEqual([1, 1, 1])
  })

  it.each([
    ['a sum that is none', { ...tolls, amount: 7501 }, 'amount'],
    ['other without a word', { code: expenseCode.other, amount: 100 }, 'remark'],
    ['a negative amount', { ...cleaning, amount: -1 }, 'items.0.amount'],
    ['an unknown kind', { code: 99, amount: 1 }, 'items.0.code'],
  ])('refuse %s', async (_, item, field) => {
    const orderId = await arranged()
    const answer = await t.send(saveAll, { orderId, type: pickup, items: [item] }, clerk())
    expect(answer).toMatchObject({ errorCode: -2, data: { field } })
    expect(await t.call(list, { orderId }, clerk())).toEqual([])
  })

  it('refuse the wrong moment, foreign orders and files, and roles without the key', async () => {
    const orderId = await arranged()
    const input = { orderId, type: pickup, items: [cleaning] }
    expect(await t.send(saveAll, { ...input, type: back }, clerk())).toMatchObject({ errorCode: 2001 })
    expect(await t.send(saveAll, input, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(list, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(bill, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(saveAll, input, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    const strange = { ...input, items: [{ ...cleaning, photoIds: ['1'] }] }
    expect(await t.send(saveAll, strange, clerk())).toMatchObject({ errorCode: -4 })
    const early = await book(t, w, { trip })
    expect(await t.send(saveAll, { ...input, orderId: early.orderId }, clerk())).toMatchObject({ errorCode: 2001 })
  })
})

describe('a computed charge', () => {
  /** Three hours and twenty minutes late: four hours over at 43.33. */
  const lateFee = 4 * 4333

  async function late(): Promise<string> {
    const orderId = await arranged()
    await pickUp(t, w, orderId)
    const at = trip.returnAt + 3 * HOUR + 20 * MINUTE
    t.clock.set(at)
    await t.call(contract.pickupReturn.returnVehicle, { orderId, draft: true, at, mileageKm: 10100 }, clerk())
    return orderId
  }
  const preview = async (orderId: string) =>
    t.call(
      contract.pickupReturn.settlement,
      { orderId, actualReturnAt: trip.returnAt + 3 * HOUR + 20 * MINUTE, mileageKm: 10100 },
      clerk(),
    )
  const fee = { code: expenseCode.overHours, amount: lateFee }
  const save = (orderId: string, items: readonly object[], who = manager()) =>
    t.send(saveAll, { orderId, type: back, items }, who)

  it('is lowered by whoever may, with a reason, and never raised', async () => {
    const orderId = await late()
    expect((await preview(orderId)).items).toMatchObject([
      { code: 1, amount: lateFee, auto: true, autoAmount: lateFee },
    ])
    const lower = { ...fee, amount: 10000 }
    expect(await save(orderId, [lower])).toMatchObject({ errorCode: 5202 })
    const told = { ...lower, remark: '堵车' }
    expect(await save(orderId, [told], clerk())).toMatchObject({ errorCode: -3 })
    expect(await save(orderId, [{ ...told, amount: lateFee + 1 }])).toMatchObject({ errorCode: -2 })
    expect(await save(orderId, [fee, fee])).toMatchObject({ errorCode: -2, data: { field: 'items' } })

    const saved = await save(orderId, [told, cleaning])
    expect(saved).toMatchObject({
      success: true,
      data: [
        { code: 1, amount: 10000, auto: true, autoAmount: lateFee, remark: '堵车' },
        { code: 5, amount: 5000, auto: false },
      ],
    })
    const seen = await preview(orderId)
    expect(seen.items.map((item) => [item.code, item.amount])).toEqual([
      [1, 10000],
      [5, 5000],
    ])
    expect(seen.charges).toBe(15000)
    const { rows } = await t.root.query(
      `select detail from order_log where order_id = $1 and action = 'addReturnExpense'`,
      [orderId],
    )
    expect(rows).toEqual([{ detail: { amount: 10000 - lateFee, reason: '堵车' } }])
  })

  it('is not stored while it stands as computed, and can be let off altogether', async () => {
    const orderId = await late()
    expect(await save(orderId, [fee, cleaning], clerk())).toMatchObject({ data: [{ code: 5 }] })
    expect((await preview(orderId)).charges).toBe(lateFee + 5000)
    const free = await save(orderId, [{ ...fee, amount: 0, remark: '老客户' }])
    expect(free).toMatchObject({ data: [{ amount: 0, status: 2 }] })
    expect((await preview(orderId)).charges).toBe(0)
  })
})

it('issues a fixed number of statements', async () => {
  const orderId = await arranged()
  await t.call(saveAll, { orderId, type: pickup, items: [cleaning] }, clerk())
  const one = t.calls.at(-1)!.queries
  await t.call(saveAll, { orderId, type: pickup, items: Array.from({ length: 20 }, () => tolls) }, clerk())
  expect(t.calls.at(-1)!.queries).toBeLessThanOrEqual(one + 1)
  expect(one).toBeLessThanOrEqual(8)
  await t.call(list, { orderId }, clerk())
  expect(t.calls.at(-1)!.queries).toBeLessThanOrEqual(3)
})
