import { describe, expect, it } from 'vitest'
import { formatAmount, formatCell, formatMoney } from './money.ts'

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
