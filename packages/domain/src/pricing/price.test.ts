import { describe, expect, it } from 'vitest'
import { feeMode, reduceType } from '../order/codes.ts'
import { Refusal, type RefusalKey } from '../refusal.ts'
import { withinTolerance } from './channel.ts'
import { sumOf } from './lines.ts'
import { price } from './price.ts'
import type { PriceInput, Quote } from './quote.ts'
import type { ChannelTerms, PriceRules } from './rules.ts'
import {
  ask,
  at,
  atDoor,
  calendar2026,
  cover,
  deliveryFee,
  fee,
  nightFees,
  oneWayFee,
  rulesT,
  ruleT,
  store2,
} from './testing.ts'

const channel = (fields: Partial<ChannelTerms>): ChannelTerms => ({
  mode: 1,
  value: 0,
  roundTo: 1,
  minFen: 0,
  minLeadMinutes: null,
  maxDays: null,
  ...fields,
})

interface Vector {
  no: string
  from: string
  to: string
  length: [days: number, overHours: number]
  rent: number
  over: number
  /** Services, then fees and reductions. */
  rest: number
  total: number
  rules?: Partial<PriceRules>
  more?: Partial<PriceInput>
}

const nov5 = [5000 * 7 + 3500] as const
const base19999 = { priceRules: [{ ...ruleT, basePrice: 19999 }] }
const toStore2 = { more: { returnStoreId: 'S2' }, rules: { returnStore: store2, fees: [oneWayFee] } }
const allOf24 = { returnStore: store2, fees: [...nightFees, oneWayFee, deliveryFee] }

const vectors: Vector[] = [
  { no: '1', from: '11-02 10:00', to: '11-03 10:00', length: [1, 0], rent: 20000, over: 0, rest: 8500, total: 28500 },
  { no: '2', from: '11-02 10:00', to: '11-03 10:30', length: [1, 0], rent: 20000, over: 0, rest: 8500, total: 28500 },
  {
    no: '3',
    from: '11-02 10:00',
    to: '11-03 10:31',
    length: [1, 1],
    rent: 20000,
    over: 3333,
    rest: 8500,
    total: 31833,
  },
  {
    no: '4',
    from: '11-02 10:00',
    to: '11-03 14:00',
    length: [1, 4],
    rent: 20000,
    over: 13332,
    rest: 8500,
    total: 41832,
  },
  { no: '5', from: '11-02 10:00', to: '11-03 14:01', length: [2, 0], rent: 40000, over: 0, rest: 13500, total: 53500 },
  { no: '6', from: '11-02 10:00', to: '11-02 13:00', length: [1, 0], rent: 20000, over: 0, rest: 8500, total: 28500 },
  { no: '7', from: '11-06 18:00', to: '11-09 18:00', length: [3, 0], rent: 68400, over: 0, rest: 18500, total: 86900 },
  {
    no: '8',
    from: '09-29 10:00',
    to: '10-06 10:00',
    length: [7, 0],
    rent: 235500,
    over: 0,
    rest: 38500,
    total: 274000,
  },
  { no: '9', from: '10-09 09:00', to: '10-11 09:00', length: [2, 0], rent: 40000, over: 0, rest: 13500, total: 53500 },
  {
    no: '10',
    from: '11-05 20:00',
    to: '11-12 22:00',
    length: [7, 2],
    rent: 136800,
    over: 6000,
    rest: nov5[0],
    total: 181300,
  },
  {
    no: '11',
    from: '11-02 10:00',
    to: '12-02 10:00',
    length: [30, 0],
    rent: 453600,
    over: 0,
    rest: 153500,
    total: 607100,
  },
  {
    no: '12',
    from: '11-02 10:00',
    to: '11-03 14:00',
    length: [1, 4],
    rent: 20000,
    over: 20000,
    rest: 8500,
    total: 48500,
    rules: { priceRules: [{ ...ruleT, overHourPrice: 6000 }] },
  },
  {
    no: '13',
    from: '11-02 10:00',
    to: '11-03 10:00',
    length: [1, 0],
    rent: 21599,
    over: 0,
    rest: 8500,
    total: 30099,
    rules: { ...base19999, channel: channel({ mode: 2, value: 800 }) },
    more: { source: 2 },
  },
  {
    no: '13 rounded to yuan',
    from: '11-02 10:00',
    to: '11-03 10:00',
    length: [1, 0],
    rent: 21600,
    over: 0,
    rest: 8500,
    total: 30100,
    rules: { ...base19999, channel: channel({ mode: 2, value: 800, roundTo: 100 }) },
    more: { source: 2 },
  },
  {
    no: '14',
    from: '11-02 10:00',
    to: '11-03 10:00',
    length: [1, 0],
    rent: 20000,
    over: 0,
    rest: 14500,
    total: 34500,
    rules: { fees: [deliveryFee] },
    more: { pickup: atDoor },
  },
  {
    no: '15',
    from: '11-02 22:30',
    to: '11-03 22:30',
    length: [1, 0],
    rent: 20000,
    over: 0,
    rest: 18500,
    total: 38500,
    rules: { fees: nightFees },
  },
  {
    no: '16',
    from: '11-06 18:00',
    to: '11-09 18:00',
    length: [3, 0],
    rent: 68400,
    over: 0,
    rest: 27190,
    total: 95590,
    ...toStore2,
  },
  {
    no: '17',
    from: '11-02 10:00',
    to: '12-02 10:00',
    length: [30, 0],
    rent: 453600,
    over: 0,
    rest: 174500,
    total: 628100,
    rules: { services: [...rulesT.services, cover] },
    more: { services: [{ code: 'cover', qty: 1 }] },
  },
  {
    no: '18',
    from: '2025-12-30 10:00',
    to: '01-05 10:00',
    length: [6, 0],
    rent: 176700,
    over: 0,
    rest: 33500,
    total: 210200,
  },
  { no: '19', from: '02-13 10:00', to: '02-16 10:00', length: [3, 0], rent: 77900, over: 0, rest: 18500, total: 96400 },
  { no: '20', from: '02-27 10:00', to: '03-02 10:00', length: [3, 0], rent: 62700, over: 0, rest: 18500, total: 81200 },
  { no: '21', from: '09-19 09:00', to: '09-21 09:00', length: [2, 0], rent: 46000, over: 0, rest: 13500, total: 59500 },
  {
    no: '22',
    from: '04-30 18:00',
    to: '05-06 21:00',
    length: [6, 3],
    rent: 218500,
    over: 9501,
    rest: 33500,
    total: 261501,
  },
  {
    no: '23',
    from: '12-30 10:00',
    to: '2027-01-03 10:00',
    length: [4, 0],
    rent: 81700,
    over: 0,
    rest: 23500,
    total: 105200,
  },
  {
    no: '24',
    from: '11-06 22:30',
    to: '11-09 07:30',
    length: [3, 0],
    rent: 68400,
    over: 0,
    rest: 43190,
    total: 111590,
    rules: allOf24,
    more: { returnStoreId: 'S2', pickup: atDoor },
  },
  {
    no: '25',
    from: '11-06 18:00',
    to: '11-09 18:00',
    length: [3, 0],
    rent: 68400,
    over: 0,
    rest: 1120,
    total: 69520,
    more: { reduces: [{ reduceType: reduceType.manual, amount: 17380 }] },
  },
]

const quoted = ({ from, to, rules, more }: Vector): Quote => price(ask(from, to, more), { ...rulesT, ...rules })

describe('price', () => {
  it.each(vectors)('reckons vector $no', (vector) => {
    const quote = quoted(vector)
    const rent = sumOf(quote.lines, ['rent'])
    const over = sumOf(quote.lines, ['overHours'])
    expect({
      length: [quote.days, quote.overHours],
      rent,
      over,
      rest: quote.total - rent - over,
      total: quote.total,
    }).toEqual({
      length: vector.length,
      rent: vector.rent,
      over: vector.over,
      rest: vector.rest,
      total: vector.total,
    })
  })

  it('writes the lines in bill order, each with its formula', () => {
    const quote = price(
      ask('11-06 22:30', '11-09 07:30', {
        returnStoreId: 'S2',
        pickup: { ...atDoor, estimated: true },
        reduces: [{ reduceType: reduceType.merchant, amount: 1000 }],
      }),
      { ...rulesT, ...allOf24 },
    )
    expect(quote.lines.map(({ name, amount, formula }) => [name, amount, formula])).toEqual([
      ['租金', 19000, '平日价200.00元 × 95%'],
      ['租金', 24700, '周末价260.00元 × 95%'],
      ['租金', 24700, '周末价260.00元 × 95%'],
      ['基础服务费', 15000, '50.00元 × 3天'],
      ['手续费', 3500, '35.00元'],
      ['夜间服务费（取车）', 5000, '22:30取车，在22:00–08:00内：50.00元'],
      ['夜间服务费（还车）', 5000, '07:30还车，在22:00–08:00内：50.00元'],
      ['异店还车费', 8690, '租金及服务费869.00元 × 10%'],
      ['送车上门费', 6000, '30.00元 + 10公里 × 3.00元（距离为预估）'],
      ['商家立减', -1000, '商家立减10.00元'],
    ])
    expect(quote.lines[0]?.priceDate).toBe('2026-11-06')
  })

  it('says how hours over and capped services come about', () => {
    const hours = price(ask('11-02 10:00', '11-03 14:00'), rulesT).lines[1]
    expect(hours).toMatchObject({ qty: 4, unit: 'hour', unitPrice: 3333, formula: '超时4小时 × 33.33元' })
    const capped = price(ask('11-02 10:00', '11-03 14:00'), {
      ...rulesT,
      priceRules: [{ ...ruleT, overHourPrice: 6000 }],
    }).lines[1]
    expect(capped?.formula).toBe('超时4小时 × 60.00元，最高按一天200.00元')
    const covered = price(ask('11-02 10:00', '12-02 10:00', { services: [{ code: 'cover', qty: 1 }] }), {
      ...rulesT,
      services: [...rulesT.services, cover],
    }).lines.at(-1)
    expect(covered).toMatchObject({ qty: 7, amount: 21000, formula: '30.00元 × 7天（满7天不再计费）' })
  })

  it('shows the deposits beside the total', () => {
    const quote = price(ask('11-02 10:00', '11-03 10:00'), rulesT)
    expect(quote.deposits?.map(({ name, amount }) => [name, amount])).toEqual([
      ['租车押金', 300000],
      ['违章押金', 200000],
    ])
    const unset = price(ask('11-02 10:00', '11-03 10:00'), {
      ...rulesT,
      modelDeposits: { rentalFen: 300000, violationFen: null },
    })
    expect(unset.deposits).toBeNull()
  })

  it.each([
    [30199, true],
    [30200, false],
    [29999, true],
    [29998, false],
  ])('compares a channel total of %i with ours of 30099 (vector 26): %s', (theirs, close) => {
    expect(withinTolerance(30099, theirs, 100)).toBe(close)
  })
})

function refusalOf(act: () => unknown): RefusalKey | null {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
}

const weekend = (more: Partial<PriceInput> = {}) => ask('11-06 18:00', '11-09 18:00', more)
const stopped = (date: string, source: number) => ({ calendar: [{ source, date, price: null, stop: true }] })

describe('price refuses', () => {
  const cases: [string, RefusalKey | null, PriceInput, Partial<PriceRules>?][] = [
    ['a return at the pickup', 'returnBeforePickup', ask('11-02 10:00', '11-02 10:00')],
    ['a return before the pickup', 'returnBeforePickup', ask('11-02 10:00', '11-02 09:00')],
    ['a model without a rule', 'priceMissing', weekend(), { priceRules: [] }],
    ['a model whose rule is disabled', 'priceMissing', weekend(), { priceRules: [{ ...ruleT, enabled: false }] }],
    [
      'a channel of own prices without a rule',
      'priceMissing',
      weekend({ source: 2 }),
      { channel: channel({ mode: 4 }) },
    ],
    ['a closed date', 'dateStopped', weekend(), stopped('2026-11-08', 1)],
    ['a date closed for all', 'dateStopped', weekend(), stopped('2026-11-08', 0)],
    ['no date closed for another source', null, weekend(), stopped('2026-11-08', 2)],
    ['no closed return date that is no slot', null, weekend(), stopped('2026-11-09', 1)],
    ['a closed date of the hours over', 'dateStopped', ask('11-02 10:00', '11-03 12:00'), stopped('2026-11-03', 1)],
    ['more than the manual share', 'forbidden', weekend({ reduces: [{ reduceType: 5, amount: 17381 }] })],
    [
      'no more than the manual share in two',
      null,
      weekend({
        reduces: [
          { reduceType: 5, amount: 17000 },
          { reduceType: 6, amount: 380 },
        ],
      }),
    ],
    [
      'two that exceed the manual share together',
      'forbidden',
      weekend({
        reduces: [
          { reduceType: 2, amount: 17000 },
          { reduceType: 6, amount: 381 },
        ],
      }),
    ],
    ['nothing of a coupon', null, weekend({ reduces: [{ reduceType: 1, amount: 80000 }] })],
    [
      'no manual reduction of a holder of order.discount',
      null,
      weekend({ mayDiscount: true, reduces: [{ reduceType: 5, amount: 86900 }] }),
    ],
    ['more than the charges', 'badInput', weekend({ mayDiscount: true, reduces: [{ reduceType: 5, amount: 86901 }] })],
    ['a reduction of nothing', 'badInput', weekend({ reduces: [{ reduceType: 5, amount: 0 }] })],
    ['a service not on offer', 'badInput', weekend({ services: [{ code: 'cover', qty: 1 }] })],
    ['more pieces than allowed', 'badInput', weekend({ services: [{ code: 'base', qty: 2 }] })],
    ['less than the minimal hours', 'lengthOutOfRange', ask('11-02 10:00', '11-02 10:59')],
    ['a minute beyond the longest rental', 'lengthOutOfRange', ask('11-02 10:00', '2027-01-01 10:01')],
    ['not the longest rental', null, ask('11-02 10:00', '2027-01-01 10:00')],
    [
      'fewer days than the rule asks',
      'lengthOutOfRange',
      ask('11-02 10:00', '11-03 14:00'),
      { priceRules: [{ ...ruleT, minDays: 2 }] },
    ],
    ['more days than the rule allows', 'lengthOutOfRange', weekend(), { priceRules: [{ ...ruleT, maxDays: 2 }] }],
    [
      'more days than the channel allows',
      'lengthOutOfRange',
      weekend({ source: 2 }),
      { channel: channel({ maxDays: 2 }) },
    ],
    ['a channel inside the lead time', 'advanceTooShort', weekend({ source: 2, now: at('11-06 16:01') })],
    ['not a channel at the lead time', null, weekend({ source: 2, now: at('11-06 16:00') })],
    [
      'a channel inside its own lead time',
      'advanceTooShort',
      weekend({ source: 2, now: at('11-06 15:00') }),
      { channel: channel({ minLeadMinutes: 240 }) },
    ],
    [
      "a channel inside the rule's lead time",
      'advanceTooShort',
      weekend({ source: 2, now: at('11-06 15:00') }),
      { priceRules: [{ ...ruleT, advanceMinMinutes: 181 }] },
    ],
    ['staff never for lead time', null, weekend({ now: at('11-06 17:59') })],
    ['no walk-in within the grace minutes', null, weekend({ now: at('11-06 18:30') })],
    ['a walk-in later', 'pickupInPast', weekend({ now: at('11-06 18:31') })],
    ['a channel a minute late', 'pickupInPast', weekend({ source: 2, now: at('11-06 18:01') })],
    ['a pickup too far ahead', 'badInput', weekend({ now: at('05-10 17:59') })],
    ['delivery that the store has no price for', 'outOfServiceRange', weekend({ pickup: atDoor })],
    [
      'delivery without an address',
      'badInput',
      weekend({ pickup: { ...atDoor, metres: null } }),
      { fees: [deliveryFee] },
    ],
    [
      'delivery beyond the farthest km',
      'outOfServiceRange',
      weekend({ pickup: { ...atDoor, metres: 30001 } }),
      { fees: [deliveryFee] },
    ],
    [
      'not delivery at the farthest km',
      null,
      weekend({ pickup: { ...atDoor, metres: 30000 } }),
      { fees: [deliveryFee] },
    ],
    [
      'another city without a price for the pair',
      'outOfServiceRange',
      weekend({ returnStoreId: 'S2' }),
      { returnStore: { ...store2, cityCode: '330100' } },
    ],
    [
      'a store that takes no cars of this one',
      'outOfServiceRange',
      weekend({ returnStoreId: 'S2' }),
      { returnStore: store2, store: { ...rulesT.store, oneWayStoreIds: [] } },
    ],
  ]
  it.each(cases)('%s (%s)', (_, key, input, rules) => {
    expect(refusalOf(() => price(input, { ...rulesT, ...rules }))).toBe(key)
  })
})

describe('day prices', () => {
  const rentOn = (rules: Partial<PriceRules>, source = 1, from = '11-02 10:00', to = '11-03 10:00') =>
    sumOf(price(ask(from, to, { source }), { ...rulesT, ...rules }).lines, ['rent'])
  const own = { ...ruleT, id: 'own', source: 2, basePrice: 23000 }
  const raised = channel({ mode: 2, value: 1000 })
  const day = (source: number, price: number | null) => ({ source, date: '2026-11-02', price, stop: false })

  it.each<[string, number, Partial<PriceRules>, number]>([
    ["takes a channel's own rule as it is", 23000, { priceRules: [ruleT, own], channel: raised }, 2],
    ['marks the general rule up', 22000, { channel: raised }, 2],
    ['marks the general rule down', 18000, { channel: channel({ mode: 3, value: 1000 }) }, 2],
    [
      'never goes below the floor of the channel',
      19000,
      { channel: channel({ mode: 3, value: 1000, minFen: 19000 }) },
      2,
    ],
    ['does not round the same price', 19999, { ...base19999, channel: channel({ mode: 1, roundTo: 100 }) }, 2],
    [
      'falls back when the own rule is disabled',
      22000,
      { priceRules: [ruleT, { ...own, enabled: false }], channel: raised },
      2,
    ],
    ["lets the source's calendar price stand", 30000, { calendar: [day(0, 40000), day(2, 30000)], channel: raised }, 2],
    ['marks a general calendar price up', 44000, { calendar: [day(0, 40000)], channel: raised }, 2],
    ['passes over a calendar row without a price', 20000, { calendar: [day(1, null)] }, 1],
    ["ignores another source's calendar", 20000, { calendar: [day(3, 40000)] }, 1],
    [
      'falls through an empty weekend price',
      20000,
      { priceRules: [{ ...ruleT, weekendPrice: null, weekendDays: [1] }] },
      1,
    ],
    ['knows other weekend days', 26000, { priceRules: [{ ...ruleT, weekendDays: [1] }] }, 1],
  ])('%s', (_, rent, rules, source) => {
    expect(rentOn(rules, source)).toBe(rent)
  })

  it('prices a holiday without a holiday price by its weekday', () => {
    const rules = { priceRules: [{ ...ruleT, holidayPrice: null }] }
    expect(rentOn(rules, 1, '10-03 10:00', '10-04 10:00')).toBe(26000)
    expect(rentOn(rules, 1, '10-05 10:00', '10-06 10:00')).toBe(20000)
  })

  const fixed = { ...ruleT, tiers: [{ fromDays: 3, rateBp: null, fixedDayPrice: 15000 }] }
  it('replaces only base days by a fixed day price', () => {
    expect(rentOn({ priceRules: [fixed] }, 1, '11-06 18:00', '11-09 18:00')).toBe(15000 + 26000 + 26000)
    expect(rentOn({ priceRules: [fixed], channel: raised }, 2, '11-06 18:00', '11-09 18:00')).toBe(16500 + 28600 * 2)
  })

  it('discounts holidays and calendar prices only where the rule says so', () => {
    const calendar = [{ source: 0, date: '2026-10-08', price: 30000, stop: false }]
    const rules = { calendar, priceRules: [{ ...ruleT, discountOnHoliday: true }] }
    expect(rentOn({ calendar }, 1, '10-06 10:00', '10-09 10:00')).toBe(39900 * 2 + 30000)
    expect(rentOn(rules, 1, '10-06 10:00', '10-09 10:00')).toBe(37905 * 2 + 28500)
  })

  it('knows a year that is not published by weekdays only', () => {
    expect(calendar2026.publishedYears.has(2027)).toBe(false)
    expect(rentOn({}, 1, '2027-01-01 10:00', '2027-01-02 10:00')).toBe(20000)
  })
})

describe('fees of handing over', () => {
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

  it('takes the row of the window that holds the time', () => {
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
  it('prices a place by its service area and refuses one outside of all', () => {
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

  it('prices another city by the km begun', () => {
    const rules = {
      ...rulesT,
      returnStore: { ...store2, cityCode: '330100' },
      fees: [fee({ kind: 'oneWay', pairStoreId: 'S2', amount: 10000, perKmFee: 100 })],
    }
    const quote = price(weekend({ returnStoreId: 'S2', oneWayMetres: 170001 }), rules)
    expect(quote.lines.at(-1)).toMatchObject({ name: '异地还车费', amount: 27100, feeMode: feeMode.custom })
    expect(refusalOf(() => price(weekend({ returnStoreId: 'S2' }), rules))).toBe('badInput')
  })
})

describe('hints', () => {
  it('tells staff of a lead time that is not kept', () => {
    expect(price(weekend({ now: at('11-06 16:01') }), rulesT).hints).toEqual([
      { kind: 'leadTime', text: '未提前2小时预订，请确认能按时备车' },
    ])
    expect(price(weekend({ now: at('11-06 16:00') }), rulesT).hints).toEqual([])
  })
})
