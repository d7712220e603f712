import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../time.ts'
import { nextTry } from './delivery.ts'

it('a message is sent at most five times, with increasing delays', () => {
  expect([1, 2, 3, 4, 5].map((failures) => nextTry(failures, 0))).toEqual([
    MINUTE,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    null,
  ])
})
