import { describe, expect, it } from 'vitest'
import { orderStatus } from '../../booking/order/codes.ts'
import { can } from '../../step.ts'
import { reimbursementKind as kind, reimbursementKinds } from '../payment/codes.ts'
import { account } from '../payment/ledger.ts'
import { reimbursementStatuses } from './codes.ts'
import {
  incomeOf,
  needsApproval,
  openReimbursements,
  payoutOf,
  reasonsOf,
  refundableCodes,
  refuseBeyondCap,
  reimbursementSteps,
} from './reimbursement.ts'

const limits = { refundApproveLimitFen: 50_000, advanceCapFen: 500_000 }
const used = (all: number, advances = 0) => ({ all, advances })

describe('approval by a second person', () => {
  it.each([
    [kind.refund, 50_000, used(0), false],
    [kind.refund, 50_001, used(0), true],
    [kind.refund, 30_000, used(20_001), true],
    [kind.advance, 10_000, used(40_000), false],
    [kind.goodwill, 50_000, used(0), false],
    [kind.goodwill, 1, used(50_000), true],
  ])('kind %i of %i fen after %j: %s', (of, amount, before, expected) => {
    expect(needsApproval(of, amount, before, limits)).toBe(expected)
  })
})

it('reimbursed costs have a limit per order, other kinds have none', () => {
  expect(() => refuseBeyondCap(kind.advance, 100_000, used(0, 400_000), limits)).not.toThrow()
  expect(() => refuseBeyondCap(kind.advance, 100_001, used(0, 400_000), limits)).toThrow('1,000.00')
  expect(() => refuseBeyondCap(kind.refund, 900_000, used(0, 400_000), limits)).not.toThrow()
})

it('debits a charge to unearned revenue, or to the income that it became', () => {
  const of = (status: number) =>
    refundableCodes.filter((code) => code !== 'supplement').map((code) => incomeOf(code, status))
  expect(of(orderStatus.pickedUp)).toEqual([
    account.unearned,
    account.unearned,
    account.serviceIncome,
    account.penaltyIncome,
  ])
  expect(of(orderStatus.returned)).toEqual([
    account.rentIncome,
    account.serviceIncome,
    account.serviceIncome,
    account.penaltyIncome,
  ])
})

it('is set off against a debt before money is paid out', () => {
  expect([payoutOf(200, 0), payoutOf(200, -50), payoutOf(200, 150), payoutOf(200, 300)]).toEqual([200, 200, 50, 0])
})

it('is open until it is refused or paid, and every kind has its reasons', () => {
  for (const status of reimbursementStatuses.values) {
    const ends = can(reimbursementSteps, 'refuse', status).ok
    expect(ends).toBe((openReimbursements as readonly number[]).includes(status))
  }
  for (const of of reimbursementKinds.values) expect(reasonsOf(of).length).toBeGreaterThan(1)
})
