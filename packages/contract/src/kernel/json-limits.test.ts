import { describe, expect, it } from 'vitest'
import { isWithinLimits, MAX_DEPTH, MAX_NAMES } from './json-limits.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const named = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":${i}`).join(',')}}`

describe('limits of a JSON text before parsing', () => {
  it.each([
    ['as deep as allowed', nested(MAX_DEPTH), true],
    ['one level deeper', nested(MAX_DEPTH + 1), false],
    ['deep in records', '{"a":'.repeat(MAX_DEPTH + 1), false],
    ['many beside each other', `[${'[],'.repeat(500)}[]]`, true],
    ['as many names as allowed', named(MAX_NAMES), true],
    ['one name more', named(MAX_NAMES + 1), false],
    ['brackets in a text', JSON.stringify('['.repeat(500)), true],
    ['colons in a text', JSON.stringify(':'.repeat(MAX_NAMES + 1)), true],
    ['a quote in a text', `{"a":"\\"${'['.repeat(100)}"}`, true],
    ['a backslash at the end of a text', `["\\\\",${nested(MAX_DEPTH)}]`, false],
    ['a text that never ends', `"${'['.repeat(100)}`, true],
  ])('%s', (_, text, within) => {
    expect(isWithinLimits(text)).toBe(within)
  })
})
