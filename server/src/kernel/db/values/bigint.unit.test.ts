import { expect, it } from 'vitest'
import { isIdName, parseInteger, parseNumeric } from './bigint.ts'

it.each(['id', 'orderId', 'createdBy', 'givenTo', 'undoOf'])('leaves %s as text, because it is an id', (name) => {
  expect(isIdName(name)).toBe(true)
})

it.each(['fen', 'amount', 'amountFen', 'count', 'n', 'sizeBytes', 'paid', 'kept'])('reads %s as a number', (name) => {
  expect(isIdName(name)).toBe(false)
})

it('reads exact numbers, and refuses larger ones', () => {
  expect(parseInteger('-9007199254740991')).toBe(-9007199254740991)
  expect(parseNumeric('12.50')).toBe(12.5)
  expect(parseNumeric('1210304')).toBe(1210304)
  expect(() => parseInteger('9007199254740992')).toThrow(RangeError)
  expect(() => parseNumeric('9007199254740993')).toThrow(RangeError)
})
