import { expect, it } from 'vitest'
import { textsOfBars } from './bars.ts'

/** Widths of a code as the standards draw it, `scale` points a module, after a quiet place. */
const widths = (text: string, scale: number) => [...text.replaceAll(' ', '')].map((one) => Number(one) * scale)
/** Code 39 of `*A1*`: wide is 3, signs stand one module apart. */
const code39 = '131131311 1 311113113 1 311311113 1 131131311'
/** Code 128 of `PJJ123C` in set A; its check sum is 54. */
const code128 = '211412 313121 112133 112133 123221 223211 221132 131321 311123 2331112'

it.each([3, 4, 7])('reads codes of %i points a module, with noise before and after them', (scale) => {
  expect(textsOfBars([2, 40, ...widths(code39, scale), 60, 3])).toEqual(['A1'])
  expect(textsOfBars([2, 40, ...widths(code128, scale), 60, 3])).toEqual(['PJJ123C'])
})

it('reads bars that printing made a little wider', () => {
  const fat = widths(code39, 6).map((one, at) => (at % 2 === 0 ? one + 1 : one - 1))
  expect(textsOfBars(fat)).toEqual(['A1'])
})

it('says nothing of a code whose check sum is wrong, nor of one that is cut off or no code', () => {
  expect(textsOfBars(widths(code128.replace('223211', '221132'), 3))).toEqual([])
  expect(textsOfBars(widths(code128, 3).slice(0, 40))).toEqual([])
  expect(textsOfBars(widths(code39, 3).slice(0, 30))).toEqual([])
  expect(textsOfBars([3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3])).toEqual([])
})
