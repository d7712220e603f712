import { contract } from '@cheyi/contract/index'
import { depositKind, depositMode } from '@cheyi/domain/money/deposit/codes'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import {
  bookArranged,
  bringBack,
  handOut,
  payDeposits,
  payRent,
  prepare,
  sendConfirm,
} from '../../testing/world/handover.ts'
import { ownMerchant, t, w } from '../../testing/world/merchant.ts'

ownMerchant()

/*
 * A handover that is paid from a deposit passes for as much as can be taken from that deposit, not for what it is worth.
 */

const { deposit, merchant } = contract
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const fromDeposit = { settle: 3 as const, payWay: undefined }

it('a freeze pays nothing: the debt is told, not passed over', async () => {
  const owner = { token: w.tokens.owner }
  const { version } = await t.call(merchant.paySetting, {}, owner)
  await t.call(
    merchant.savePay,
    { payProfile: 1, payWays: [payWay.cash, payWay.pos], limits: { maxPayment: 10_000_000 }, version },
    owner,
  )
  // The card machine holds it: nobody takes from that but by a slip of its own.
  const slip = { mode: depositMode.online, payWay: payWay.pos, amount: 300_000, authNo: '100001', cardTail: '8812' }
  const held: typeof payDeposits = async (_t, _w, orderId) => {
    await t.call(deposit.pay, { orderId, kind: depositKind.rental, ...slip }, owner)
    const cash = { mode: depositMode.offline, payWay: payWay.cash, amount: 200_000 }
    return t.call(deposit.pay, { orderId, kind: depositKind.violation, ...cash }, owner)
  }
  const { orderId } = await handOut(t, w, { trip, deposits: held })
  await expect(bringBack(t, w, orderId, { at: at('11-25T13:20'), confirm: fromDeposit })).rejects.toThrow(
    '4009 仍有¥133.32未收',
  )
  const shown = await t.call(
    contract.pickupReturn.settlement,
    { orderId, actualReturnAt: at('11-25T13:20'), mileageKm: 10_100, fuelEighths: 8 },
    { token: w.tokens.owner },
  )
  expect(shown.deposits[0]).toMatchObject({ available: 300_000, deduct: 0 })
})

it('a pickup whose charges are more than the deposit leaves the rest open', async () => {
  const { orderId, total } = await bookArranged(t, w, { trip })
  await payRent(t, w, orderId, total)
  await payDeposits(t, w, orderId)
  t.clock.set(trip.pickupAt)
  await prepare(t, w, orderId)
  const items = [{ code: expenseCode.accessories, amount: 300_100 }]
  await t.call(contract.expense.saveAll, { orderId, type: handoverType.pickup, items }, { token: w.tokens.owner })
  const asked = { orderId, type: handoverType.pickup, expectAmount: 300_100, settle: 3 as const }
  expect(await sendConfirm(t, w, asked)).toMatchObject({ errorCode: 4009, message: '仍有¥1.00未收' })
})
