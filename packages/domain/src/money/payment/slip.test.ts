import { expect, it } from 'vitest'
import { slipNumber } from './slip.ts'

it('a number with spaces or in lower case is the same number', () => {
  expect(slipNumber('ab12-0034 5')).toBe('AB1200345')
  expect(slipNumber('AB1200345')).toBe('AB1200345')
})
