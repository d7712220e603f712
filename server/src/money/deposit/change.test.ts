import { contract } from '@cheyi/contract/index'
import { depositMode, depositPayStatus, holdStatus, waiveType } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus } from '@cheyi/domain/money/deposit/hold'
import { payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { books, pickUp, rentAndReturn, weekend } from '../../testing/world/bookings.ts'
import { bookWithDeposit, type DepositPay, freeze, holdDeposit, RENTAL, zhima } from '../../testing/world/deposits.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'
import { payLink, tradeOf } from '../../testing/world/online.ts'
import { onlineMerchant, simulator } from '../../testing/world/online-merchant.ts'

const MORE = 100_000
const { deposit } = contract

onlineMerchant({ cars: 60 })
beforeAll(async () => {
  const { version } = await t.call(contract.merchant.paySetting, {}, owner())
  const payWays = [payWay.cash, payWay.pos, payWay.alipay, payWay.wechat]
  await t.call(
    contract.merchant.savePay,
    { payProfile: 1, payWays, limits: { maxPayment: 100_000_000 }, version },
    owner(),
  )
})

let slips = 300_000
const cash = { mode: depositMode.offline, payWay: payWay.cash } as const
const code = { mode: depositMode.offline, payWay: payWay.wechat } as const
const slip = () => ({ mode: depositMode.online, payWay: payWay.pos, authNo: String(++slips), cardTail: '6610' })

const rental = async (orderId: string) =>
  (await t.root.query('select * from deposit where order_id = $1 and kind = 1', [orderId])).rows[0]
const holdRows = async (orderId: string) =>
  (await t.root.query('select * from deposit_hold where order_id = $1 order by id', [orderId])).rows
const openTasks = async (orderId: string) =>
  (await t.root.query('select kind from task where order_id = $1 and done_at is null', [orderId])).rows.map(
    ({ kind }) => kind,
  )
const voucherIds = () => uploadPhotos(t, 'voucher', 1, w.tokens.owner)

/** The deposit is in hand. */
async function held(how: DepositPay): Promise<string> {
  const orderId = await holdDeposit(t, w, how)
  expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.held, heldFen: String(RENTAL) })
  return orderId
}
/** As a page sends it that showed the deposit as it is now, or was before (`version`). */
async function change(orderId: string, input: DepositPay, token = w.tokens.owner) {
  const { version } = await rental(orderId)
  return t.send(deposit.pay, { orderId, kind: 1, mode: 1, amount: RENTAL, version, ...input }, { token })
}
async function changed(orderId: string, input: DepositPay) {
  const answer = await change(orderId, input)
  expect(answer).toMatchObject({ success: true })
  return answer.data as { paymentId: string | null }
}
const more = { change: 1, amount: MORE } as const
const instead = { change: 2 } as const

it('the bill shows what is in hand of what was asked, and every authorisation that there was', async () => {
  const orderId = await held(cash)
  await changed(orderId, { ...slip(), ...instead })
  const bill = () => t.call(contract.expense.bill, { orderId }, owner())
  const holdsOf = ({ flows }: Awaited<ReturnType<typeof bill>>) =>
    flows.flatMap(({ direction, name, amount }) => (direction === 'hold' ? [[name, amount]] : []))
  const replaced = await bill()
  expect(replaced.deposits[0]).toMatchObject({ amount: RENTAL, held: RENTAL })
  expect(holdsOf(replaced)).toEqual([['租车押金授权', RENTAL]])
  // Back to cash: nothing is held at the machine any more, and it is not forgotten.
  await changed(orderId, { ...cash, ...instead })
  await t.call(deposit.release, { orderId, kind: 1, voucherIds: await voucherIds() }, owner())
  const back = await bill()
  expect(back.deposits[0]).toMatchObject({ amount: RENTAL, held: RENTAL })
  expect(holdsOf(back)).toEqual([['租车押金授权（已结束）', RENTAL]])
})

describe('topping up', () => {
  it('a receipt in cash beside another: both are in the books, both go back with a cancelled order', async () => {
    const orderId = await held(cash)
    await changed(orderId, { ...cash, ...more })
    expect(await rental(orderId)).toMatchObject({
      amountFen: String(RENTAL + MORE),
      heldFen: String(RENTAL + MORE),
      payStatus: depositPayStatus.paid,
      payWay: payWay.cash,
    })
    expect(await books(t, orderId)).toMatchObject({ deposit_liability_rental: -RENTAL - MORE })
    await t.call(
      contract.order.cancel,
      { orderId, reason: 1, responsibility: 2, note: '无车', expectPenalty: 0 },
      owner(),
    )
    await t.call(deposit.release, { orderId, kind: 1, voucherIds: await voucherIds() }, owner())
    expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.released, releasedFen: String(RENTAL + MORE) })
    expect(await books(t, orderId)).not.toHaveProperty('deposit_liability_rental')
  })

  it('by the card machine: no money, taken before the cash, the rest of it goes free', async () => {
    const orderId = await held(cash)
    await changed(orderId, { ...slip(), ...more })
    expect(await rental(orderId)).toMatchObject({
      heldFen: String(RENTAL + MORE),
      payWay: null,
      mode: depositMode.offline,
    })
    expect(await books(t, orderId)).toMatchObject({ deposit_liability_rental: -RENTAL })
    await rentAndReturn(t, w, orderId, 150_000)
    const { charges } = await t.call(deposit.detail, { orderId }, owner())
    const lines = charges.map(({ code: of, refId, owed }) => ({ code: of, refId: refId ?? undefined, amount: owed }))
    const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
    await t.call(
      deposit.deduct,
      { orderId, kind: 1, lines, mode: payMode.offlineDeduct, reason: '清洁费', photoIds, slipNo: 'POS-CHANGE-1' },
      owner(),
    )
    expect(await holdRows(orderId)).toMatchObject([{ capturedFen: String(MORE), status: authHoldStatus.ended }])
    expect(await books(t, orderId)).toMatchObject({ deposit_liability_rental: -(RENTAL - 50_000), pos_clearing: MORE })
  })

  it('by a code: a second freeze counts once its customer agrees, and stands for itself', async () => {
    const orderId = await held(freeze)
    const { paymentId } = await changed(orderId, { ...freeze, ...more })
    expect(await rental(orderId)).toMatchObject({ heldFen: String(RENTAL), amountFen: String(RENTAL) })
    expect((await changed(orderId, { ...freeze, ...more })).paymentId).toBe(paymentId)
    await payLink(t, paymentId!)
    expect(await rental(orderId)).toMatchObject({ heldFen: String(RENTAL + MORE), amountFen: String(RENTAL + MORE) })
    expect((await holdRows(orderId)).map(({ status, amountFen }) => [status, Number(amountFen)])).toEqual([
      [authHoldStatus.held, RENTAL],
      [authHoldStatus.held, MORE],
    ])
  })

  it('two people at once: one takes it, the other is told that it was taken', async () => {
    const orderId = await held(cash)
    const { version } = await rental(orderId)
    const answers = await Promise.all([
      change(orderId, { ...cash, ...more, version }),
      change(orderId, { ...cash, ...more, version }, w.tokens.manager),
    ])
    expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([-5, 0])
    expect(await rental(orderId)).toMatchObject({ heldFen: String(RENTAL + MORE) })
  })

  it('agreed to after somebody took it in cash: what came second goes back', async () => {
    const [frozen, paid] = [await held(cash), await held(cash)]
    const links = [await changed(frozen, { ...freeze, ...more }), await changed(paid, { ...code, ...more })]
    for (const orderId of [frozen, paid]) await changed(orderId, { ...cash, ...more })
    for (const { paymentId } of links) await payLink(t, paymentId!)
    t.clock.set(TEST_NOW + MINUTE)
    await runDue(t, 'moneyOut')
    for (const orderId of [frozen, paid])
      expect(await rental(orderId)).toMatchObject({ heldFen: String(RENTAL + MORE) })
    expect((await tradeOf(t, links[0]!.paymentId!))!.held).toBe(0)
    expect(await books(t, paid)).not.toHaveProperty('online_clearing')
  })
})

describe('replacing before the pickup', () => {
  it('cash by the card machine: held first, then the cash waits to be paid back, and is by its voucher', async () => {
    const orderId = await held(cash)
    await changed(orderId, { ...slip(), ...instead })
    expect(await rental(orderId)).toMatchObject({
      payStatus: depositPayStatus.authorised,
      holdStatus: holdStatus.held,
      heldFen: String(2 * RENTAL),
      inFlightFen: String(RENTAL),
      payWay: payWay.pos,
    })
    expect(await openTasks(orderId)).toContain('depositRelease')
    expect(await t.send(deposit.release, { orderId, kind: 1, amount: RENTAL }, owner())).toMatchObject({
      errorCode: 2001,
    })
    await t.call(deposit.release, { orderId, kind: 1, voucherIds: await voucherIds() }, owner())
    expect(await rental(orderId)).toMatchObject({
      holdStatus: holdStatus.held,
      releasedFen: String(RENTAL),
      inFlightFen: '0',
    })
    expect(await books(t, orderId)).not.toHaveProperty('deposit_liability_rental')
    expect(await openTasks(orderId)).not.toContain('depositRelease')
    // Nothing waits any more: the deposit itself stays until the car is back.
    expect(await t.send(deposit.release, { orderId, kind: 1, voucherIds: await voucherIds() }, owner())).toMatchObject({
      errorCode: 2001,
    })
  })

  it('cash by cash of another day: what goes back is the first, not what came last', async () => {
    const orderId = await held(cash)
    t.clock.set(TEST_NOW + MINUTE)
    await changed(orderId, { ...cash, ...instead })
    const { rows } = await t.root.query(
      `select direction, status, refunded_fen::int as back from payment where order_id = $1 and pay_kind = ${payKind.rentalDeposit} order by id`,
      [orderId],
    )
    expect(rows).toMatchObject([
      { direction: 'in', back: RENTAL },
      { direction: 'in', back: 0 },
      { direction: 'out', status: paymentStatus.waiting },
    ])
  })

  it.each([
    ['支付宝资金授权', freeze, freeze],
    ['微信收款码', freeze, code],
    ['芝麻免押', freeze, zhima],
    ['支付宝资金授权，原为芝麻免押', zhima, freeze],
  ] as const)('by %s: what is held stays until its customer agrees, then it is let go', async (_, before, after) => {
    const orderId = await held(before)
    const [first] = await holdRows(orderId)
    const { paymentId } = await changed(orderId, { ...after, ...instead })
    expect(await rental(orderId)).toMatchObject({ heldFen: String(RENTAL), inFlightFen: '0' })
    await payLink(t, paymentId!)
    expect(await rental(orderId)).toMatchObject({ heldFen: String(2 * RENTAL), inFlightFen: String(RENTAL) })
    t.clock.set(TEST_NOW + MINUTE)
    await runDue(t, 'moneyOut')
    expect(await rental(orderId)).toMatchObject({
      holdStatus: holdStatus.held,
      releasedFen: String(RENTAL),
      inFlightFen: '0',
      amountFen: String(RENTAL),
    })
    const { rows } = await t.root.query('select status from deposit_hold where id = $1', [first.id])
    expect(rows).toEqual([{ status: authHoldStatus.ended }])
  })

  it('a provider that says nothing leaves the deposit as it was; what is agreed to after its time goes back', async () => {
    const orderId = await held(freeze)
    const { paymentId } = await changed(orderId, { ...freeze, ...instead })
    const trade = (await tradeOf(t, paymentId!))!
    await simulator.fail('lose', trade.no)
    await payLink(t, paymentId!)
    expect(await rental(orderId)).toMatchObject({ heldFen: String(RENTAL), inFlightFen: '0' })
    await simulator.fail('down')
    t.clock.set(TEST_NOW + MINUTE)
    await runDue(t, 'payQuery')
    expect(await rental(orderId)).toMatchObject({ heldFen: String(RENTAL), holdStatus: holdStatus.held })
    await simulator.fail('none')
    t.clock.set(TEST_NOW + 10 * MINUTE)
    await runDue(t, 'payQuery')
    expect(await rental(orderId)).toMatchObject({ heldFen: String(2 * RENTAL), inFlightFen: String(RENTAL) })
  })

  it('a connection lost while the old one is let go: it is let go once, and the new one stays', async () => {
    const orderId = await held(freeze)
    const [freezeLink] = (
      await t.root.query(`select id from payment where order_id = $1 and hold_step = 'freeze'`, [orderId])
    ).rows
    const { paymentId } = await changed(orderId, { ...freeze, ...instead })
    await payLink(t, paymentId!)
    await simulator.fail('timeOutAfterSuccess')
    t.clock.set(TEST_NOW + MINUTE)
    await runDue(t, 'moneyOut')
    expect(await rental(orderId)).toMatchObject({ inFlightFen: String(RENTAL) })
    await simulator.fail('none')
    t.clock.set(TEST_NOW + 10 * MINUTE)
    await runDue(t, 'payQuery')
    expect(await rental(orderId)).toMatchObject({ inFlightFen: '0', releasedFen: String(RENTAL) })
    expect((await tradeOf(t, freezeLink.id))!.held).toBe(0)
    expect((await tradeOf(t, paymentId!))!.held).toBe(RENTAL)
  })

  it('two people ask by two ways, and the customer agrees to both: one stays', async () => {
    const orderId = await held(cash)
    const links = [await changed(orderId, { ...freeze, ...instead }), await changed(orderId, { ...zhima, ...instead })]
    await Promise.all(links.map(({ paymentId }) => payLink(t, paymentId!)))
    t.clock.set(TEST_NOW + MINUTE)
    await runDue(t, 'moneyOut')
    const live = (await holdRows(orderId)).filter(({ status }) => status === authHoldStatus.held)
    expect(live).toHaveLength(1)
    await t.call(deposit.release, { orderId, kind: 1, voucherIds: await voucherIds() }, owner())
    expect(await rental(orderId)).toMatchObject({
      holdStatus: holdStatus.held,
      heldFen: String(3 * RENTAL),
      releasedFen: String(2 * RENTAL),
    })
  })
})

it('an authorisation that ends while the car is out is taken anew: its to-do is done, nobody is told again', async () => {
  const orderId = await held({ ...slip(), authEndOn: '2026-11-30' })
  t.clock.set(weekend.pickupAt)
  await pickUp(t, w, orderId)
  t.clock.set(weekend.pickupAt + 12 * HOUR)
  await runDue(t, 'authExpiry')
  expect(await openTasks(orderId)).toContain('authExpiry')
  await changed(orderId, { ...slip(), ...instead })
  expect(await openTasks(orderId)).toEqual(['depositRelease'])
  t.clock.set(weekend.pickupAt + DAY)
  await runDue(t, 'authExpiry')
  expect(await openTasks(orderId)).toEqual(['depositRelease'])
  // Its bank lets the old one go by itself; the new one stands.
  t.clock.set(weekend.returnAt + 7 * HOUR)
  await runDue(t, 'authExpiry')
  expect(await rental(orderId)).toMatchObject({
    payStatus: depositPayStatus.authorised,
    holdStatus: holdStatus.held,
    inFlightFen: '0',
  })
})

it('refuses what is not in hand, another sum, a credit that is to be more, and whoever saw an older deposit', async () => {
  const [due, credit, orderId] = [await bookWithDeposit(t, w), await held(zhima), await held(cash)]
  expect(await change(due, { ...cash, ...more })).toMatchObject({
    errorCode: -2,
    message: expect.stringContaining('未在押'),
  })
  expect(await change(credit, { ...cash, ...more })).toMatchObject({
    errorCode: -2,
    message: expect.stringContaining('请更换'),
  })
  expect(await change(orderId, { ...zhima, ...more })).toMatchObject({ errorCode: -2 })
  expect(await change(orderId, { ...cash, ...instead, amount: RENTAL - 1 })).toMatchObject({ errorCode: 4002 })
  expect(await change(orderId, { ...cash, ...more, amount: 0 })).toMatchObject({ errorCode: 4002 })
  expect(await change(orderId, { ...cash, ...more, amount: 10_000_000 })).toMatchObject({ errorCode: 4002 })
  expect(await change(orderId, { ...cash, ...more, kind: 3 })).toMatchObject({ errorCode: -2 })
  expect(await change(orderId, { ...cash, ...more, version: undefined })).toMatchObject({ errorCode: -2 })
  expect(await change(orderId, { ...cash, ...more, version: 99 })).toMatchObject({ errorCode: -5 })
  expect(await change(orderId, { mode: depositMode.waived, waiveType: waiveType.merchant, ...instead })).toMatchObject({
    errorCode: -2,
  })
  expect(await change(orderId, { ...cash, ...more }, w.tokens.fleet)).toMatchObject({ errorCode: -3 })
  expect(await rental(orderId)).toMatchObject({ heldFen: String(RENTAL) })
})

it('says what the terms of a changed order ask beyond what is in hand', async () => {
  const orderId = await held(cash)
  await t.root.query(
    `update "order" set deposit_policy_snapshot = jsonb_set(deposit_policy_snapshot, '{rows,0,amount}', '420000') where id = $1`,
    [orderId],
  )
  const shortOf = async () => (await t.call(deposit.forPickup, { orderId }, owner())).rows[0]!.short
  expect(await shortOf()).toBe(120_000)
  await changed(orderId, { ...cash, change: 1, amount: 120_000 })
  expect(await shortOf()).toBe(0)
})
