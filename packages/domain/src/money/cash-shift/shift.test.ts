import fc from 'fast-check'
import { expect, it } from 'vitest'
import { approvalRules } from '../../platform/approval/rules.ts'
import { offlinePayWays, payWay } from '../payment/codes.ts'
import { account, balancesOf, cashDifferenceEntry, clearingOf, imbalance } from '../payment/ledger.ts'
import { differenceOf } from './shift.ts'

const count = (way: (typeof offlinePayWays)[number]) =>
  fc
    .tuple(fc.integer({ min: -50_000, max: 900_000 }), fc.integer({ min: 0, max: 900_000 }))
    .map(([expected, counted]) => ({ way, expected, counted }))
const counts = fc.tuple(...offlinePayWays.map(count))

it('a difference is one entry that adjusts each account to what was counted', () => {
  fc.assert(
    fc.property(counts, (all) => {
      const { net, gross } = differenceOf(all)
      const { lines } = cashDifferenceEntry('1', all)
      expect(imbalance(lines)).toBe(0)
      const moved = balancesOf(lines)
      for (const { way, expected, counted } of all) expect(expected + (moved.get(clearingOf(way)) ?? 0)).toBe(counted)
      expect(-(moved.get(account.cashDifference) ?? 0)).toBe(net)
      expect(lines.length === 0).toBe(gross === 0)
      expect(gross).toBeGreaterThanOrEqual(Math.abs(net))
    }),
  )
})

it.each([
  [5_000, 0, false],
  [5_001, 0, true],
  [-5_001, 0, true],
  [3_000, -3_000, true],
])('cash differs by %i and card by %i fen: approval needed is %s', (cash, card, signed) => {
  const { net, gross } = differenceOf([
    { way: payWay.cash, expected: 100_000, counted: 100_000 + cash },
    { way: payWay.pos, expected: 100_000, counted: 100_000 + card },
  ])
  expect(approvalRules.cashDifference.needed({ net, gross, before: 0, storeName: '', cashierName: '' })).toBe(signed)
})
