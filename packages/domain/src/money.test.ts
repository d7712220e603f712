import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyBp, formatAmount, formatCell, formatMoney, mulDiv, percent } from './money.ts'

describe('money as text', () => {
  it.each([
    [128400, '¥1,284.00', '1,284.00', '1,284'],
    [-4500, '−¥45.00', '−45.00', '−45'],
    [22850, '¥228.50', '228.50', '228.50'],
    [5, '¥0.05', '0.05', '0.05'],
    [0, '¥0.00', '0.00', '0'],
    [123456789012, '¥1,234,567,890.12', '1,234,567,890.12', '1,234,567,890.12'],
  ])('%i fen', (fen, money, amount, cell) => {
    expect(formatMoney(fen)).toBe(money)
    expect(formatAmount(fen)).toBe(amount)
    expect(formatCell(fen)).toBe(cell)
  })
})

describe('arithmetic of money', () => {
  it('rounds half-up away from zero', () => {
    expect([mulDiv(5, 1, 10), mulDiv(-5, 1, 10), mulDiv(4, 1, 10), mulDiv(-4, 1, 10)]).toEqual([1, -1, 0, 0])
    expect(applyBp(19999, 10800)).toBe(21599)
  })

  it('is exact for any size', () => {
    const whole = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 1, max: 1_000_000_000_000 }), (a, b, d) => {
        const twice = BigInt(a) * BigInt(b) * 2n
        const size = twice < 0n ? -twice : twice
        const rounded = (size + BigInt(d)) / (2n * BigInt(d))
        expect(mulDiv(a, b, d)).toBe(Number(twice < 0n ? -rounded : rounded) || 0)
      }),
    )
  })

  it('formats amounts with thousands separators, and percent', () => {
    const written = ['¥33.33', '¥0.05', '−¥12.50', '¥0.00', '¥999.99', '¥1,000.00', '¥12,345,678.90']
    expect([3333, 5, -1250, 0, 99999, 100000, 1234567890].map(formatMoney)).toEqual(written)
    expect([percent(9500), percent(850), percent(5)]).toEqual(['95%', '8.5%', '0.05%'])
  })
})
