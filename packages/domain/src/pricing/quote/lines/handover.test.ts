import { describe, expect, it } from 'vitest'
import { feeMode, pickupType } from '../../../booking/order/codes.ts'
import { DAY } from '../../../time.ts'
import { price, snapshotOf } from '../price.ts'
import type { PriceInput } from '../quote.ts'
import { ask, atDoor, deliveryFee, fee, nightFees, refusalOf, rulesT, store1, store2, weekend } from '../testing.ts'
import { estimatedMetres } from './handover.ts'
import { sumOf } from './lines.ts'

describe('handover fees', () => {
  const nightTotal = (from: string, to: string) =>
    sumOf(price(ask(from, to), { ...rulesT, fees: nightFees }).lines, ['night'])
  it.each([
    ['11-02 07:59', '11-03 12:00', 5000],
    ['11-02 08:00', '11-03 12:00', 0],
    ['11-02 21:59', '11-03 12:00', 0],
    ['11-02 22:00', '11-03 12:00', 5000],
    ['11-02 12:00', '11-03 22:00', 5000],
    ['11-02 00:00', '11-03 23:59', 10000],
  ])('night: %s → %s pays %i', (from, to, amount) => {
    expect(nightTotal(from, to)).toBe(amount)
  })

  it('uses the row whose window contains the time', () => {
    const fees = [
      fee({ kind: 'night', amount: 5000, windowFrom: '22:00', windowTo: '00:00' }),
      fee({ kind: 'night', amount: 8000, windowFrom: '00:00', windowTo: '06:00' }),
    ]
    const of = (from: string) => sumOf(price(ask(from, '11-04 12:00'), { ...rulesT, fees }).lines, ['night'])
    expect([of('11-02 23:59'), of('11-03 00:00'), of('11-03 06:00')]).toEqual([5000, 8000, 0])
  })

  it.each([
    [3000, 3000],
    [3001, 3300],
    [4000, 3300],
    [4001, 3600],
    [0, 3000],
  ])('delivery over %i m costs %i', (metres, amount) => {
    const quote = price(weekend({ pickup: { ...atDoor, metres } }), { ...rulesT, fees: [deliveryFee] })
    expect(sumOf(quote.lines, ['handover'])).toBe(amount)
  })

  const square = (lng: number, feeConfigId: string | null) => ({
    name: 'area',
    kind: 'both' as const,
    polygon: [
      { lng, lat: 31 },
      { lng: lng + 0.1, lat: 31 },
      { lng: lng + 0.1, lat: 31.1 },
      { lng, lat: 31.1 },
    ],
    feeConfigId,
  })
  it('prices a position by its service area, and refuses one outside of all', () => {
    const rules = {
      ...rulesT,
      fees: [deliveryFee, { ...deliveryFee, id: 'far', amount: 9000 }],
      store: { ...rulesT.store, serviceAreas: [square(121, null), square(121.1, 'far')] },
    }
    const of = (lng: number) =>
      sumOf(price(weekend({ pickup: { ...atDoor, metres: 1000, lng, lat: 31.05 } }), rules).lines, ['handover'])
    expect([of(121.05), of(121.15)]).toEqual([3000, 9000])
    expect(refusalOf(() => of(121.25))).toBe('outOfServiceRange')
  })

  it('prices a position within a circle around the store, and refuses one beyond it', () => {
    const rules = {
      ...rulesT,
      fees: [deliveryFee],
      store: { ...rulesT.store, serviceAreas: [{ ...square(0, null), radiusKm: 5, polygon: [] }] },
    }
    // The store is at 121.47, 31.23; a hundredth of a degree of latitude is 1.1 km.
    const of = (lat: number) =>
      sumOf(price(weekend({ pickup: { ...atDoor, metres: 1000, lng: 121.47, lat } }), rules).lines, ['handover'])
    expect(of(31.27)).toBe(3000)
    expect(refusalOf(() => of(31.28))).toBe('outOfServiceRange')
  })

  it('serves an area in its own hours: then another served area sets the price, or the time is refused', () => {
    const early = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], open: '06:00', close: '12:00' }]
    const late = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], open: '17:30', close: '02:00', crossMidnight: true }]
    const priced = (...areas: (typeof early | undefined)[]) => {
      const rules = {
        ...rulesT,
        fees: [deliveryFee, { ...deliveryFee, id: 'far', amount: 9000 }],
        store: {
          ...rulesT.store,
          serviceAreas: areas.map((hours, i) => ({ ...square(121, i === 0 ? null : 'far'), hours })),
        },
      }
      // The pickup is on a Friday at 18:00.
      const quote = price(weekend({ pickup: { ...atDoor, metres: 1000, lng: 121.05, lat: 31.05 } }), rules)
      return sumOf(quote.lines, ['handover'])
    }
    expect([priced([]), priced(undefined), priced(late), priced(early, late)]).toEqual([3000, 3000, 3000, 9000])
    expect(() => priced(early)).toThrow(
      expect.objectContaining({
        key: 'badInput',
        detail: { field: 'pickupAt', 字段: '取车时间不在「area」的服务时间内（每天 06:00–12:00）' },
      }),
    )
  })

  it('refuses a way of handover that the store does not offer, unless it was agreed before', () => {
    const fees = [deliveryFee, fee({ kind: 'collect', amount: 4000 })]
    const rules = { ...rulesT, fees }
    const stay = [pickupType.store]
    const counter = { ...rules, store: { ...store1, pickupModes: stay }, returnStore: { ...store1, returnModes: stay } }
    const refused = (input: PriceInput, field: string, words: string) =>
      expect(() => price(input, counter)).toThrow(
        expect.objectContaining({ key: 'badInput', detail: { field, 字段: expect.stringContaining(words) } }),
      )
    refused(weekend({ pickup: atDoor }), 'pickupType', '取车门店不提供「送车上门」')
    refused(weekend({ return: atDoor }), 'returnType', '还车门店不提供「上门取车」')
    refused(weekend({ pickup: { ...atDoor, type: pickupType.shuttle } }), 'pickupType', '接送到店')
    expect(price(weekend(), counter).total).toBeGreaterThan(0)
    const deliveredOnly = { ...rules, store: { ...store1, pickupModes: [pickupType.delivery] } }
    expect(() => price(weekend(), deliveredOnly)).toThrow(expect.objectContaining({ key: 'badInput' }))
    const both = weekend({ pickup: atDoor, return: atDoor })
    const sold = snapshotOf(both, rules, price(both, rules))
    expect(price({ ...both, returnAt: both.returnAt + DAY }, counter, sold).total).toBeGreaterThan(sold.total)
  })

  it('collects by the row of the return store, as type 5', () => {
    const collect = fee({ kind: 'collect', name: '上门取车费', storeId: 'S2', amount: 4000 })
    const quote = price(weekend({ returnStoreId: 'S2', return: atDoor }), {
      ...rulesT,
      returnStore: store2,
      fees: [collect],
    })
    expect(quote.lines.slice(-2).map(({ itemType, name, amount }) => [itemType, name, amount])).toEqual([
      [3, '异店还车费', 0],
      [5, '上门取车费', 4000],
    ])
  })

  it('prices another city by the started km', () => {
    const rules = {
      ...rulesT,
      returnStore: { ...store2, cityCode: '330100' },
      fees: [fee({ kind: 'oneWay', pairStoreId: 'S2', amount: 10000, perKmFee: 100 })],
    }
    const quote = price(weekend({ returnStoreId: 'S2', oneWayMetres: 170001 }), rules)
    expect(quote.lines.at(-1)).toMatchObject({ name: '异地还车费', amount: 27100, feeMode: feeMode.custom })
    expect(refusalOf(() => price(weekend({ returnStoreId: 'S2' }), rules))).toBe('badInput')
    const estimated = price(weekend({ returnStoreId: 'S2', oneWayMetres: 170001, oneWayEstimated: true }), rules)
    expect(estimated.lines.at(-1)!.formula).toBe('¥100.00 + 171 km × ¥1.00（距离为预估）')
  })

  it('estimates the road at 1.3 times the straight line, in whole metres', () => {
    expect(estimatedMetres(1001)).toBe(1301)
  })
})
