import { expect, it } from 'vitest'
import { approvalRules, DEDUCTION_LIMIT } from './rules.ts'

it('a deduction needs approval above ¥5,000, not at it, counted with earlier parts of the same deduction', () => {
  const { needed, summary } = approvalRules.deduction
  const deed = { orderNo: 'O1', before: 0 }
  expect(needed({ ...deed, fen: DEDUCTION_LIMIT })).toBe(false)
  expect(needed({ ...deed, fen: DEDUCTION_LIMIT + 1 })).toBe(true)
  expect(needed({ ...deed, fen: 200_000, before: 300_000 })).toBe(false)
  expect(needed({ ...deed, fen: 200_001, before: 300_000 })).toBe(true)
  expect(summary({ ...deed, fen: 500_001 })).toBe('订单 O1 押金扣款 ¥5,000.01')
  expect(summary({ ...deed, fen: 300_000, before: 300_000 })).toBe('订单 O1 押金扣款 ¥3,000.00，24小时内共 ¥6,000.00')
})
