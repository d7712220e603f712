import { expect, it } from 'vitest'
import { parsePgTimestamp } from './instant.ts'

it.each([
  ['2026-11-20 02:00:00+00', '2026-11-20T02:00:00.000Z'],
  ['2026-11-20 02:03:04.1+00', '2026-11-20T02:03:04.100Z'],
  ['2024-02-29 23:59:59.57+00', '2024-02-29T23:59:59.570Z'],
  ['2026-01-01 00:00:00.001+00', '2026-01-01T00:00:00.001Z'],
  ['9999-12-31 00:00:00+00', '9999-12-31T00:00:00.000Z'],
])('reads %s', (text, iso) => {
  expect(new Date(parsePgTimestamp(text)).toISOString()).toBe(iso)
})
