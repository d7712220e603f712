import { describe, expect, it } from 'vitest'
import { Refusal } from '../../refusal.ts'
import { chargedDays, mileageExpense } from './mileage.ts'

const terms = { freeKmPerDay: 300, fenPerKm: 100 }

describe('mileageExpense', () => {
  it('charges kilometres beyond the free ones', () => {
    expect(mileageExpense([{ fromKm: 10000, toKm: 12350 }], 7, terms)).toEqual({
      code: 4,
      name: '超里程费',
      qty: 250,
      unitPrice: 100,
      amount: 25000,
      formula: '行驶 2,350 km，含 300 km × 7天，超 250 km × ¥1.00',
    })
  })

  it('adds the kilometres of all cars of a swap', () => {
    const drives = [
      { fromKm: 10000, toKm: 11000 },
      { fromKm: 500, toKm: 1850 },
    ]
    expect(mileageExpense(drives, 7, terms)?.amount).toBe(25000)
  })

  it.each([
    ['within the limit', 2100, terms],
    ['without a limit', 9000, { ...terms, freeKmPerDay: 0 }],
    ['without a price', 9000, { ...terms, fenPerKm: 0 }],
  ])('charges nothing %s', (_, driven, limits) => {
    expect(mileageExpense([{ fromKm: 0, toKm: driven }], 7, limits)).toBeNull()
  })

  it('refuses a reading below that of the pickup', () => {
    expect(() => mileageExpense([{ fromKm: 10, toKm: 9 }], 7, terms)).toThrow(Refusal)
  })
})

describe('chargedDays', () => {
  it.each([
    ['on time', { days: 7 }, { days: 7 }, null, 7],
    ['late', { days: 7 }, { days: 9 }, null, 9],
    ['early, days given back', { days: 7 }, { days: 7 }, { days: 4, refundable: 75_800 }, 4],
    ['early, days only unused', { days: 7 }, { days: 7 }, { days: 4, refundable: 0 }, 7],
  ])('%s', (_, term, late, early, days) => {
    expect(chargedDays(term, late, early)).toBe(days)
  })
})
