import { describe, expect, it } from 'vitest'
import { orderStatus } from '../../booking/order/codes.ts'
import { can } from '../../step.ts'
import { supplementReason, supplementReasons } from '../payment/codes.ts'
import { account } from '../payment/ledger.ts'
import { creditOf, currentCreditAccount, onlyCollects, supplementSteps } from './supplement.ts'

describe('the account that a supplement is credited to', () => {
  it.each([
    [supplementReason.rent, account.unearned, account.rentIncome],
    [supplementReason.swap, account.unearned, account.rentIncome],
    [supplementReason.parkingToll, account.serviceIncome, account.serviceIncome],
    [supplementReason.cleaning, account.serviceIncome, account.serviceIncome],
    [supplementReason.damage, account.damageIncome, account.damageIncome],
    [supplementReason.violation, account.violationAdvance, account.violationAdvance],
    [supplementReason.other, account.serviceIncome, account.serviceIncome],
  ])('reason %i: %s while the car is out, %s once it is back', (reason, out, back) => {
    expect([creditOf(reason, orderStatus.pickedUp), creditOf(reason, orderStatus.returned)]).toEqual([out, back])
    expect(currentCreditAccount(out, orderStatus.returned)).toBe(back)
  })

  it('has an account for every reason', () => {
    for (const reason of supplementReasons.values) expect(creditOf(reason, orderStatus.arranged)).toBeTruthy()
  })
})

it('posts nothing for a cancelled order', () => {
  expect(
    [orderStatus.confirmed, orderStatus.returned, orderStatus.cancelling, orderStatus.cancelled].map(onlyCollects),
  ).toEqual([false, false, true, true])
})

it('cannot be cancelled once it is paid', () => {
  expect([0, 1, 2].map((status) => can(supplementSteps, 'cancel', status).ok)).toEqual([true, false, false])
})
