import { relocationStatus, ticketKind } from '@cheyi/domain/fleet/ticket/codes'
import { isOverdue } from '@cheyi/domain/fleet/ticket/kinds'
import { MINUTE } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { soonest } from './ticket-words.ts'

it.each([0, 1, 9, 10, 11, 14])(
  'a plan that is proposed %i minutes past the quarter is not late when it is created',
  (past) => {
    const now = Date.parse('2026-11-27T10:00:00+08:00') + past * MINUTE
    const planStart = soonest(now)
    expect(planStart % (15 * MINUTE)).toBe(0)
    const ticket = {
      kind: ticketKind.relocation,
      status: relocationStatus.waiting,
      planStart,
      planEnd: null,
      dueOn: null,
    }
    expect(isOverdue(ticket, now + 4 * MINUTE)).toBe(false)
  },
)
