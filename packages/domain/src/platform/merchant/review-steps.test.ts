import { describe, expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { Refusal } from '../../refusal.ts'
import { type ActionOf, can } from '../../step.ts'
import { merchantStatuses } from './codes.ts'
import { merchantSteps } from './review-steps.ts'

const because = { note: '营业执照过期' }

describe('actions of the platform on a merchant', () => {
  it.each([
    ['approve', { 0: 1 }],
    ['reject', { 0: 0 }],
    ['suspend', { 1: 2 }],
    ['resume', { 2: 1 }],
    ['expire', { 1: 2 }],
    ['close', { 0: 3, 1: 3, 2: 3 }],
  ] as [ActionOf<typeof merchantSteps>, Record<number, number>][])('%s', (action, moves) => {
    for (const status of merchantStatuses.values) {
      const to = moves[status]
      if (to !== undefined) expect(advance(merchantSteps, action as 'reject', status, because)).toBe(to)
      else expect(can(merchantSteps, action as 'reject', status, because)).toMatchObject({ ok: false, key: 'stale' })
    }
  })

  it('needs a reason to reject and to suspend', () => {
    for (const [action, status] of [['reject', 0] as const, ['suspend', 1] as const])
      expect(() => advance(merchantSteps, action, status, { note: ' ' })).toThrow(Refusal)
  })
})
