import { expect, it } from 'vitest'
import { platePrinted, vinPrinted } from './sign-reading.ts'

it('a plate is a vendor’s word where that has the form of one', () => {
  expect(platePrinted('沪A·D6J19')).toBe('沪AD6J19')
  expect(platePrinted('沪A')).toBeNull()
  expect(platePrinted(undefined)).toBeNull()
})

it('a frame number is what a vendor says, without the I of an imported one', () => {
  expect(vinPrinted('I1M8GDM9AXKP042788')).toBe('1M8GDM9AXKP042788')
  expect(vinPrinted('LSVAM4187C2184841')).toBe('LSVAM4187C2184841')
  expect(vinPrinted('12345')).toBeNull()
})
