import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EnergyTerms } from '../../pricing/terms/return-terms.ts'
import { fuelKind } from '../../rental/pickup-return/codes.ts'
import { type EnergyReading, energyFee } from './energy.ts'

const terms: EnergyTerms = {
  fuelFenPerLitre: 850,
  chargeFenPerKwh: 200,
  energyServiceFeeFen: 3000,
  refundExtraFuel: false,
  lowBatteryFeeFen: 0,
}
const oil = { kind: fuelKind.oil, tankL: 48, batteryKwh: null }
const electric = { kind: fuelKind.electric, tankL: null, batteryKwh: 60 }
const hybrid = { kind: fuelKind.hybrid, tankL: 48, batteryKwh: 20 }
const read = (fuelEighths: number | null, batteryPct: number | null): EnergyReading => ({ fuelEighths, batteryPct })
const amounts = (...args: Parameters<typeof energyFee>) =>
  energyFee(...args).items.map(({ code, amount }) => [code, amount])

describe('energyFee', () => {
  it('charges missing fuel and a service fee', () => {
    const { items } = energyFee(oil, read(8, null), read(5, null), terms)
    expect(items).toEqual([
      {
        code: 2,
        name: '燃油费',
        qty: 1,
        unitPrice: 18300,
        amount: 18300,
        formula: '缺3/8箱 × 48升 × ¥8.50 + 服务费¥30.00',
      },
    ])
  })

  it('charges missing battery and a service fee', () => {
    expect(amounts(electric, read(null, 90), read(null, 55), terms)).toEqual([[3, 7200]])
  })

  it('rounds half-up on exact decimals', () => {
    // 1/8 of 52.3 l × 8.50 = 55.56875 yuan; of 50 l × 8.52 = 53.25.
    expect(amounts({ ...oil, tankL: 52.3 }, read(1, null), read(0, null), terms)).toEqual([[2, 5557 + 3000]])
    expect(amounts({ ...oil, tankL: 1 }, read(1, null), read(0, null), { ...terms, fuelFenPerLitre: 4 })).toEqual([
      [2, 1 + 3000],
    ])
  })

  it('charges missing battery by percent where the contract says so, of any size and of a size nobody entered', () => {
    const byPct = { ...terms, chargeFenPerPct: 150 }
    const { items } = energyFee(electric, read(null, 90), read(null, 55), byPct)
    expect(items).toMatchObject([{ code: 3, amount: 35 * 150 + 3000, formula: '缺35% × ¥1.50 + 服务费¥30.00' }])
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), fc.integer({ min: 1, max: 10_000 }), fc.nat(200), (from, to, fen, kwh) => {
        const fees = (batteryKwh: number | null) =>
          amounts({ ...electric, batteryKwh }, read(null, from), read(null, to), { ...terms, chargeFenPerPct: fen })
        expect(fees(kwh)).toEqual(from > to ? [[3, (from - to) * fen + 3000]] : [])
        expect(fees(null)).toEqual(fees(kwh))
      }),
    )
    expect(amounts(oil, read(8, 90), read(8, 10), byPct)).toEqual([])
  })

  it('charges one service fee for both readings of a hybrid', () => {
    expect(amounts(hybrid, read(8, 90), read(5, 40), terms)).toEqual([
      [2, 18300],
      [3, 2000],
    ])
    expect(amounts(hybrid, read(8, 90), read(8, 40), terms)).toEqual([[3, 5000]])
  })

  it('charges nothing for an equal or higher level, and refunds more fuel only where set', () => {
    expect(energyFee(oil, read(5, null), read(8, null), terms)).toEqual({ items: [], refund: 0 })
    expect(energyFee(oil, read(5, null), read(8, null), { ...terms, refundExtraFuel: true })).toEqual({
      items: [],
      refund: 15300,
    })
    expect(energyFee(electric, read(null, 50), read(null, 90), { ...terms, refundExtraFuel: true }).refund).toBe(0)
    expect(amounts(oil, read(null, null), read(3, null), terms)).toEqual([])
  })

  it.each([
    ['under 20 %', 50, 19, [3, 13]],
    ['at 20 %', 50, 20, [3]],
    ['low already at the pickup', 15, 15, []],
    ['lower than a low pickup', 15, 10, [3, 13]],
  ])('fines an electric car returned %s', (_, from, to, codes) => {
    const fined = { ...terms, lowBatteryFeeFen: 5000 }
    expect(amounts(electric, read(null, from), read(null, to), fined).map(([code]) => code)).toEqual(codes)
    expect(amounts(electric, read(null, from), read(null, to), terms).map(([code]) => code)).not.toContain(13)
  })
})
