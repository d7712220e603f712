import { describe, expect, it } from 'vitest'
import { flag, id, int, many, maybeId, oneOf, text } from './screen.ts'
import { BrokenLink, mergeSearch, parseSearch, readSearch, stringifySearch } from './search.ts'

describe('the address as plain strings', () => {
  it('guesses nothing: numbers, JSON and long ids stay the text they are', () => {
    expect(parseSearch('?orderId=9&token=123&q=%7B%22a%22%3A1%7D&n=9007199254740993')).toEqual({
      orderId: '9',
      token: '123',
      q: '{"a":1}',
      n: '9007199254740993',
    })
  })
  it('reads spaces, plus signs and Chinese as they were written', () => {
    expect(parseSearch('?a=%E6%B2%AA+B&b=1%2B1')).toEqual({ a: '沪 B', b: '1+1' })
  })
  it('takes the last value of a repeated name', () => {
    expect(parseSearch('?a=1&a=2')).toEqual({ a: '2' })
  })
  it('writes what it reads back', () => {
    for (const query of ['', '?orderId=9', '?a=1&b=%E6%B2%AA', '?picking=1&rstep=3']) {
      expect(stringifySearch(parseSearch(query))).toBe(query)
    }
  })
  it('leaves out what says nothing', () => {
    const nothing = { a: '', b: null, c: undefined, d: false, e: [] }
    expect(stringifySearch(nothing)).toBe('')
    expect(stringifySearch({ a: 0, b: true, c: ['x', 'y'] })).toBe('?a=0&b=1&c=x%2Cy')
  })
  it('merges changes and drops emptied values', () => {
    expect(mergeSearch({ a: '1', picking: '1' }, { picking: undefined, b: 2 })).toEqual({ a: '1', b: '2' })
  })
})

describe('readers', () => {
  const readers = { orderId: id, from: maybeId, q: text, rstep: int(1), on: flag, tab: oneOf('main', 'log'), s: many }

  it('give typed values and defaults', () => {
    expect(readSearch(readers, { orderId: '9' })).toEqual({
      orderId: '9',
      from: undefined,
      q: '',
      rstep: 1,
      on: false,
      tab: 'main',
      s: [],
    })
    expect(
      readSearch(readers, { orderId: '12', from: '3', q: '沪', rstep: '4', on: '1', tab: 'log', s: '1,2' }),
    ).toEqual({ orderId: '12', from: '3', q: '沪', rstep: 4, on: true, tab: 'log', s: ['1', '2'] })
  })
  it('fall back on nonsense instead of passing it on', () => {
    expect(readSearch(readers, { orderId: '1', from: 'x', rstep: '1e3', on: 'no', tab: 'drop table' })).toMatchObject({
      from: undefined,
      rstep: 1,
      on: false,
      tab: 'main',
    })
  })
  it.each([undefined, '', 'abc', '-1', '1'.repeat(20)])('call a link broken whose id is %j', (orderId) => {
    expect(() => readSearch(readers, orderId === undefined ? {} : { orderId })).toThrow(BrokenLink)
  })
})
