import { describe, expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { type ActionOf, can } from '../../step.ts'
import { DAY } from '../../time.ts'
import { cancelAtOf, cancellationSteps, userStatuses } from './cancellation.ts'

const free = { open: [] }

describe('cancelling an account', () => {
  it.each([
    ['apply', { 1: 2 }],
    ['withdraw', { 2: 1 }],
    ['drop', { 2: 1 }],
    ['complete', { 2: 3 }],
  ] as [ActionOf<typeof cancellationSteps>, Record<number, number>][])('%s', (action, moves) => {
    for (const status of userStatuses.values) {
      const to = moves[status]
      if (to === undefined) expect(can(cancellationSteps, action as 'apply', status, free).ok).toBe(false)
      else expect(advance(cancellationSteps, action as 'apply', status, free)).toBe(to)
    }
  })

  it('names open business', () => {
    const open = [
      { label: '未完结订单', count: 2 },
      { label: '未结清押金', count: 0 },
      { label: '未结清金额', count: 1 },
    ]
    const said = '存在未完结业务，暂不能注销：未完结订单2项、未结清金额1项'
    expect(() => advance(cancellationSteps, 'apply', 1, { open })).toThrow(said)
  })

  it('has a cooling-off period of fifteen whole days', () => {
    const now = Date.parse('2026-11-20T10:00:00+08:00')
    expect(cancelAtOf(now)).toBe(Date.parse('2026-12-06T00:00:00+08:00'))
    expect(cancelAtOf(now) - now).toBeGreaterThan(15 * DAY)
  })
})
