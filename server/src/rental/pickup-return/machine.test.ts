import { contract } from '@cheyi/contract/index'
import { deductResult, depositKind, depositMode, holdStatus } from '@cheyi/domain/money/deposit/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY } from '@cheyi/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, confirmed, handOut, type payDeposits, sendConfirm } from '../../testing/world/handover.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

ownMerchant()
afterEach(() => booksAgree(t))

/*
 * What a return owes is taken from an authorisation of the shop's card machine, off the slip of its completion.
 */

const { deposit, merchant, pickupReturn } = contract
/** Each order has a week of its own. */
let week = -1
const trip = () => ({ pickupAt: at('11-23T10:00') + week * 7 * DAY, returnAt: at('11-25T10:00') + week * 7 * DAY })
/** Three hours late. */
const back = () => at('11-25T13:20') + week * 7 * DAY
const LATE = 13_332

beforeEach(async () => {
  const { version, payWays } = await t.call(merchant.paySetting, {}, owner())
  if (payWays.includes(payWay.pos)) return
  const open = { payProfile: 1 as const, payWays: [payWay.cash, payWay.pos], limits: { maxPayment: 10_000_000 } }
  await t.call(merchant.savePay, { ...open, version }, owner())
})

/** On rent, its rental deposit of 3,000 yuan held by the card machine. */
async function out(): Promise<string> {
  week++
  const authNo = String(100_001 + week)
  // The same few cars go out again, as if none had been driven.
  await t.root.query('update vehicle set odometer_km = 10000 where odometer_km > 10000')
  const held: typeof payDeposits = async (_t, _w, orderId) => {
    const slip = { mode: depositMode.online, payWay: payWay.pos, amount: 300_000, authNo, cardTail: '8812' }
    await t.call(deposit.pay, { orderId, kind: depositKind.rental, ...slip }, owner())
    const cash = { mode: depositMode.offline, payWay: payWay.cash, amount: 200_000 }
    return t.call(deposit.pay, { orderId, kind: depositKind.violation, ...cash }, owner())
  }
  return (await handOut(t, w, { trip: trip(), deposits: held })).orderId
}
const completed = (captured: number, slipNo: string) => ({ settle: 3 as const, payWay: undefined, captured, slipNo })
const bring = (orderId: string, confirm: Parameters<typeof bringBack>[3]['confirm']) =>
  bringBack(t, w, orderId, { at: back(), confirm })
/** The same return confirmed once more, after it was refused. */
const again = (orderId: string, confirm: Partial<Parameters<typeof sendConfirm>[2]>) =>
  confirmed(sendConfirm(t, w, { orderId, type: handoverType.return, actualAt: back(), expectAmount: LATE, ...confirm }))
const detail = (orderId: string) => t.call(deposit.detail, { orderId }, owner())
describe('a completion at the card machine', () => {
  it('is offered as far as the return owes, and pays it: the rest of the authorisation goes with it', async () => {
    const orderId = await out()
    t.clock.set(back())
    const ask = { orderId, actualReturnAt: back(), mileageKm: 10_100, fuelEighths: 8 }
    const { deposits } = await t.call(pickupReturn.settlement, ask, owner())
    expect(deposits[0]).toMatchObject({ available: 300_000, deduct: 0, machine: LATE })
    await bring(orderId, completed(LATE, 'POS-A-0001'))
    const { rows, deductions } = await detail(orderId)
    expect(deductions).toMatchObject([{ amount: LATE, result: deductResult.succeeded, reason: '还车结算扣款' }])
    expect(rows[0]).toMatchObject({
      captured: LATE,
      released: 300_000 - LATE,
      available: 0,
      holdStatus: holdStatus.released,
    })
    expect(await books(t, orderId)).toMatchObject({ pos_clearing: LATE })
    const { fees } = await t.call(contract.order.detail, { orderId }, owner())
    expect(fees).toMatchObject({ owed: 0, paid: fees.total })
  })

  it('of a part leaves the rest a debt, which needs who may pass it over', async () => {
    const orderId = await out()
    await expect(bring(orderId, completed(10_000, 'POS-B-0001'))).rejects.toThrow('4009 仍有¥33.32未收')
    await again(orderId, { ...completed(10_000, 'POS-B-0001'), overrideReason: '客户下次付' })
    expect((await t.call(contract.order.detail, { orderId }, owner())).fees.owed).toBe(3_332)
    // Once: the machine let the rest go.
    const { charges } = await detail(orderId)
    const lines = charges.map(({ code, refId, owed }) => ({ code, amount: owed, ...(refId === null ? {} : { refId }) }))
    const twice = await t.send(
      deposit.deduct,
      { orderId, kind: 1, lines, mode: 6, reason: '再扣', photoIds: ['1'] },
      owner(),
    )
    expect(twice.success).toBe(false)
  })

  it('is refused twice by the same slip, beyond what is due, without a slip, and where nothing is held', async () => {
    const first = await out()
    await bring(first, completed(LATE, 'POS-C-0001'))
    const second = await out()
    await expect(bring(second, completed(LATE, 'POS-C-0001'))).rejects.toThrow('不能重复使用')
    await expect(again(second, completed(LATE + 1, 'POS-C-0002'))).rejects.toThrow('4002')
    await expect(again(second, { ...completed(LATE, ''), slipNo: undefined })).rejects.toThrow(
      '请填写预授权完成的流水号',
    )
    await expect(again(second, { ...completed(LATE, 'POS-C-0002'), settle: 2, payWay: payWay.cash })).rejects.toThrow(
      '仅在还车结算选择押金抵扣时填写',
    )
    await again(second, completed(LATE, 'POS-C-0002'))
    week++
    await t.root.query('update vehicle set odometer_km = 10000 where odometer_km > 10000')
    const third = (await handOut(t, w, { trip: trip() })).orderId
    await expect(bring(third, completed(LATE, 'POS-C-0003'))).rejects.toThrow('4006')
  })
})
