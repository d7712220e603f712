import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { depositMode, depositPayStatus, holdStatus } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus } from '@cheyi/domain/money/deposit/hold'
import { payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { describe, expect, it, vi } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { inContext } from '../../testing/context.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { pickUp, rentAndReturn, weekend } from '../../testing/world/bookings.ts'
import { freeze, holdDeposit, RENTAL, score, zhima } from '../../testing/world/deposits.ts'
import { orderRow, owner, t, w } from '../../testing/world/merchant.ts'
import { tradeOf } from '../../testing/world/online.ts'
import { onlineMerchant, simulator } from '../../testing/world/online-merchant.ts'
import { applyFreezeState } from './live.ts'

/*
 * Authorisations that nobody here let go: their customer took them back, their time ran out, their provider closed them.
 */

onlineMerchant({ cars: 60 })
const { deposit } = contract

type How = typeof freeze | typeof zhima | typeof score

const rental = async (orderId: string) =>
  (await t.root.query('select * from deposit where order_id = $1 and kind = 1', [orderId])).rows[0]
const holdRows = async (orderId: string) =>
  (await t.root.query('select * from deposit_hold where order_id = $1 order by id', [orderId])).rows
const told = async (orderId: string) =>
  (
    await t.root.query(
      `select n.title, n.body from notification n join deposit_hold h on n.ref like 'deposit-hold/' || h.id || '/ended/%'
       where h.order_id = $1 group by n.title, n.body`,
      [orderId],
    )
  ).rows
const openTodos = async (orderId: string) =>
  (await t.call(contract.overview.home, {}, owner())).todos
    .filter((todo) => todo.orderId === orderId && todo.kind === 'authEnded')
    .map(({ action, amountFen }) => ({ action, amountFen }))
const holdNo = async (orderId: string) => {
  const { rows } = await t.root.query(`select id from payment where order_id = $1 and hold_step = 'freeze' limit 1`, [
    orderId,
  ])
  return (await tradeOf(t, rows[0].id))!.no
}
const questions = async (orderId: string) => (await holdRows(orderId)).map(({ askedAt }) => askedAt)

const held = (how?: How, booking?: Parameters<typeof holdDeposit>[3]) => holdDeposit(t, w, how, booking)
/** Asks about what is due now. */
async function ask(at: number): Promise<void> {
  t.clock.set(at)
  await runDue(t, 'holdQuery')
}
async function deduct(orderId: string, amount: number) {
  const [charge] = (await t.call(deposit.detail, { orderId }, owner())).charges
  return t.send(
    deposit.deduct,
    {
      orderId,
      kind: 1,
      lines: [{ code: charge?.code ?? 'order', refId: charge?.refId ?? undefined, amount }],
      mode: payMode.onlineIn,
      reason: '清洁费',
      photoIds: await uploadPhotos(t, 'deposit', 1, w.tokens.owner),
    },
    owner(),
  )
}

describe.each([
  ['支付宝资金授权', freeze],
  ['芝麻免押', zhima],
  ['微信支付分', score],
] as const)('%s', (_, how) => {
  it('that was ended before the pickup is learnt of within a day: the deposit is to be collected again', async () => {
    const orderId = await held(how)
    await simulator.act(await holdNo(orderId), 'expire')
    await ask(TEST_NOW + HOUR)
    expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.held })
    await ask(TEST_NOW + DAY)
    expect(await rental(orderId)).toMatchObject({ payStatus: depositPayStatus.unpaid, holdStatus: holdStatus.none })
    expect(await holdRows(orderId)).toMatchObject([{ status: authHoldStatus.expired, releasedFen: String(RENTAL) }])
    expect(await orderRow(orderId)).toMatchObject({ depositPayStatus: depositPayStatus.unpaid, heldDepositFen: '0' })
    expect(await told(orderId)).toMatchObject([
      {
        title: expect.stringMatching(/^押金授权已失效 /),
        body: '租车押金¥3,000.00的授权已被客户或支付平台解除，请重新收取租车押金',
      },
    ])
    expect(await openTodos(orderId)).toEqual([{ action: 'collectDeposit', amountFen: RENTAL }])
    const { actions } = await t.call(contract.order.detail, { orderId }, owner())
    expect(actions).toContainEqual(expect.objectContaining({ code: 'collectDeposit', label: '收押金' }))
    await t.call(
      deposit.pay,
      { orderId, kind: 1, mode: depositMode.offline, payWay: payWay.cash, amount: RENTAL },
      owner(),
    )
    expect(await rental(orderId)).toMatchObject({ payStatus: depositPayStatus.paid, holdStatus: holdStatus.held })
    expect(await openTodos(orderId)).toEqual([])
  })

  it('is looked at half an hour before its pickup, which is refused until it is collected anew', async () => {
    const orderId = await held(how)
    await simulator.act(await holdNo(orderId), 'expire')
    await t.root.query('update deposit_hold set ask_at = $2 where order_id = $1', [
      orderId,
      new Date(weekend.pickupAt + DAY),
    ])
    await ask(weekend.pickupAt - 31 * MINUTE)
    expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.held })
    await ask(weekend.pickupAt - 29 * MINUTE)
    expect(await rental(orderId)).toMatchObject({ payStatus: depositPayStatus.unpaid })
    const shown = await t.call(contract.pickupReturn.task, { orderId, type: 0 }, owner())
    expect(shown.blocking.map(({ text }) => text)).toContain('押金未收齐')
  })

  it('that ends with the car out answers for nothing more, and is a to-do until the car is back', async () => {
    const orderId = await held(how)
    await t.call(
      deposit.pay,
      { orderId, kind: 2, mode: depositMode.offline, payWay: payWay.cash, amount: 200_000 },
      owner(),
    )
    await pickUp(t, w, orderId)
    await simulator.act(await holdNo(orderId), 'takeBack')
    await ask(weekend.pickupAt + DAY)
    expect(await rental(orderId)).toMatchObject({
      payStatus: depositPayStatus.unpaid,
      holdStatus: holdStatus.expired,
      releasedFen: String(RENTAL),
    })
    expect(await openTodos(orderId)).toHaveLength(1)
    expect(await told(orderId)).toHaveLength(1)
    await ask(weekend.pickupAt + 2 * DAY)
    expect(await told(orderId)).toHaveLength(1)
  })

  it('decides nothing while its provider is away, which is asked again after a quarter of an hour', async () => {
    const orderId = await held(how)
    await simulator.act(await holdNo(orderId), 'expire')
    await simulator.fail('down')
    await ask(TEST_NOW + DAY)
    expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.held })
    await simulator.fail('none')
    await ask(TEST_NOW + DAY + 14 * MINUTE)
    expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.held })
    await ask(TEST_NOW + DAY + 15 * MINUTE)
    expect(await rental(orderId)).toMatchObject({ payStatus: depositPayStatus.unpaid })
  })

  it('loses to nobody while a capture of it has no answer: the capture fails first', async () => {
    const orderId = await held(how)
    await rentAndReturn(t, w, orderId, 80_000)
    await deduct(orderId, 80_000)
    await simulator.act(await holdNo(orderId), 'expire')
    await ask(weekend.returnAt + DAY)
    expect(await rental(orderId)).toMatchObject({
      holdStatus: holdStatus.held,
      inFlightFen: how === score ? String(RENTAL) : '80000',
    })
    await runDue(t, 'payQuery')
    await ask(weekend.returnAt + DAY + HOUR)
    expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.expired, inFlightFen: '0', capturedFen: '0' })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '80000' })
    expect((await told(orderId))[0]).toMatchObject({ body: expect.stringMatching(/欠款请以其他方式收取$/) })
    expect(await openTodos(orderId)).toEqual([])
  })

  it('is asked about once by two servers that come at the same time', async () => {
    const orderId = await held(how)
    t.clock.set(TEST_NOW + DAY)
    const questioned = vi.spyOn(t.kernel.outside.pay, 'provider')
    await t.root.query('update deposit_hold set ask_at = null where order_id <> $1', [orderId])
    await Promise.all([runDue(t, 'holdQuery'), runDue(t, 'holdQuery'), runDue(t, 'holdQuery')])
    expect(questioned).toHaveBeenCalledTimes(1)
    questioned.mockRestore()
    expect(await questions(orderId)).toEqual([new Date(TEST_NOW + DAY)])
    expect(await runDue(t, 'holdQuery')).toBe(0)
    expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.held, heldFen: String(RENTAL) })
  })

  it('that ends while it was on its way back is back, of which nobody is told', async () => {
    const orderId = await held(how)
    await t.call(
      contract.order.cancel,
      { orderId, reason: 1, responsibility: 2, note: '无车', expectPenalty: 0 },
      owner(),
    )
    await simulator.act(await holdNo(orderId), 'expire')
    await ask(TEST_NOW + DAY)
    expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.released, inFlightFen: '0' })
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
    await t.call(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, owner())
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.cancelled })
    expect(await told(orderId)).toEqual([])
    expect(await openTodos(orderId)).toEqual([])
  })
})

it.each([
  ['支付宝资金授权', freeze],
  ['芝麻免押', zhima],
] as const)('%s: what Alipay tells of it is asked about at the next run', async (_, how) => {
  const orderId = await held(how)
  await simulator.act(await holdNo(orderId), 'takeBack')
  expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.held })
  await ask(TEST_NOW + MINUTE)
  expect(await rental(orderId)).toMatchObject({ payStatus: depositPayStatus.unpaid, holdStatus: holdStatus.none })
})

it('one that was made into two deposits is one at its provider: both parts end', async () => {
  const orderId = await held()
  await rentAndReturn(t, w, orderId, 0)
  await t.call(deposit.convert, { orderId, version: (await rental(orderId)).version }, owner())
  expect((await holdRows(orderId)).map(({ amountFen }) => amountFen)).toEqual(['100000', '200000'])
  await ask(weekend.returnAt + DAY)
  expect((await holdRows(orderId)).map(({ status }) => status)).toEqual([authHoldStatus.held, authHoldStatus.held])
  await simulator.act(await holdNo(orderId), 'expire')
  await ask(weekend.returnAt + 2 * DAY)
  expect((await holdRows(orderId)).map(({ status }) => status)).toEqual([
    authHoldStatus.expired,
    authHoldStatus.expired,
  ])
  const { rows } = await t.root.query(
    'select kind, pay_status, hold_status from deposit where order_id = $1 order by kind',
    [orderId],
  )
  // Nothing needs the rental deposit any more; violations may still come.
  expect(rows).toMatchObject([
    { kind: 1, holdStatus: holdStatus.released },
    { kind: 2, holdStatus: holdStatus.expired, payStatus: depositPayStatus.unpaid },
  ])
  expect(await openTodos(orderId)).toEqual([{ action: 'collectDeposit', amountFen: 200_000 }])
})

it('one of which a part has gone comes to the rest, and is made up to what the order asks', async () => {
  const orderId = await held()
  const [{ id }] = await holdRows(orderId)
  await inContext(t, w, 'owner', (ctx) =>
    applyFreezeState(ctx, id, { state: 'held', amount: RENTAL, restFen: 200_000, authNo: null, at: null }),
  )
  expect(await rental(orderId)).toMatchObject({
    holdStatus: holdStatus.held,
    amountFen: '200000',
    releasedFen: '100000',
  })
  const { rows } = await t.call(deposit.forPickup, { orderId }, owner())
  expect(rows[0]).toMatchObject({ available: 200_000, short: 100_000 })
  expect(await openTodos(orderId)).toEqual([{ action: 'collectDeposit', amountFen: 100_000 }])
  await t.call(
    deposit.pay,
    {
      orderId,
      kind: 1,
      mode: depositMode.offline,
      payWay: payWay.cash,
      amount: 100_000,
      change: 1,
      version: rows[0]!.version,
    },
    owner(),
  )
  expect(await rental(orderId)).toMatchObject({ amountFen: String(RENTAL), heldFen: '400000' })
  expect(await openTodos(orderId)).toEqual([])
})

/** Which counters of home it stands in: each counts the orders of the list that it leads to. */
async function counted(orderId: string): Promise<string[]> {
  const counters = await t.call(contract.todo.counts, {}, owner())
  const standing: string[] = []
  for (const code of ['authExpiry', 'authEnded'] as const) {
    const { list } = await t.call(contract.order.list, { waits: code, pageSize: 100 }, owner())
    expect(counters.find((one) => one.code === code)!.count).toBe(list.length)
    if (list.some((one) => one.orderId === orderId)) standing.push(code)
  }
  return standing
}

it('stands in a counter and its list while it ends soon, and from when it ended until the deposit is taken', async () => {
  const orderId = await held()
  expect(await counted(orderId)).toEqual([])
  const end = new Date(TEST_NOW + 2 * DAY)
  await t.root.query('update deposit_hold set expire_at = $2 where order_id = $1', [orderId, end])
  await runDue(t, 'authExpiry')
  expect(await counted(orderId)).toEqual(['authExpiry'])
  t.clock.set(end.getTime())
  await runDue(t, 'authExpiry')
  expect(await counted(orderId)).toEqual(['authEnded'])
  const paid = { mode: depositMode.offline, payWay: payWay.cash, amount: RENTAL } as const
  await t.call(deposit.pay, { orderId, kind: 1, ...paid }, owner())
  expect(await counted(orderId)).toEqual([])
})

it('is asked about every four hours in its last three days', async () => {
  const orderId = await held()
  await t.root.query('update deposit_hold set expire_at = $2 where order_id = $1', [
    orderId,
    new Date(TEST_NOW + 4 * DAY),
  ])
  for (const [at, expected] of [
    [DAY, DAY],
    [DAY + 3 * HOUR, DAY],
    [DAY + 4 * HOUR, DAY + 4 * HOUR],
    [DAY + 8 * HOUR, DAY + 8 * HOUR],
  ] as const) {
    await ask(TEST_NOW + at)
    expect(await questions(orderId)).toEqual([new Date(TEST_NOW + expected)])
  }
})

it('a run asks about twenty at most, those that wait longest', async () => {
  const orderId = await held()
  const [row] = await holdRows(orderId)
  await t.root.query(
    `insert into deposit_hold (merchant_id, order_id, deposit_id, pay_way, status, amount_fen, expire_at, channel_id, out_no, ask_at, created_by)
     select merchant_id, order_id, deposit_id, pay_way, 1, 100, expire_at, channel_id, 'H-none-' || n, created_at + n * interval '1 second', 0
       from deposit_hold, generate_series(1, 70) n where id = $1`,
    [row.id],
  )
  t.clock.set(TEST_NOW + DAY)
  expect(await runDue(t, 'holdQuery')).toBe(20)
  await t.root.query(`delete from deposit_hold where out_no like 'H-none-%'`)
})
