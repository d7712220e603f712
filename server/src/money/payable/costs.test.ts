import { contract } from '@cheyi/contract/index'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { costOrigin, payableState, payeeKind } from '@cheyi/domain/money/payable/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { afterEach, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { booksAgree, moneyFaults } from '../../testing/world/bookings.ts'
import { car, finance, owner, ownMerchant, t } from '../../testing/world/merchant.ts'

/* Bills about costs of cars: tickets of a garage and months of a plan, and what is booked of them when a month is closed. */

const { payable, closing, ticket, cost } = contract
ownMerchant({ cars: 3, now: at('11-20T10:00') })
afterEach(() => booksAgree(t))

async function ticketOf(garageName: string, amounts: readonly number[], vehicleId = car(0).id) {
  const { garageId } = await t.call(ticket.garageCreate, { name: garageName }, owner())
  const plan = { planStart: at('11-21T10:00'), planEnd: at('11-22T10:00') }
  const { ticketId } = await t.call(
    ticket.maintenanceCreate,
    { vehicleId, type: 2, items: '换保险杠', garageId, ...plan },
    owner(),
  )
  await costs(ticketId, amounts)
  return ticketId
}
async function costs(ticketId: string, amounts: readonly number[], on = '2026-11-19') {
  const { version } = (await t.root.query('select version from ticket where id = $1', [ticketId])).rows[0]
  const entries = amounts.map((amount) => ({ item: '配件', amount, payer: 1 as const, on }))
  await t.call(ticket.maintenanceHandle, { ticketId, version, action: 'cost', costs: entries }, owner())
}
const addPayee = async (name: string, kind: number = payeeKind.garage) =>
  (await t.call(payable.payeeAdd, { kind, name } as never, finance())).payeeId
const listed = async () => (await t.call(payable.unbilledCosts, {}, finance())).list
const billOf = async (payeeId: string, costsOf: Awaited<ReturnType<typeof listed>>, more = {}) =>
  t.send(
    payable.billCosts,
    {
      payeeId,
      costs: costsOf.map(({ origin, refId, amount }) => ({ origin, refId, amount })),
      what: '维修',
      billedOn: '2026-11-20',
      ...more,
    },
    finance(),
  )
const closings = async (month: string) => {
  const { list } = await t.call(closing.balance, { month }, finance())
  const of = (name: string) => list.find((one) => one.account === name)?.closing ?? 0
  return [of(account.payable), of(account.carCost)]
}
const close = (month: string, on: string) => {
  t.clock.set(at(on))
  return t.call(closing.close, { month }, owner())
}

it('are listed with the garage as its payee, billed once, and again once the bill is cancelled', async () => {
  const ticketId = await ticketOf('达安汽修', [30_000, 14_500])
  const payeeId = await addPayee('达安汽修')
  const found = await listed()
  expect(found).toMatchObject([
    { origin: costOrigin.ticket, refId: ticketId, amount: 44_500, payeeId, plate: car(0).plate },
  ])
  expect(await billOf(payeeId, [{ ...found[0]!, amount: 44_499 }])).toMatchObject({ errorCode: -5 })
  const answers = await Promise.all([1, 2].map(() => billOf(payeeId, found)))
  expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([-5, 0])
  const { billId } = answers.find(({ success }) => success)!.data as { billId: string }
  expect(await t.call(payable.bill, { billId }, finance())).toMatchObject({
    ...{ amount: 44_500, lines: [{ refId: ticketId, amount: 44_500 }] },
  })
  expect(await listed()).toEqual([])
  // What the garage asks in addition is a cost of its own.
  await costs(ticketId, [30_000, 14_500, 2_000])
  expect(await listed()).toMatchObject([{ refId: ticketId, amount: 2_000 }])
  await t.call(payable.billCancel, { billId, version: 1, reason: '金额有误' }, finance())
  expect(await listed()).toMatchObject([{ refId: ticketId, amount: 46_500 }])
})

it('of a plan are billed by whoever billed it before', async () => {
  await t.call(
    cost.planAdd,
    { vehicleId: car(0).id, kind: costKind.finance, from: '2026-10-01', months: 6, fen: 250_000, note: '车贷' },
    owner(),
  )
  const payeeId = await addPayee('某某金融', payeeKind.lender)
  const months = await listed()
  expect(months.map(({ on, payeeId: guessed }) => [on, guessed])).toEqual([
    ['2026-10-01', null],
    ['2026-11-01', null],
    ['2026-12-01', null],
  ])
  expect((await billOf(payeeId, months.slice(0, 1))).success).toBe(true)
  expect((await listed()).map((one) => one.payeeId)).toEqual([payeeId, payeeId])
})

it('that no bill has are booked when their month is closed, and the bill books what differs', async () => {
  const ticketId = await ticketOf('达安汽修', [30_000])
  await ticketOf('路边小店', [9_000], car(1).id)
  const payeeId = await addPayee('达安汽修')
  await t.call(payable.billAdd, { payeeId, amount: 1_000, what: '拖车', billedOn: '2026-11-20' }, finance())
  await close('2026-11', '12-02T09:00')
  expect(await closings('2026-11')).toEqual([-31_000, 31_000])
  expect(await moneyFaults(t)).toEqual([])
  await costs(ticketId, [32_000])
  const [found] = (await listed()).filter(({ refId }) => refId === ticketId)
  expect(found).toMatchObject({ amount: 32_000 })
  const answer = await billOf(payeeId, [found!], { billedOn: '2026-11-30', billNo: 'D-11' })
  const { billId } = answer.data as { billId: string }
  // It is of a closed month, so that its difference is booked today.
  expect(await closings('2026-12')).toEqual([-33_000, 33_000])
  await booksAgree(t)
  await t.call(payable.billCancel, { billId, version: 1, reason: '重开' }, finance())
  expect(await closings('2026-12')).toEqual([-31_000, 31_000])
  expect(await moneyFaults(t)).toEqual([])
  const again = await billOf(payeeId, [found!], { billNo: 'D-11' })
  const bill = await t.call(payable.bill, { billId: (again.data as { billId: string }).billId }, finance())
  expect(bill).toMatchObject({ state: payableState.open, amount: 32_000 })
  expect(await closings('2026-12')).toEqual([-33_000, 33_000])
})

it('of plans and policies are booked when their month is closed, month by month, and corrected by the bill', async () => {
  const plan = { kind: costKind.finance, from: '2026-10-01', months: 6, fen: 240_000, note: '车贷' } as const
  await t.call(cost.planAdd, { ...plan, vehicleId: car(0).id }, owner())
  const lender = await addPayee('某某金融', payeeKind.lender)
  const insurer = await addPayee('平安产险', payeeKind.insurer)
  const policy = { vehicleId: car(1).id, kind: 3, insuranceKind: 2, no: 'P-1', insurer: '平安产险' } as const
  const { documentId } = await t.call(
    contract.inventory.saveDocument,
    { ...policy, startOn: '2026-11-10', endOn: '2027-11-09', amount: 360_000 },
    owner(),
  )
  // Of an insurer that is no payee nothing is booked.
  const other = { ...policy, vehicleId: car(2).id, no: 'P-2', insurer: '别家产险' }
  await t.call(
    contract.inventory.saveDocument,
    { ...other, startOn: '2026-11-10', endOn: '2027-11-09', amount: 90_000 },
    owner(),
  )
  const month = async (on: string) => (await listed()).filter((one) => one.on === on)
  expect((await listed()).find(({ refId }) => refId === documentId)).toMatchObject({ payeeId: insurer })
  const rate = (await month('2026-10-01'))[0]!.amount
  expect((await billOf(lender, await month('2026-10-01'))).success).toBe(true)
  await close('2026-11', '12-02T09:00')
  // The bill of October, and what November owes.
  expect(await closings('2026-11')).toEqual([-2 * rate - 360_000, 2 * rate + 360_000])
  t.clock.set(Date.parse('2027-01-02T09:00:00+08:00'))
  await t.call(closing.close, { month: '2026-12' }, owner())
  const december = await closings('2026-12')
  expect(december).toEqual([-3 * rate - 360_000, 3 * rate + 360_000])
  expect(await moneyFaults(t)).toEqual([])
  const bill = await billOf(
    insurer,
    (await listed()).filter(({ refId }) => refId === documentId),
    { billedOn: '2027-01-02' },
  )
  expect(bill.success).toBe(true)
  // The bill takes over what was booked, and books nothing.
  expect(await closings('2027-01')).toEqual(december)
  await booksAgree(t)

  await t.root.query('set session_replication_role = replica')
  const plant =
    'update payable_accrual set fen = fen + $1 where id = (select min(id) from payable_accrual where bill_id is null)'
  await t.root.query(plant, [100])
  expect((await moneyFaults(t)).map(({ what }) => what)).toContain('应付账单待付金额与账簿不一致')
  await t.root.query(plant, [-100])
  await t.root.query('set session_replication_role = origin')
})

it('of a garage that was merged into another are billed by the payee that it was', async () => {
  const ticketId = await ticketOf('达安', [38_000])
  const payeeId = await addPayee('达安')
  const { garageId: intoId } = await t.call(ticket.garageCreate, { name: '达安汽修' }, owner())
  const { list } = await t.call(ticket.garagePage, {}, owner())
  const garageId = list.find(({ name }) => name === '达安')!.garageId
  await t.call(ticket.garageMerge, { garageId, intoId }, owner())
  expect(await listed()).toMatchObject([{ refId: ticketId, amount: 38_000, payeeId }])
})
