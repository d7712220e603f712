import { describe, expect, it } from 'vitest'
import { reduceType } from '../../booking/order/codes.ts'
import { withinTolerance } from './channel/channel.ts'
import { sumOf } from './lines/lines.ts'
import { price } from './price.ts'
import type { PriceInput, Quote } from './quote.ts'
import type { PriceRules } from './rules.ts'
import { ask, atDoor, channel, cover, deliveryFee, nightFees, oneWayFee, rulesT, ruleT, store2 } from './testing.ts'

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
  it.each(vectors)('prices vector $no', (vector) => {
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

  it('returns the lines in bill order, each with its formula', () => {
    const quote = price(
      ask('11-06 22:30', '11-09 07:30', {
        returnStoreId: 'S2',
        pickup: { ...atDoor, estimated: true },
        reduces: [{ reduceType: reduceType.merchant, amount: 1000 }],
      }),
      { ...rulesT, ...allOf24 },
    )
    expect(quote.lines.map(({ name, amount, formula }) => [name, amount, formula])).toEqual([
      ['租金', 19000, '平日价¥200.00 × 95%'],
      ['租金', 24700, '周末价¥260.00 × 95%'],
      ['租金', 24700, '周末价¥260.00 × 95%'],
      ['基础服务费', 15000, '¥50.00 × 3天'],
      ['手续费', 3500, '¥35.00'],
      ['夜间服务费（取车）', 5000, '22:30取车，在22:00–08:00内：¥50.00'],
      ['夜间服务费（还车）', 5000, '07:30还车，在22:00–08:00内：¥50.00'],
      ['异店还车费', 8690, '租金及服务费¥869.00 × 10%'],
      ['送车上门费', 6000, '¥30.00 + 10 km × ¥3.00（距离为预估）'],
      ['商家立减', -1000, '商家立减¥10.00'],
    ])
    expect(quote.lines[0]?.priceDate).toBe('2026-11-06')
  })

  it('explains additional hours and capped services', () => {
    const hours = price(ask('11-02 10:00', '11-03 14:00'), rulesT).lines[1]
    expect(hours).toMatchObject({ qty: 4, unit: 'hour', unitPrice: 3333, formula: '超时4小时 × ¥33.33' })
    const capped = price(ask('11-02 10:00', '11-03 14:00'), {
      ...rulesT,
      priceRules: [{ ...ruleT, overHourPrice: 6000 }],
    }).lines[1]
    expect(capped?.formula).toBe('超时4小时 × ¥60.00，最高按一天¥200.00')
    const covered = price(ask('11-02 10:00', '12-02 10:00', { services: [{ code: 'cover', qty: 1 }] }), {
      ...rulesT,
      services: [...rulesT.services, cover],
    }).lines.at(-1)
    expect(covered).toMatchObject({ qty: 7, amount: 21000, formula: '¥30.00 × 7天（满7天不再计费）' })
  })

  it('returns the deposits beside the total', () => {
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
