import { contract } from '@cheyi/contract/index'
import { commissionKind, commissionState } from '@cheyi/domain/insight/commission/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { DAY } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { book, booksAgree, moneyFaults } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { clerk, finance, orderRow, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { closeMonth } from '../../testing/world/months.ts'
import { follow } from '../../testing/world/owners.ts'

/* Commissions of employees: what they did, their statements, and the cost in the books. */

ownMerchant({ cars: 4, other: true, now: at('11-03T09:00') })
const { commission, closing, order } = contract
const NOVEMBER = '2026-11-01'
const DECEMBER = '2026-12-01'

const rule = (more: object) =>
  t.call(commission.ruleAdd, { kind: commissionKind.booking, from: '2026-01-01', ...more } as never, finance())
const make = (month = NOVEMBER) => t.call(commission.make, { month }, finance())
const listed = async (month = NOVEMBER) => (await t.call(commission.statements, { month }, finance())).list
const detail = (statementId: string, by = finance()) => t.call(commission.statement, { statementId }, by)
async function confirmOnly(month = NOVEMBER) {
  const [{ statementId }] = (await listed(month)) as [Awaited<ReturnType<typeof listed>>[number]]
  const { version } = await detail(statementId)
  await t.call(commission.confirm, { statementId, version }, finance())
  return statementId
}
/** The order of a clerk that begins on this day; `token`: of the employee who books. */
const booked = (day: string, token = w.tokens.clerk) =>
  book(t, w, { trip: { pickupAt: at(`${day}T10:00`), returnAt: at(`${day}T10:00`) + 2 * DAY }, token })
const cancel = (orderId: string) =>
  t.call(order.cancel, { orderId, reason: 1, responsibility: 1, expectPenalty: 0 }, owner())
const balanceOf = async (of: string, month: string) =>
  (await t.call(closing.balance, { month }, finance())).list.find((one) => one.account === of)

it('gives a sum for each booking, none for a cancelled one, to each employee their own, who sees no other', async () => {
  await rule({ fen: 2000 })
  const { orderId } = await booked('11-10')
  const gone = await booked('11-14')
  await booked('11-18', w.tokens.manager)
  await cancel(gone.orderId)
  await follow()
  expect(await make()).toEqual({ made: 2, kept: 0 })
  const list = await listed()
  expect(list.map(({ accountName, fen, orders }) => [accountName, fen, orders]).toSorted()).toEqual([
    ['测试clerk', 2000, 1],
    ['测试manager', 2000, 1],
  ])
  const own = await t.call(commission.own, {}, clerk())
  expect(own.list).toMatchObject([{ fen: 2000, accountName: '测试clerk' }])
  const { statementId } = own.list[0]!
  expect((await detail(statementId, clerk())).lines).toMatchObject([
    { orderId, kind: commissionKind.booking, base: 1, fen: 2000, rule: '每单 ¥20.00', earlier: false },
  ])
  const ofManager = list.find(({ accountName }) => accountName === '测试manager')!.statementId
  expect(await t.send(commission.statement, { statementId: ofManager }, clerk())).toMatchObject({ errorCode: -4 })
  expect(await t.send(commission.statement, { statementId }, { token: other.tokens.owner })).toMatchObject({
    errorCode: -4,
  })
  for (const [call, input] of [
    [commission.statements, {}],
    [commission.rules, {}],
    [commission.make, { month: NOVEMBER }],
    [commission.confirm, { statementId, version: 1 }],
  ] as const)
    expect(await t.send(call, input as never, clerk())).toMatchObject({ errorCode: -3 })
})

it('gives a share of rent and services as they are earned, posts its cost into its month, and stays', async () => {
  await rule({ kind: commissionKind.rent, rateBp: 250 })
  await rule({ kind: commissionKind.service, rateBp: 1000 })
  const out = at('11-28T10:00')
  const { orderId } = await handOut(t, w, { trip: { pickupAt: out, returnAt: out + 6 * DAY } })
  t.clock.set(at('12-02T09:00'))
  await runDue(t, 'monthEnd')
  await follow()
  await make()
  const statementId = await confirmOnly()
  const frozen = await detail(statementId)
  expect(frozen).toMatchObject({ state: commissionState.confirmed })
  const rentOf = async (month: string) => {
    const { credit, debit } = (await balanceOf(account.rentIncome, month))!
    return credit - debit
  }
  const rent = frozen.lines.find(({ kind }) => kind === commissionKind.rent)!
  expect(rent).toMatchObject({ orderId, base: await rentOf('2026-11') })
  expect(rent.fen).toBe(Math.round(rent.base * 0.025))
  expect(await balanceOf(account.commissionCost, '2026-11')).toMatchObject({ debit: frozen.fen })
  expect(await balanceOf(account.commissionPayable, '2026-11')).toMatchObject({ credit: frozen.fen })
  await booksAgree(t)

  // Nothing of it changes any more, and what the rental earned afterwards is of the next month.
  expect(await make()).toMatchObject({ made: 0, kept: 1 })
  await bringBack(t, w, orderId, { at: out + 6 * DAY })
  await follow(at('12-31T10:00') + 5 * DAY)
  await make(DECEMBER)
  expect((await detail(statementId)).fen).toBe(frozen.fen)
  const december = await detail((await listed(DECEMBER))[0]!.statementId)
  expect(december.lines.filter(({ earlier }) => earlier)).toEqual([])
  expect(december.lines.find(({ kind }) => kind === commissionKind.rent)!.base).toBe(await rentOf('2026-12'))
  expect(await t.send(commission.confirm, { statementId, version: frozen.version }, finance())).toMatchObject({
    errorCode: 8311,
  })
})

it('takes back in the next statement what was confirmed of an order that is cancelled afterwards', async () => {
  await rule({ fen: 2000 })
  const { orderId } = await booked('12-20')
  await booked('12-24')
  await follow()
  await make()
  expect((await listed())[0]).toMatchObject({ fen: 4000 })
  await confirmOnly()
  await cancel(orderId)
  expect((await orderRow(orderId)).cancelledAt).not.toBeNull()
  await follow(at('12-31T10:00') + 5 * DAY)
  await make(DECEMBER)
  const [next] = await listed(DECEMBER)
  expect(next).toMatchObject({ fen: -2000 })
  expect((await detail(next!.statementId)).lines).toMatchObject([
    { orderId, month: NOVEMBER, earlier: true, base: -1, fen: -2000 },
  ])
  await confirmOnly(DECEMBER)
  await booksAgree(t)
})

it('is of the rule for the store and the role, and a rule ends without changing what was confirmed', async () => {
  const roles = await t.root.query(`select id from role where merchant_id = $1 and name = '店员'`, [w.merchantId])
  const roleId = roles.rows[0].id as string
  const general = await rule({ fen: 1000 })
  await rule({ fen: 3000, roleId })
  await rule({ fen: 5000, storeId: w.stores.pudong })
  await booked('11-10')
  await booked('11-14', w.tokens.manager)
  await follow()
  await make()
  const sums = async (month?: string) =>
    Object.fromEntries((await listed(month)).map(({ accountName, fen }) => [accountName, fen]))
  expect(await sums()).toEqual({ 测试clerk: 3000, 测试manager: 1000 })
  const { statementId } = (await listed()).find(({ accountName }) => accountName === '测试manager')!
  await t.call(commission.confirm, { statementId, version: (await detail(statementId)).version }, finance())
  expect(await t.send(commission.ruleEnd, { ruleId: general.ruleId, to: '2026-10-01' }, finance())).toMatchObject({
    errorCode: -2,
    data: { field: 'to' },
  })
  await t.call(commission.ruleEnd, { ruleId: general.ruleId, to: NOVEMBER }, finance())
  expect((await t.call(commission.rules, {}, finance())).list.at(-1)).toMatchObject({ to: NOVEMBER })
  for (const [input, field] of [
    [{ kind: commissionKind.rent, fen: 100 }, 'rateBp'],
    [{ fen: 0 }, 'fen'],
  ] as const)
    expect(
      await t.send(commission.ruleAdd, { kind: commissionKind.booking, from: NOVEMBER, ...input } as never, finance()),
    ).toMatchObject({ errorCode: -2, data: { field } })
  for (const input of [{ storeId: other.stores.hongqiao }, { roleId: '999999999' }])
    expect(
      await t.send(commission.ruleAdd, { kind: 1, fen: 1, from: NOVEMBER, ...input } as never, finance()),
    ).toMatchObject({ errorCode: -4 })
  expect(await t.send(commission.make, { month: DECEMBER }, finance())).toMatchObject({ errorCode: -2 })
})

it('goes by the role of the month: a new role pays nothing for months before it', async () => {
  const { rows } = await t.root.query(`select id, name from role where merchant_id = $1`, [w.merchantId])
  const roleOf = (name: string): string => rows.find((one) => one.name === name).id
  await rule({ fen: 100, roleId: roleOf('店员') })
  await rule({ kind: commissionKind.rent, rateBp: 1000, roleId: roleOf('客服') })
  await handOut(t, w, {
    trip: { pickupAt: at('11-05T10:00'), returnAt: at('11-07T10:00') },
    token: w.tokens.clerk,
  }).then(({ orderId }) => bringBack(t, w, orderId, { at: at('11-07T10:00') }))
  await follow()
  await make()
  expect(await listed()).toMatchObject([{ accountName: '测试clerk', fen: 100 }])
  await confirmOnly()

  t.clock.set(at('12-05T09:00'))
  const { list } = await t.call(contract.account.page, {}, owner())
  const { id, name, jobNo } = list.find((one) => one.name === '测试clerk')!
  await t.call(contract.account.edit, { id, name, jobNo, roleIds: [roleOf('客服')], storeScope: 0 }, owner())
  await follow(at('12-31T10:00') + 5 * DAY)
  expect(await make(DECEMBER)).toEqual({ made: 0, kept: 0 })
})

it('of a month that is closed before they are confirmed is a cost of that month, and the confirmation books the rest', async () => {
  await rule({ fen: 2000 })
  const { orderId } = await booked('12-20')
  await booked('12-24')
  await booked('12-28', w.tokens.manager)
  await follow()
  await closeMonth(t, w.tokens.owner, '2026-11')
  const cost = async (month: string) => (await balanceOf(account.commissionCost, month))?.closing ?? 0
  expect(await cost('2026-11')).toBe(6000)
  expect(await moneyFaults(t)).toEqual([])
  // One is cancelled before it is confirmed: the open month has the difference.
  await cancel(orderId)
  await make()
  for (const { statementId } of await listed()) {
    const { version } = await detail(statementId)
    await t.call(commission.confirm, { statementId, version }, finance())
  }
  expect([await cost('2026-11'), await cost('2026-12')]).toEqual([6000, 4000])
  expect(await moneyFaults(t)).toEqual([])
  await booksAgree(t)
})

it('that differs from the books is found by the check of money, whichever side is wrong', async () => {
  await rule({ fen: 2000 })
  await booked('11-10', w.tokens.manager)
  await follow()
  await make()
  const statementId = await confirmOnly()
  expect(await moneyFaults(t)).toEqual([])
  await t.root.query('set session_replication_role = replica')
  await t.root.query('update commission_statement set fen = fen + 1 where id = $1', [statementId])
  expect((await moneyFaults(t)).map(({ what }) => what)).toEqual(['员工提成单应付与账簿不一致'])
  await t.root.query('update commission_statement set fen = fen - 1 where id = $1', [statementId])
  await t.root.query('update commission_line set fen = fen + 1 where statement_id = $1', [statementId])
  expect((await moneyFaults(t)).map(({ what }) => what)).toEqual(['员工提成单与账簿不一致'])
  await t.root.query('update commission_line set fen = fen - 1 where statement_id = $1', [statementId])
  await t.root.query('set session_replication_role = origin')
})

it('gives a share of a renewal to who renewed, not to who booked', async () => {
  await rule({ kind: commissionKind.renewal, rateBp: 1000 })
  const { orderId } = await handOut(t, w, {
    trip: { pickupAt: at('11-05T10:00'), returnAt: at('11-07T10:00') },
  })
  t.clock.set(at('11-06T10:00'))
  const by = { token: w.tokens.clerk }
  const newReturnAt = at('11-09T10:00')
  const quoted = await t.call(contract.renewal.price, { orderId, newReturnAt }, by)
  await t.call(contract.renewal.create, { orderId, quoteId: quoted.quoteId }, by)
  const { rows } = await t.root.query('select amount_fen from renewal where order_id = $1', [orderId])
  const renewedFen = Number(rows[0].amountFen)
  await bringBack(t, w, orderId, { at: at('11-09T10:00') })
  await follow()
  await make()
  expect((await listed()).map(({ accountName, fen }) => [accountName, fen])).toEqual([
    ['测试clerk', Math.round(renewedFen / 10)],
  ])
})

it('keeps the sum of a booking whose rental gives money back, and takes its share of what was given back', async () => {
  await rule({ fen: 2000 })
  await rule({ kind: commissionKind.rent, rateBp: 1000 })
  const { orderId } = await handOut(t, w, { trip: { pickupAt: at('11-05T10:00'), returnAt: at('11-12T10:00') } })
  // Back five days early: the rent of those days is refunded, and the order is not cancelled.
  await bringBack(t, w, orderId, { at: at('11-07T10:00') })
  await follow()
  await make()
  const all = await Promise.all((await listed()).map(({ statementId }) => detail(statementId)))
  const lines = all.flatMap((one) => one.lines)
  expect(lines.find(({ kind }) => kind === commissionKind.booking)).toMatchObject({ base: 1, fen: 2000 })
  const { credit, debit } = (await balanceOf(account.rentIncome, '2026-11'))!
  expect(lines.find(({ kind }) => kind === commissionKind.rent)).toMatchObject({ base: credit - debit })
})

it('gives a share of a debt to who collected it after its day, and none of what was paid in time', async () => {
  await rule({ kind: commissionKind.collected, rateBp: 500 })
  const trip = { pickupAt: at('11-05T10:00'), returnAt: at('11-07T10:00') }
  const { orderId, total } = await handOut(t, w, { trip, paid: false })
  await bringBack(t, w, orderId, { at: trip.returnAt, confirm: { settle: undefined, overrideReason: '月结客户' } })
  const collect = (amount: number, token: string) =>
    t.call(contract.payment.collect, { orderId, payKind: payKind.settlement, amount, payWay: payWay.cash }, { token })
  await collect(10_000, w.tokens.owner)
  t.clock.set(at('11-20T10:00'))
  await collect(total - 10_000, w.tokens.manager)
  await follow()
  await make()
  expect((await listed()).map(({ accountName, fen }) => [accountName, fen])).toEqual([
    ['测试manager', Math.round((total - 10_000) / 20)],
  ])
})
