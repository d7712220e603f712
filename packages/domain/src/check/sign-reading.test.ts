import { describe, expect, it } from 'vitest'
import { plateOf, platePrinted, type SeenLine, vinOf, vinPrinted } from './sign-reading.ts'

/** A line as it was seen: a dot stands in the gap before it, a province before the first sign after it. */
function seen(text: string, { province = null as string | null, at = 0, score = 0.9 } = {}): SeenLine {
  const signs = [...text].filter((sign) => sign !== '·')
  const dot = [...text].indexOf('·') - 1
  return signs.map((sign, n) => ({ sign, score, gap: n === dot ? 0.4 : 0.15, province: n === at ? province : null }))
}

describe('a plate', () => {
  it.each([
    ['A·D6J19', '沪', '沪AD6J19'],
    ['A·D12345', '沪', '沪AD12345'],
    ['A·12345D', '沪', '沪A12345D'],
    // Without its province it still finds the car.
    ['A·D6J19', null, 'AD6J19'],
  ])('%s after %s is %s', (text, province, plate) => {
    expect(plateOf([seen(text, { province })])).toBe(plate)
  })

  it.each([
    ['a digit for the city', '4·D6J19', '沪AD6J19'],
    ['a digit where new energy has its letter', 'A·012345', '沪AD12345'],
    ['a letter among the digits of new energy', 'A·D123L5', '沪AD12315'],
    ['two of them', 'A·0123S5', '沪AD12355'],
  ])('%s is corrected', (_, text, plate) => {
    expect(plateOf([seen(text, { province: '沪' })])).toBe(plate)
  })

  it('leaves out strokes of the province before it and the edge of the plate after it', () => {
    expect(plateOf([seen('1A·D6J19', { province: '皖', at: 1 })])).toBe('皖AD6J19')
    expect(plateOf([seen('A·D6J191', { province: '皖' })])).toBe('皖AD6J19')
  })

  it('is not cut out of a longer one', () => {
    expect(plateOf([seen('V·065537')])).toBe('VD65537')
  })

  it('is the surest of several lines, and none where no line has its form', () => {
    expect(plateOf([seen('B·X9X88', { score: 0.5 }), seen('A·D6J19')])).toBe('AD6J19')
    expect(plateOf([seen('MMMMMM'), seen('123'), []])).toBeNull()
  })

  it('is a vendor’s word where that has the form of one', () => {
    expect(platePrinted('沪A·D6J19')).toBe('沪AD6J19')
    expect(platePrinted('沪A')).toBeNull()
    expect(platePrinted(undefined)).toBeNull()
  })
})

describe('a frame number', () => {
  it('is one whose check digit is right', () => {
    expect(vinOf([seen('1M8GDM9AXKP042788')])).toBe('1M8GDM9AXKP042788')
    expect(vinOf([seen('VIN1M8GDM9AXKP042788')])).toBe('1M8GDM9AXKP042788')
    // O and I are never in it.
    expect(vinOf([seen('IM8GDM9AXKPO42788')])).toBe('1M8GDM9AXKP042788')
    expect(vinOf([seen('1N8GDM9AXKP042788')])).toBeNull()
    expect(vinOf([seen('1M8GDM9AXKP042733')])).toBeNull()
    expect(vinOf([seen('1M8GDM9AXKP0427')])).toBeNull()
  })

  it('is what bars or a vendor say, without the I of an imported one', () => {
    expect(vinPrinted('I1M8GDM9AXKP042788')).toBe('1M8GDM9AXKP042788')
    expect(vinPrinted('LSVAM4187C2184841')).toBe('LSVAM4187C2184841')
    expect(vinPrinted('12345')).toBeNull()
  })
})
