import { contract } from '@cheyi/contract/index'
import { expenseCode } from '@cheyi/domain/expense/codes'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { expect, it } from 'vitest'
import { at } from '../testing/at.ts'
import {
  bookArranged,
  bringBack,
  handOut,
  payDeposits,
  payRent,
  prepare,
  sendConfirm,
} from '../testing/world/handover.ts'
import { t, w } from '../testing/world/own-merchant.ts'

/*
 * A handover that is paid from a deposit passes for as much as can be taken from that deposit, not for what it is worth.
 */

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const fromDeposit = { settle: 3 as const, payWay: undefined }

it('a freeze pays nothing: the debt is told, not passed over', async () => {
  const { orderId } = await handOut(t, w, { trip })
  // As an authorisation would stand: frozen, nothing of it taken.
  await t.root.query('update deposit set pay_status = 3, mode = 2 where order_id = $1', [orderId])
  await expect(bringBack(t, w, orderId, { at: at('11-25T13:20'), confirm: fromDeposit })).rejects.toThrow(
    '4009 仍有133.32元未收',
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
  expect(await sendConfirm(t, w, asked)).toMatchObject({ errorCode: 4009, message: '仍有1.00元未收' })
})
