import { expect, it } from 'vitest'
import { bare, mobileText } from './sign-fields.tsx'

it.each([
  ['18621070937', '186 2107 0937'],
  ['+86 186-2107-0937', '186 2107 0937'],
  ['0086 18621070937', '186 2107 0937'],
  ['186', '186'],
  ['1862', '186 2'],
  ['186210709371', '186 2107 0937'],
  ['abc', ''],
])('shows %j as %j', (typed, shown) => expect(mobileText(bare(typed))).toBe(shown))
