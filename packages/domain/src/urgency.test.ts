import { expect, it } from 'vitest'
import { MINUTE, parseDateTime } from './time.ts'
import { urgencyOf } from './urgency.ts'

const now = parseDateTime('2026-11-20 09:41')!

it.each([
  [-1, 'late'],
  [0, 'soon'],
  [60, 'soon'],
  [61, 'later'],
])('%i minutes from now is %s', (minutes, urgency) => expect(urgencyOf(now + minutes * MINUTE, now)).toBe(urgency))
