import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { caretBefore, isCut, typeNumber } from './typed.ts'

const money = { decimals: 2 }
const whole = { decimals: 0 }

interface Box {
  readonly text: string
  readonly caret: number
  readonly value: number | null
  readonly refused: number
}
const empty: Box = { text: '', caret: 0, value: null, refused: 0 }
const holding = (text: string, caret = text.length): Box => ({ ...empty, text, caret })

/** A field as the browser and the component keep it. `length` signs before the caret are replaced. */
function put(box: Box, signs: string, rules: { decimals: number }, length = 0): Box {
  const start = box.caret - length
  const typed = { text: box.text.slice(0, start) + signs + box.text.slice(box.caret), caret: start + signs.length }
  const next = typeNumber(box.text, typed, rules)
  return next === null
    ? { ...box, caret: caretBefore(box.text, typed), refused: box.refused + 1 }
    : { ...next, refused: box.refused }
}
const paste = (text: string, rules: { decimals: number }) => put(empty, text, rules)
const keys = (text: string, rules: { decimals: number }) => [...text].reduce((box, key) => put(box, key, rules), empty)

const wide = (text: string) => text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
const grouped = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')

const amounts = fc.integer({ min: 0, max: 99_999_999_999 }).map((fen) => (fen / 100).toFixed(2))
const written = fc
  .tuple(amounts, fc.constantFrom('', '¥', '￥'), fc.constantFrom('', '元', ' 元'), fc.boolean(), fc.boolean())
  .map(([amount, mark, unit, groups, isWide]) => {
    const text = `${mark}${groups ? grouped(amount) : amount}${unit}`
    return { amount, text: isWide ? wide(text) : text }
  })

describe('an amount', () => {
  it('is read as it is written, whoever wrote it', () => {
    fc.assert(
      fc.property(written, ({ amount, text }) => {
        expect(paste(text, money)).toMatchObject({ value: Number(amount), refused: 0 })
      }),
    )
  })

  it('is the same by key', () => {
    fc.assert(
      fc.property(amounts, fc.boolean(), (amount, isWide) => {
        for (const text of [amount, grouped(amount)]) {
          const box = keys(isWide ? wide(text) : text, money)
          expect(box).toMatchObject({ text: amount, value: Number(amount), caret: amount.length, refused: 0 })
        }
      }),
    )
  })

  it('changes at the caret alone', () => {
    fc.assert(
      fc.property(amounts, fc.nat(), fc.integer({ min: 0, max: 9 }), (amount, where, digit) => {
        const at = (where % amount.length) + 1
        if (amount[at - 1] === '.') return
        const removed = put(holding(amount, at), '', money, 1)
        const box = put(removed, String(digit), money)
        const wanted = `${amount.slice(0, at - 1)}${digit}${amount.slice(at)}`
        expect(box).toMatchObject({ text: wanted, caret: at, value: Number(wanted), refused: 0 })
      }),
    )
  })

  it('is read from any signs as what they say, or refused', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'0123456789,.，。-¥元 １'), maxLength: 10 })
    fc.assert(
      fc.property(signs, (text) => {
        const { value, refused } = paste(text, money)
        const plain = text
          .normalize('NFKC')
          .replaceAll(/[ ¥元]/g, '')
          .replaceAll('。', '.')
        if (refused > 0 || value === null) return
        const point = /^\d+,\d{0,2}$/.test(plain) ? plain.replace(',', '.') : plain.replaceAll(',', '')
        expect(value).toBe(Number(point))
        if (plain.includes(',')) expect(plain).toMatch(/^(\d+,\d{0,2}|\d{1,3}(,\d{3})+(\.\d*)?)$/)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['1,5', 1.5],
    ['12，5', 12.5],
    ['1 284,00', 1284],
    ['¥1,284.00', 1284],
    ['1284元', 1284],
    ['１２．５', 12.5],
    ['12。5', 12.5],
    ['1,284,000', 1_284_000],
    [' 7\n', 7],
  ])('%s is %d, pasted', (text, value) => expect(paste(text, money)).toMatchObject({ value, refused: 0 }))

  test.each([
    ['12,5', 12.5],
    ['１２，５', 12.5],
    ['1,284', 1284],
    ['¥1,284,000.50', 1_284_000.5],
  ])('%s by key is %d', (text, value) => expect(keys(text, money)).toMatchObject({ value, refused: 0 }))

  test.each(['-5', '1e3', '1.999', '12,5,3', '1,23,456', '1.284,00', '0x1f'])('%s is refused, pasted', (text) =>
    expect(paste(text, money)).toMatchObject({ text: '', refused: 1 }),
  )

  it('says so when it takes no minus', () => expect(keys('-5', money)).toMatchObject({ text: '5', refused: 1 }))

  it('keeps its text and its caret when it takes a sign not', () =>
    expect(put(holding('12.50', 1), 'x', money)).toMatchObject({ text: '12.50', caret: 1 }))
})

describe('a whole number', () => {
  it('is cut, not multiplied', () => {
    const distances = fc.tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }))
    fc.assert(
      fc.property(distances, ([km, rest]) => {
        for (const box of [keys(`${km}.${rest}`, whole), paste(`${grouped(String(km))}.${rest} km`, whole)])
          expect(box).toMatchObject({ value: km, refused: 0 })
      }),
    )
    expect(isCut('9901.3', 9901)).toBe(true)
    expect(isCut('9901', 9901)).toBe(false)
  })

  it('changes at the caret alone, with the groups that the field has written', () => {
    expect(put(put(holding('12,345', 4), '', whole, 1), '9', whole)).toMatchObject({ text: '12945', caret: 3 })
    expect(put(holding('12,345'), '6', whole)).toMatchObject({ text: '123456', value: 123_456 })
    expect(keys('9,901', whole)).toMatchObject({ text: '9901', value: 9901, refused: 0 })
  })
})
