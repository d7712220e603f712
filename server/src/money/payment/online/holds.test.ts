import { contract } from '@cheyi/contract/index'
import { depositMode, depositPayStatus, depositStatus, holdStatus, waiveType } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus } from '@cheyi/domain/money/deposit/hold'
import { payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../../testing/app.ts'
import { runDue } from '../../../testing/jobs.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { books, rentAndReturn, weekend } from '../../../testing/world/bookings.ts'
import {
  askDeposit,
  bookWithDeposit,
  type DepositPay,
  freeze,
  holdDeposit,
  RENTAL,
  score,
  zhima,
} from '../../../testing/world/deposits.ts'
import { orderRow, owner, t, w } from '../../../testing/world/merchant.ts'
import { payLink, tellManyTimes, tradeOf } from '../../../testing/world/online.ts'
import { onlineMerchant, simulator } from '../../../testing/world/online-merchant.ts'

onlineMerchant({ cars: 60 })
const { deposit } = contract

const rental = async (orderId: string) =>
  (await t.root.query('select * from deposit where order_id = $1 and kind = 1', [orderId])).rows[0]
const holdRows = async (orderId: string) =>
  (await t.root.query('select * from deposit_hold where order_id = $1 order by id', [orderId])).rows
const deductions = async (orderId: string) =>
  (await t.root.query('select * from deposit_deduction where order_id = $1 order by id', [orderId])).rows
const steps = async (orderId: string, step: string) =>
  (await t.root.query('select * from payment where order_id = $1 and hold_step = $2 order by id', [orderId, step])).rows

const booked = () => bookWithDeposit(t, w)
const ask = (orderId: string, how?: DepositPay) => askDeposit(t, w, orderId, how)
const held = (how?: DepositPay) => holdDeposit(t, w, how)
/** The car is back and owes so much. */
const returned = (orderId: string, charge: number) => rentAndReturn(t, w, orderId, charge)
async function deduct(orderId: string, amount: number, token = w.tokens.owner) {
  const { charges } = await t.call(deposit.detail, { orderId }, owner())
  const [charge] = charges
  return t.send(
    deposit.deduct,
    {
      orderId,
      kind: 1,
      lines: [{ code: charge?.code ?? 'order', refId: charge?.refId ?? undefined, amount }],
      mode: payMode.onlineIn,
      reason: '清洁费',
      photoIds: await uploadPhotos(t, 'deposit', 1, token),
    },
    { token },
  )
}
const holdOf = async (orderId: string) => {
  const [first] = await steps(orderId, 'freeze')
  return (await tradeOf(t, first.id))!
}

describe.each([
  ['支付宝资金授权', freeze, depositPayStatus.authorised, payWay.alipay],
  ['芝麻免押', zhima, depositPayStatus.waived, payWay.alipay],
  ['微信支付分', score, depositPayStatus.waived, payWay.wechat],
] as const)('%s', (_, how, payStatus, way) => {
  it('holds the deposit once its customer agrees, moves no money and books nothing', async () => {
    const orderId = await booked()
    const before = await books(t, orderId)
    const asked = await ask(orderId, how)
    expect(asked.qr).toMatch(/^\/simulated-pay\?no=/)
    expect(await rental(orderId)).toMatchObject({ payStatus: depositPayStatus.unpaid, heldFen: '0' })
    expect(await ask(orderId, how)).toMatchObject({ paymentId: asked.paymentId, qr: asked.qr })
    await payLink(t, asked.paymentId!)
    expect(await rental(orderId)).toMatchObject({
      payStatus,
      holdStatus: holdStatus.held,
      heldFen: String(RENTAL),
      payWay: way,
    })
    expect(await orderRow(orderId)).toMatchObject({
      depositStatus: payStatus === depositPayStatus.waived ? depositStatus.rentalFree : depositStatus.none,
      heldDepositFen: payStatus === depositPayStatus.waived ? '0' : String(RENTAL),
    })
    expect(await books(t, orderId)).toEqual(before)
    expect(await t.call(contract.payment.query, { paymentId: asked.paymentId! }, owner())).toMatchObject({ status: 2 })
  })

  it('pays a charge, and the rest goes back to its customer', async () => {
    const orderId = await held(how)
    await returned(orderId, 80000)
    expect(await deduct(orderId, 80000)).toMatchObject({ success: true, data: { deductResult: null } })
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '80000' })
    await runDue(t, 'payQuery')
    expect(await deductions(orderId)).toMatchObject([{ result: 2, payWay: way, amountFen: '80000' }])
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
    expect(await books(t, orderId)).toMatchObject({ online_clearing: 80000 })
    t.clock.set(weekend.returnAt + HOUR)
    await runDue(t, 'rentalRelease')
    await runDue(t, 'moneyOut')
    expect(await rental(orderId)).toMatchObject({
      capturedFen: '80000',
      releasedFen: '220000',
      holdStatus: holdStatus.released,
      inFlightFen: '0',
    })
    expect(await holdRows(orderId)).toMatchObject([{ status: authHoldStatus.ended }])
    expect(await holdOf(orderId)).toMatchObject({ held: 0, captured: 80000 })
    expect(await books(t, orderId)).not.toHaveProperty('deposit_liability_rental')
  })

  it('is let go whole with its cancelled order, which is final then', async () => {
    const orderId = await held(how)
    await t.call(
      contract.order.cancel,
      { orderId, reason: 1, responsibility: 2, note: '无车', expectPenalty: 0 },
      owner(),
    )
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
    await t.call(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, owner())
    expect(await orderRow(orderId)).toMatchObject({ status: 7 })
    await runDue(t, 'moneyOut')
    expect(await orderRow(orderId)).toMatchObject({ status: 8 })
    expect(await holdOf(orderId)).toMatchObject({ held: 0 })
  })

  it('is let go at once when its customer agrees to what nobody needs any more', async () => {
    const orderId = await booked()
    const { paymentId } = await ask(orderId, how)
    await simulator.fail('lose', (await tradeOf(t, paymentId!))!.no)
    await payLink(t, paymentId!)
    await t.call(
      deposit.pay,
      { orderId, kind: 1, mode: depositMode.offline, payWay: payWay.cash, amount: RENTAL },
      owner(),
    )
    t.clock.set(TEST_NOW + MINUTE)
    await runDue(t, 'payQuery')
    await runDue(t, 'moneyOut')
    expect(await holdOf(orderId)).toMatchObject({ held: 0 })
    expect(await rental(orderId)).toMatchObject({ payStatus: depositPayStatus.paid, heldFen: String(RENTAL) })
  })

  it('survives an answer that was lost: a capture and a letting go happen once', async () => {
    const orderId = await held(how)
    await returned(orderId, 80000)
    await deduct(orderId, 80000)
    await simulator.fail('timeOutAfterSuccess')
    await runDue(t, 'payQuery')
    expect(await deductions(orderId)).toMatchObject([{ result: null }])
    await simulator.fail('none')
    t.clock.set(weekend.returnAt + 5 * MINUTE)
    await runDue(t, 'payQuery')
    expect(await deductions(orderId)).toMatchObject([{ result: 2 }])
    t.clock.set(weekend.returnAt + HOUR)
    await runDue(t, 'rentalRelease')
    await simulator.fail('timeOutAfterSuccess')
    await runDue(t, 'moneyOut')
    await simulator.fail('none')
    t.clock.set(weekend.returnAt + 2 * HOUR)
    await runDue(t, 'payQuery')
    expect(await rental(orderId)).toMatchObject({ capturedFen: '80000', releasedFen: '220000' })
    expect(await holdOf(orderId)).toMatchObject({ held: 0, captured: 80000 })
  })

  it('stands when a capture is refused, which staff are told of', async () => {
    const orderId = await held(how)
    await returned(orderId, 80000)
    await deduct(orderId, 80000)
    await simulator.fail('refuseCapture')
    await runDue(t, 'payQuery')
    expect(await deductions(orderId)).toMatchObject([{ result: 1 }])
    expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.held, inFlightFen: '0', capturedFen: '0' })
    await simulator.fail('none')
    expect(await deduct(orderId, 80000)).toMatchObject({ success: true })
    await runDue(t, 'payQuery')
    expect((await deductions(orderId)).map(({ result }) => result)).toEqual([1, 2])
  })

  it('waits for a provider that is away, at each step', async () => {
    const orderId = await booked()
    await simulator.fail('down')
    const asked = await ask(orderId, how)
    expect(asked).toMatchObject({ qr: null, url: null })
    await simulator.fail('none')
    const looked = await t.call(contract.payment.query, { paymentId: asked.paymentId! }, owner())
    expect(looked.qr).toMatch(/simulated-pay/)
    await payLink(t, asked.paymentId!)
    await returned(orderId, 80000)
    await deduct(orderId, 80000)
    await simulator.fail('down')
    await runDue(t, 'payQuery')
    await simulator.fail('none')
    t.clock.set(weekend.returnAt + 10 * MINUTE)
    await runDue(t, 'payQuery')
    expect(await deductions(orderId)).toMatchObject([{ result: 2 }])
  })
})

it('of two people who deduct the same deposit at once one wins', async () => {
  const orderId = await held()
  await returned(orderId, 80000)
  const answers = await Promise.all([deduct(orderId, 80000), deduct(orderId, 80000, w.tokens.manager)])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.find(({ success }) => !success)).toMatchObject({ errorCode: 4002 })
  await runDue(t, 'payQuery')
  expect(await rental(orderId)).toMatchObject({ capturedFen: '80000' })
})

it('Alipay is captured from twice, 支付分 once: its second is refused before anybody is asked', async () => {
  const [alipay, wechat] = [await held(freeze), await held(score)]
  for (const orderId of [alipay, wechat]) {
    t.clock.set(TEST_NOW)
    await returned(orderId, 80000)
    expect(await deduct(orderId, 30000)).toMatchObject({ success: true })
  }
  expect(await deduct(wechat, 50000)).toMatchObject({ success: false })
  expect(await deduct(alipay, 50000)).toMatchObject({ success: true })
  await runDue(t, 'payQuery')
  expect(await deduct(wechat, 50000)).toMatchObject({ errorCode: 4006 })
  expect(await orderRow(alipay)).toMatchObject({ owedFen: '0' })
  expect(await orderRow(wechat)).toMatchObject({ owedFen: '50000' })
})

it('支付分 stays undecided for three days, and is paid in the end', async () => {
  const orderId = await held(score)
  await returned(orderId, 80000)
  const { no } = await holdOf(orderId)
  await simulator.fail('undecided', no)
  await deduct(orderId, 80000)
  for (const after of [0, MINUTE, HOUR, 5 * HOUR, DAY, 2 * DAY, 3 * DAY]) {
    t.clock.set(weekend.returnAt + after)
    await runDue(t, 'payQuery')
  }
  expect(await deductions(orderId)).toMatchObject([{ result: null }])
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '80000' })
  const told = `select from notification where ref like 'payment/%/undecided'`
  expect((await t.root.query(told)).rows).toHaveLength(0)
  await simulator.fail('none', no)
  await simulator.act(no, 'approve')
  expect(await deductions(orderId)).toMatchObject([{ result: 2 }])
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
  expect(await rental(orderId)).toMatchObject({ capturedFen: '80000', releasedFen: '220000' })
})

it('a queued letting go is withdrawn when damage is found, before it left', async () => {
  const orderId = await held()
  await returned(orderId, 0)
  await runDue(t, 'rentalRelease')
  const { id } = await rental(orderId)
  await t.call(deposit.withdraw, { depositId: id, reason: '发现车损' }, owner())
  t.clock.set(weekend.returnAt + HOUR)
  await runDue(t, 'moneyOut')
  expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.held, releasedFen: '0' })
  expect(await holdOf(orderId)).toMatchObject({ held: RENTAL })
})

it('a queued letting go is no voucher’s to prove: only its provider lets it go', async () => {
  const orderId = await held()
  await returned(orderId, 0)
  await runDue(t, 'rentalRelease')
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
  const { success } = await t.send(deposit.release, { orderId, kind: 1, voucherIds }, owner())
  expect(success).toBe(false)
  expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.releasing, releasedFen: '0' })
  t.clock.set(weekend.returnAt + HOUR)
  await runDue(t, 'moneyOut')
  expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.released })
  expect(await holdOf(orderId)).toMatchObject({ held: 0 })
})

it('a letting go waits for a provider that is away, and happens once under its number', async () => {
  const orderId = await held()
  await returned(orderId, 0)
  t.clock.set(weekend.returnAt + HOUR)
  await runDue(t, 'rentalRelease')
  await simulator.fail('down')
  await runDue(t, 'moneyOut')
  const [sent] = await steps(orderId, 'unfreeze')
  expect(sent).toMatchObject({ status: paymentStatus.processing })
  expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.releasing, releasedFen: '0' })
  await simulator.fail('none')
  expect(await holdOf(orderId)).toMatchObject({ held: RENTAL })
  t.clock.set(weekend.returnAt + 2 * HOUR)
  await runDue(t, 'payQuery')
  expect(await steps(orderId, 'unfreeze')).toMatchObject([
    { status: paymentStatus.succeeded, outTradeNo: sent.outTradeNo },
  ])
  expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.released })
  expect(await holdOf(orderId)).toMatchObject({ held: 0 })
})

it('a letting go that Alipay takes its time over is done once, told fifty times at once, forged not at all', async () => {
  const orderId = await held()
  await returned(orderId, 0)
  t.clock.set(weekend.returnAt + HOUR)
  await runDue(t, 'rentalRelease')
  const { no } = await holdOf(orderId)
  await simulator.fail('pendingRefunds', no)
  await runDue(t, 'moneyOut')
  await simulator.fail('forge', no)
  await simulator.act(no, 'approve')
  expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.releasing, releasedFen: '0' })
  await simulator.fail('delay', no)
  await simulator.act(no, 'approve')
  expect(await tellManyTimes(t, simulator)).toEqual(['200 success'])
  expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.released, releasedFen: String(RENTAL) })
  expect(await steps(orderId, 'unfreeze')).toMatchObject([{ status: paymentStatus.succeeded }])
})

it('a letting go that fails is tried again, then waits for a person', async () => {
  const orderId = await held()
  await returned(orderId, 0)
  t.clock.set(weekend.returnAt + HOUR)
  await runDue(t, 'rentalRelease')
  await simulator.fail('refuseRefund')
  for (let i = 1; i <= 5; i++) {
    t.clock.set(weekend.returnAt + HOUR + i * DAY)
    await runDue(t, 'moneyOut')
  }
  expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.releaseFailed })
  expect(await orderRow(orderId)).toMatchObject({ pendingRefund: 'failed' })
  await simulator.fail('none')
  await t.call(deposit.retry, { depositId: (await rental(orderId)).id }, owner())
  await runDue(t, 'moneyOut')
  expect(await rental(orderId)).toMatchObject({ holdStatus: holdStatus.released })
})

it('a notification counts once, told fifty times at once; forged or of another sum not at all', async () => {
  const orderId = await booked()
  const { paymentId } = await ask(orderId)
  const { no } = (await tradeOf(t, paymentId!))!
  await simulator.fail('delay', no)
  await payLink(t, paymentId!)
  expect(await tellManyTimes(t, simulator)).toEqual(['200 success'])
  expect(await rental(orderId)).toMatchObject({ heldFen: String(RENTAL) })
  expect(await holdRows(orderId)).toHaveLength(1)

  for (const [fault, how] of [
    ['forge', freeze],
    ['wrongAmount', freeze],
    ['forge', score],
    ['wrongAmount', score],
  ] as const) {
    const other = await booked()
    const asked = await ask(other, how)
    await simulator.fail(fault, (await tradeOf(t, asked.paymentId!))!.no)
    await payLink(t, asked.paymentId!)
    expect(await rental(other), fault).toMatchObject({ payStatus: depositPayStatus.unpaid, heldFen: '0' })
  }
})

it('is refused where the policy or the contracts do not allow it, and for whoever is paid already', async () => {
  const orderId = await held()
  const send = (id: string, more: DepositPay) =>
    t.send(deposit.pay, { orderId: id, kind: 1, amount: RENTAL, ...freeze, ...more }, owner())
  expect(await send(orderId, {})).toMatchObject({ errorCode: 4003 })
  const other = await booked()
  expect(await send(other, { amount: 1 })).toMatchObject({ errorCode: 4002 })
  expect(await send(other, { kind: 3 })).toMatchObject({ errorCode: -2 })
  expect(await send(other, { payWay: payWay.wechat })).toMatchObject({ errorCode: 4008 })
  expect(await send(other, { mode: depositMode.waived, waiveType: waiveType.platform })).toMatchObject({
    errorCode: 4013,
  })
  await simulator.fail('refuse')
  expect(await send(other, {})).toMatchObject({ errorCode: 9001 })
  await simulator.fail('none')
  await t.root.query(`update pay_channel set service_id = '' where pay_way = 2`)
  expect(await send(other, score)).toMatchObject({ errorCode: 4008 })
  await t.root.query(`update pay_channel set service_id = '500001' where pay_way = 2`)
})

it('a link that nobody agrees to closes with its hold', async () => {
  const orderId = await booked()
  const { paymentId } = await ask(orderId)
  const closed = await t.call(contract.payment.cancel, { paymentId: paymentId! }, owner())
  expect(closed).toMatchObject({ status: paymentStatus.closed })
  expect(await holdRows(orderId)).toMatchObject([{ status: authHoldStatus.closed }])
})
