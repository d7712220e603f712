import { expect, it } from 'vitest'
import { platePrinted, vinPrinted } from './sign-reading.ts'

it('a plate is accepted from OCR where it has the form of one', () => {
  expect(platePrinted('沪A·D6J19')).toBe('沪AD6J19')
  expect(platePrinted('沪A')).toBeNull()
  expect(platePrinted(undefined)).toBeNull()
})

it('a frame number is accepted from OCR, without the leading I of an imported car', () => {
  expect(vinPrinted('I1M8GDM9AXKP042788')).toBe('1M8GDM9AXKP042788')
  expect(vinPrinted('LSVAM4187C2184841')).toBe('LSVAM4187C2184841')
  expect(vinPrinted('12345')).toBeNull()
})
