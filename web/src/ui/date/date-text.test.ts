import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isDate } from './civil-date.ts'
import { typeDate } from './date-text.ts'

interface Box {
  readonly text: string
  readonly caret: number
}
const empty: Box = { text: '', caret: 0 }

/** `length` signs before the caret are replaced, as the browser does it. */
function put({ text, caret }: Box, signs: string, length = 0): Box {
  const start = caret - length
  const typed = { text: text.slice(0, start) + signs + text.slice(caret), caret: start + signs.length }
  return typeDate(text, typed)
}
const paste = (text: string) => put(empty, text).text
const keys = (text: string) => [...text].reduce((box, key) => put(box, key), empty).text

const dates = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const shortOf = (date: string, [a, b, c]: readonly string[]) => {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}${a}${month}${b}${day}${c}`
}
const signs = fc.constantFrom(['-', '-', ''], ['/', '/', ''], ['.', '.', ''], ['年', '月', '日'])
const wide = (text: string) => text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

describe('a date', () => {
  it('is the same however it is written', () => {
    fc.assert(
      fc.property(dates, signs, fc.boolean(), (date, between, isWide) => {
        const text = shortOf(date, between)
        expect(paste(isWide ? wide(text) : text)).toBe(date)
        expect(paste(date.replaceAll('-', ''))).toBe(date)
      }),
    )
  })

  it('is the same by key', () => {
    fc.assert(
      fc.property(dates, signs, (date, [a, b]) => {
        const [year, month, day] = date.split('-')
        for (const text of [
          `${year}${month}${day}`,
          `${year}${a}${month}${b}${day}`,
          `${year}${a}${Number(month)}${b}${day}`,
        ])
          expect(keys(text)).toBe(date)
      }),
    )
  })

  it('changes at the caret alone', () => {
    fc.assert(
      fc.property(dates, fc.nat(), fc.integer({ min: 0, max: 9 }), (date, where, digit) => {
        const at = (where % date.length) + 1
        if (date[at - 1] === '-') return
        const wanted = `${date.slice(0, at - 1)}${digit}${date.slice(at)}`
        const removed = put({ text: date, caret: at }, '', 1)
        expect(removed.caret).toBe(at - 1)
        expect(put(removed, String(digit))).toMatchObject({ text: wanted, caret: at })
      }),
    )
  })

  it('takes a digit before the surplus one is removed, and is no date meanwhile', () => {
    const both = put({ text: '2016-05-18', caret: 6 }, '1')
    expect(isDate(both.text)).toBe(false)
    expect(put({ ...both, caret: both.caret + 1 }, '', 1).text).toBe('2016-01-18')
  })

  it('keeps its digits when a hyphen is removed', () =>
    expect(put({ text: '2016-05-18', caret: 5 }, '', 1)).toMatchObject({ text: '2016-05-18', caret: 4 }))
})

test.each([
  ['', ''],
  ['2016', '2016'],
  ['20160', '2016-0'],
  ['201605', '2016-05'],
  ['2016051', '2016-05-1'],
  ['20160518', '2016-05-18'],
  ['2016-05-18', '2016-05-18'],
  ['2016.05.18 起', '2016-05-18'],
  ['201605189', '2016-05-18'],
])('%s by key is shown as %s', (typed, shown) => expect(keys(typed)).toBe(shown))
