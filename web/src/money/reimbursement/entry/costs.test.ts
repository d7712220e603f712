import { reimbursementKind as kind } from '@cheyi/domain/money/payment/codes'
import { expect, it } from 'vitest'
import { type Cost, costInput, costProblems, isBlank, keyOf } from './costs.ts'

const charges = [
  { code: 'rent' as const, refId: null, name: '租金', left: 50_000 },
  { code: 'service' as const, refId: '7', name: '儿童座椅', left: 4_000 },
]
const answer = { charges, refundable: 52_000, advanceLeft: 10_000 }
const cost = (more: Partial<Cost>): Cost => ({ charge: null, name: null, amount: null, photoIds: [], ...more })

it('holds each thing against its charge, and all of them against what may go back', () => {
  const seat = cost({ charge: keyOf(charges[1]!), amount: 4_000 })
  expect(costProblems(seat, [], kind.refund, answer)).toEqual({ charge: false, amount: false })
  const rent = (amount: number) => cost({ charge: keyOf(charges[0]!), amount })
  expect(costProblems(rent(48_000), [seat], kind.refund, answer).amount).toBe(false)
  expect(costProblems(rent(48_001), [seat], kind.refund, answer).amount).toContain('480.00')
  expect(costProblems(cost({ amount: 1 }), [], kind.refund, answer).charge).toBe('请选择退款项目')
  expect(costProblems(cost({ amount: 6_000 }), [cost({ amount: 5_000 })], kind.advance, answer).amount).toContain(
    '50.00',
  )
  expect(costProblems(cost({ amount: 90_000 }), [], kind.goodwill, answer).amount).toBe(false)
})

it('sends a charge by what it is, a cost by its name, and knows what was not begun', () => {
  expect(costInput(cost({ charge: keyOf(charges[1]!), amount: 5 }), kind.refund, charges)).toMatchObject({
    code: 'service',
    refId: '7',
    name: null,
  })
  expect(costInput(cost({ name: '拖车', amount: 5, photoIds: ['9'] }), kind.advance, charges)).toEqual({
    code: null,
    refId: null,
    name: '拖车',
    amount: 5,
    photoIds: ['9'],
  })
  expect([isBlank(cost({})), isBlank(cost({ name: ' ' })), isBlank(cost({ amount: 1 }))]).toEqual([true, true, false])
})
