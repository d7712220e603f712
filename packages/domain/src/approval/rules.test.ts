import { expect, it } from 'vitest'
import { approvalRules, DEDUCTION_LIMIT } from './rules.ts'

it('a deduction needs two above ¥5,000, not at it', () => {
  const { needed, summary } = approvalRules.deduction
  expect(needed({ fen: DEDUCTION_LIMIT, orderNo: 'O1' })).toBe(false)
  expect(needed({ fen: DEDUCTION_LIMIT + 1, orderNo: 'O1' })).toBe(true)
  expect(summary({ fen: 500_001, orderNo: 'O1' })).toBe('订单 O1 扣押金 ¥5,000.01')
})
