import { contract } from '@cheyi/contract/index'
import { cancelReason, reduceType, responsibility } from '@cheyi/domain/booking/order/codes'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { platformDeductState } from '@cheyi/domain/money/deposit/platform-deduct'
import { payMode, supplementReason } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { statementResult as result, statementState as state } from '@cheyi/domain/sales/channel/codes'
import { expect, it } from 'vitest'
import { bulk } from '../../../bulk.ts'
import { writeTable } from '../../../outside/table/tables.ts'
import { workOff } from '../../../platform/job/runner.ts'
import { at } from '../../../testing/at.ts'
import { openChannel } from '../../../testing/open-api.ts'
import { sendUpload, uploadPhotos } from '../../../testing/upload.ts'
import { book, books, booksAgree, pickUp } from '../../../testing/world/bookings.ts'
import { bringBack, confirmed, prepare, renter, sendConfirm } from '../../../testing/world/handover.ts'
import { owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'
import { form, get, ownPlatform, type Placed, post } from '../../../testing/world/platform.ts'

ownMerchant({ cars: 6 })
ownPlatform()

const of = { source: 2, month: '2026-11' } as const
const { channel } = contract
const yuan = (fen: number) => (fen / 100).toFixed(2)

async function importLines(rows: readonly (readonly string[])[]) {
  const bytes = await writeTable([
    { name: '对账', rows: [['平台订单号', '结算金额', '佣金', '类型'], ...rows], widths: [] },
  ])
  const sent = await sendUpload(t, { biz: 'import' }, { name: '对账单.xlsx', bytes }, owner())
  const { mediaId } = sent.data as { mediaId: string }
  const { jobId: trial } = await t.call(channel.statementCheck, { ...of, mediaId }, owner())
  await workOff(t.jobs, bulk)
  const { jobId } = await t.call(channel.statementConfirm, { jobId: trial, mode: 'allOrNothing' }, owner())
  await workOff(t.jobs, bulk)
  return t.call(contract.job.detail, { jobId }, owner())
}
const shown = () => t.call(channel.statement, of, owner())

/** A prepaid order that its customer calls off late: the penalty stays with the platform. */
async function calledOff() {
  const asked = await form({ payment: 'prepaid' })
  const { orderId } = (await post('/orders', asked)).data as Placed
  return { no: asked.channelOrderNo, orderId }
}

it('of a month finds the four planted differences, books what agrees, and leaves nothing of it with the platform', async () => {
  await openChannel(t, w, 2, { commission_bp: 1000, prepaid: true })
  const customer = { name: '周明轩', mobile: '18621070937' }
  await renter(t, w, { name: customer.name, phone: customer.mobile })
  const deposits = { rental: 'waived', violation: 'waived' }
  const rented = await form({ customer, deposits })
  const { orderId, totalFen } = (await post('/orders', rented)).data as Placed
  await t.call(contract.arrange.plan, { orderId, vehicleId: w.vehicles.lavida[0]!.id }, owner())
  const [agreed, more, less, absent, refunded] = [
    await calledOff(),
    await calledOff(),
    await calledOff(),
    await calledOff(),
    await calledOff(),
  ]
  const off = { reason: cancelReason.noVehicle, responsibility: responsibility.merchant, note: '车辆故障' }
  await t.call(contract.order.cancel, { orderId: refunded.orderId, ...off, expectPenalty: 0 }, owner())
  t.clock.set(at('11-23T09:00'))
  for (const { no } of [agreed, more, less, absent]) await post(`/orders/${no}/cancel`)
  const penalty = (await books(t, agreed.orderId)).platform_clearing!
  expect(penalty).toBeGreaterThan(0)
  t.clock.set(at('11-23T10:00'))
  await prepare(t, w, orderId)
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
  await bringBack(t, w, orderId, { at: at('11-24T10:00') })
  const commission = Math.round(totalFen / 10)

  const told = await importLines([
    [rented.channelOrderNo, yuan(totalFen - commission), yuan(commission), '结算'],
    [agreed.no, yuan(penalty), '0', '结算'],
    [more.no, yuan(penalty + 100), '0', '结算'],
    [less.no, yuan(penalty), '0', '结算'],
    [less.no, yuan(50), '0', '退款'],
    ['NOBODY-1', '88.00', '0', '结算'],
    [refunded.no, '0', '0', '结算'],
    ['合计', '1000', '', ''],
  ])
  expect(told).toMatchObject({ state: 2, counts: { created: 6, failed: 0 } })
  const byNo = async () => new Map((await shown()).lines.map((line) => [line.channelOrderNo, line]))
  const lines = await byNo()
  const results = (nos: readonly string[]) => nos.map((no) => [lines.get(no)!.result, lines.get(no)!.state])
  expect(results([rented.channelOrderNo, agreed.no, refunded.no])).toEqual(
    [1, 2, 3].map(() => [result.same, state.settled]),
  )
  expect(results([more.no, less.no, 'NOBODY-1', absent.no])).toEqual([
    [result.otherSum, state.open],
    [result.otherSum, state.open],
    [result.missingHere, state.open],
    [result.missingThere, state.open],
  ])
  expect(await shown()).toMatchObject({ imported: 6, open: 4 })
  // Nothing of a settled order is left with the platform, and a refund ended by its line.
  for (const one of [orderId, agreed.orderId, refunded.orderId])
    expect((await books(t, one)).platform_clearing).toBeUndefined()
  expect(await t.call(contract.order.detail, { orderId: refunded.orderId }, owner())).toMatchObject({ status: 8 })
  await booksAgree(t)

  // The same file again changes nothing that was settled.
  expect(await importLines([[agreed.no, yuan(penalty), '0', '结算']])).toMatchObject({ counts: { skipped: 1 } })

  const handle = (line: object, action: 'book' | 'overbilled') =>
    t.send(channel.statementHandle, { ...of, action, note: '已与平台核对', ...line } as never, owner())
  for (const { no } of [more, less])
    expect(await handle({ lineId: lines.get(no)!.id }, 'book')).toMatchObject({ data: { state: state.settled } })
  expect(await handle({ lineId: lines.get('NOBODY-1')!.id }, 'book')).toMatchObject({ errorCode: -2 })
  expect(await handle({ lineId: lines.get('NOBODY-1')!.id }, 'overbilled')).toMatchObject({
    data: { state: state.noted },
  })
  expect((await byNo()).get('NOBODY-1')).toMatchObject({ overbilled: true, note: '已与平台核对' })
  expect(await handle({ orderId: absent.orderId }, 'book')).toMatchObject({ data: { state: state.settled } })
  expect(await handle({ lineId: lines.get(more.no)!.id }, 'book')).toMatchObject({ errorCode: -5 })
  for (const one of [more, less, absent]) expect((await books(t, one.orderId)).platform_clearing).toBeUndefined()
  expect(await t.call(contract.cashShift.awaited, {}, owner())).toEqual([])
  expect((await shown()).open).toBe(0)
  await booksAgree(t)

  // The platform reads the same, whatever was settled.
  const { orders } = (await get(`/statement?month=${of.month}`)).data as unknown as {
    orders: { channelOrderNo: string; netFen: number }[]
  }
  expect(new Map(orders.map(({ channelOrderNo, netFen }) => [channelOrderNo, netFen]))).toEqual(
    new Map([
      [rented.channelOrderNo, totalFen - commission],
      ...[agreed, more, less, absent].map(({ no }) => [no, penalty] as const),
      [refunded.no, 0],
    ]),
  )
})

it('says what the platform took of a deposit that it holds: open requests are answered by it, once', async () => {
  await openChannel(t, w, 2, { prepaid: true })
  const body = await form({ deposits: { rental: 'held', violation: 'waived' } })
  const no = body.channelOrderNo
  const { orderId, totalFen } = (await post('/orders', body)).data as Placed
  await pickUp(t, w, orderId)
  const later = { payMode: payMode.onlineIn, reasonCode: supplementReason.cleaning } as const
  const { id } = await t.call(contract.supplement.save, { orderId, ...later, amount: 50_000 }, owner())
  for (const amount of [20_000, 30_000])
    await t.call(
      contract.deposit.deduct,
      {
        orderId,
        kind: depositKind.rental,
        lines: [{ code: 'supplement', refId: id, amount }],
        mode: payMode.platformDeduct,
        reason: '洗车费',
        photoIds: await uploadPhotos(t, 'deposit', 1, w.tokens.owner),
      },
      owner(),
    )
  const rows = [
    [no, yuan(totalFen), '0', '结算'],
    [no, yuan(25_000), '0', '押金扣款'],
  ]
  expect(await importLines(rows)).toMatchObject({ counts: { failed: 0 } })
  const { deductions, charges } = await t.call(contract.deposit.detail, { orderId }, owner())
  expect(deductions.map(({ amount, asked, state: now }) => [amount, asked, now])).toEqual([
    [5_000, 30_000, platformDeductState.partly],
    [20_000, 20_000, platformDeductState.confirmed],
  ])
  expect(charges).toMatchObject([{ owed: 25_000 }])
  expect((await shown()).lines).toMatchObject([{ result: result.same, state: state.settled, net: totalFen + 25_000 }])
  expect((await books(t, orderId)).platform_clearing).toBeUndefined()
  await importLines(rows)
  expect((await t.call(contract.deposit.detail, { orderId }, owner())).charges).toMatchObject([{ owed: 25_000 }])
  await booksAgree(t)
})

it('is linked to an order that staff entered without or with a wrong number, and the month can be closed', async () => {
  const typed = async (channelOrderNo: string) => {
    const reduces = [{ reduceType: reduceType.channelSubsidy, amount: 2_000 }]
    return (await book(t, w, { trip: { source: 2, reduces }, form: { channelOrderNo } })).orderId
  }
  const [bare, wrong, offline] = [await typed('BARE-1'), await typed('WRONG-1'), (await book(t, w)).orderId]
  // Orders from before a number was required have none.
  await t.root.query('update "order" set channel_order_no = null where id = $1', [bare])
  await importLines([
    ['L-1', '20.00', '0', '结算'],
    ['L-2', '15.00', '0', '结算'],
    ['L-3', '9.00', '0', '结算'],
  ])
  const line = async (no: string) => (await shown()).lines.find(({ channelOrderNo }) => channelOrderNo === no)!
  const handle = async (no: string, action: string, more: object = {}) =>
    t.send(
      channel.statementHandle,
      { ...of, lineId: (await line(no)).id, action, note: '平台重复计费', ...more } as never,
      owner(),
    )
  expect(await handle('L-1', 'link')).toMatchObject({ errorCode: -2, data: { field: 'toOrderId' } })
  expect(await handle('L-1', 'link', { toOrderId: offline })).toMatchObject({
    errorCode: -2,
    data: { field: 'toOrderId' },
  })
  expect(await handle('L-1', 'link', { toOrderId: bare })).toMatchObject({ data: { state: state.settled } })
  expect(await line('L-1')).toMatchObject({ orderId: bare, result: result.same, net: 2_000, ours: 2_000 })
  expect((await t.call(contract.order.detail, { orderId: bare }, owner())).channelOrderNo).toBe('L-1')
  expect((await books(t, bare)).platform_clearing).toBeUndefined()

  expect(await handle('L-2', 'link', { toOrderId: bare })).toMatchObject({ errorCode: -2 })
  expect(await handle('L-2', 'link', { toOrderId: wrong })).toMatchObject({ data: { state: state.open } })
  expect(await line('L-2')).toMatchObject({ orderId: wrong, result: result.otherSum })
  expect(await handle('L-2', 'overbilled')).toMatchObject({ errorCode: -5 })
  expect(await handle('L-2', 'book')).toMatchObject({ data: { state: state.settled } })
  expect((await books(t, wrong)).platform_clearing).toBeUndefined()
  expect(await handle('L-3', 'overbilled')).toMatchObject({ data: { state: state.noted } })
  expect((await shown()).open).toBe(0)
  await booksAgree(t)
})

it('is for those who reconcile, and of one channel', async () => {
  await importLines([['X-1', '10.00', '', '']])
  expect((await shown()).lines).toMatchObject([{ channelOrderNo: 'X-1', result: result.missingHere }])
  expect((await t.call(channel.statement, { ...of, source: 3 }, owner())).lines).toEqual([])
  expect(await t.send(channel.statement, of, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
})

it('compares the commission as well: what the platform keeps, with the same amount remitted, is a difference', async () => {
  await openChannel(t, w, 2, { commission_bp: 1000, prepaid: true })
  const customer = { name: '周明轩', mobile: '18621070937' }
  await renter(t, w, { name: customer.name, phone: customer.mobile })
  const asked = await form({ customer, deposits: { rental: 'waived', violation: 'waived' } })
  const no = asked.channelOrderNo
  const { orderId, totalFen } = (await post('/orders', asked)).data as Placed
  await t.call(contract.arrange.plan, { orderId, vehicleId: w.vehicles.lavida[0]!.id }, owner())
  t.clock.set(at('11-23T10:00'))
  await prepare(t, w, orderId)
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
  await bringBack(t, w, orderId, { at: at('11-24T10:00') })
  const commission = Math.round(totalFen / 10)
  const net = yuan(totalFen - commission)
  const only = async () => (await shown()).lines.find(({ channelOrderNo }) => channelOrderNo === no)!

  // A fen of it, too, and one that is nothing.
  for (const kept of [commission + 1, 0]) {
    await importLines([[no, net, yuan(kept), '结算']])
    expect(await only()).toMatchObject({
      result: result.otherSum,
      state: state.open,
      net: totalFen - commission,
      commission: kept,
      ours: totalFen - commission,
      oursCommission: commission,
    })
    const again = { ...of, lineId: (await only()).id!, action: 'recheck', note: '' } as const
    expect(await t.call(channel.statementHandle, again, owner())).toEqual({ state: state.open })
  }
  // Booked as the platform says, the commission of the books stays, and nothing of the order is left in either.
  const booked = { ...of, lineId: (await only()).id!, action: 'book', note: '平台少收' } as const
  expect(await t.call(channel.statementHandle, booked, owner())).toEqual({ state: state.settled })
  expect(await books(t, orderId)).toMatchObject({ channel_commission: commission })
  expect((await books(t, orderId)).platform_clearing).toBeUndefined()
  await booksAgree(t)
})

it('takes a statement that does not say the commission by its amounts', async () => {
  await openChannel(t, w, 2, { prepaid: true })
  const { no, orderId } = await calledOff()
  t.clock.set(at('11-23T09:00'))
  await post(`/orders/${no}/cancel`)
  const penalty = (await books(t, orderId)).platform_clearing!
  await importLines([[no, yuan(penalty), '', '结算']])
  expect((await shown()).lines).toMatchObject([
    { channelOrderNo: no, result: result.same, commission: null, ours: penalty, oursCommission: 0 },
  ])
})
