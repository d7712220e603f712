import { expect, it } from 'vitest'
import { MINUTE } from '../../time.ts'
import { isBackdated } from './backdated-return.ts'

it.each([
  ['now', 0, 30, false],
  ['the last minute of grace', 30, 30, false],
  ['a minute more', 31, 30, true],
  ['a minute where there is no grace', 1, 0, true],
  ['ahead of now', -5, 0, false],
])('%s', (_, before, grace, backdated) => {
  expect(isBackdated(1_000_000_000, 1_000_000_000 + before * MINUTE, grace)).toBe(backdated)
})

it.each([
  ['the minute it was handed in', 0, false],
  ['after that', 60, false],
  ['a minute before', -1, true],
])("dated by the customer's self-service return: %s", (_, after, backdated) => {
  const handedIn = 1_000_000_000
  const now = handedIn + 180 * MINUTE
  expect(isBackdated(handedIn + after * MINUTE, now, 30, handedIn)).toBe(backdated)
})
