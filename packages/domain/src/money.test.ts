import { describe, expect, it } from 'vitest'
import { formatAmount, formatCell, formatFee, formatMoney, parseMoney, speakMoney } from './money.ts'

describe('money in words', () => {
  it.each([
    [128400, '¥1,284.00', '1,284.00', '1,284', '1,284 元'],
    [-4500, '−¥45.00', '−45.00', '−45', '−45 元'],
    [22850, '¥228.50', '228.50', '228.50', '228.50 元'],
    [5, '¥0.05', '0.05', '0.05', '0.05 元'],
    [0, '¥0.00', '0.00', '0', '0 元'],
    [123456789012, '¥1,234,567,890.12', '1,234,567,890.12', '1,234,567,890.12', '1,234,567,890.12 元'],
  ])('%i fen', (fen, money, amount, cell, spoken) => {
    expect(formatMoney(fen)).toBe(money)
    expect(formatAmount(fen)).toBe(amount)
    expect(formatCell(fen)).toBe(cell)
    expect(speakMoney(fen)).toBe(spoken)
  })

  it('calls nothing free', () => {
    expect(formatFee(0)).toBe('免费')
    expect(formatFee(100)).toBe('¥1.00')
  })
})

describe('typed money', () => {
  it.each([
    ['250', 25000],
    ['250.5', 25050],
    [' ¥1,284.00 ', 128400],
    ['0.01', 1],
    ['0', 0],
  ])('%j is %i fen', (text, fen) => expect(parseMoney(text)).toBe(fen))

  it.each(['', '.5', '1.', '1.005', '-1', '1e3', '一百', '1 000'])('%j is no amount', (text) => {
    expect(parseMoney(text)).toBeNull()
  })

  it('reads back what it wrote', () => {
    for (const fen of [0, 1, 99, 100, 12345678, 99999900]) expect(parseMoney(formatMoney(fen))).toBe(fen)
  })
})
