import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adjustDays, adjustedChanges, adjustMonths, adjustPrice } from './adjust.ts'
import { calendarLines, ruleLines } from './change.ts'
import { recordLines, recordsOf } from './record.ts'
import { longFaults, newRule, type RuleTerms, ruleChanges, ruleFaults, versionOfLong } from './rule.ts'

const rule = (fields: Partial<RuleTerms> = {}): RuleTerms => ({ ...newRule(20_000), ...fields })
const told = (terms: Partial<RuleTerms>) => ruleFaults(rule(terms)).map((one) => [one.code, one.detail.field])

describe('ruleFaults', () => {
  it.each<[Partial<RuleTerms>, [number, string][]]>([
    [{}, []],
    [{ basePrice: 1 }, []],
    [{ basePrice: 9_999_900 }, []],
    [{ basePrice: 0 }, [[3201, 'basePrice']]],
    [{ basePrice: 9_999_901 }, [[3201, 'basePrice']]],
    [
      { basePrice: 0, weekendPrice: 0, holidayPrice: 0 },
      [
        [3201, 'basePrice'],
        [3201, 'weekendPrice'],
        [3201, 'holidayPrice'],
      ],
    ],
    [{ weekendDays: [1, 2, 3, 4, 5, 6, 7] }, [[-2, 'weekendDays']]],
    [{ minDays: 3, maxDays: 2 }, [[-2, 'maxDays']]],
    [{ tiers: [{ fromDays: 1, rateBp: 9000, fixedDayPrice: null }] }, [[-2, 'tiers.0']]],
    [
      {
        tiers: [
          { fromDays: 3, rateBp: 1000, fixedDayPrice: null },
          { fromDays: 3, rateBp: null, fixedDayPrice: 1 },
        ],
      },
      [[3202, 'tiers.1']],
    ],
    [{ tiers: [{ fromDays: 3, rateBp: 10_001, fixedDayPrice: null }] }, [[-2, 'tiers.0']]],
    [{ tiers: [{ fromDays: 3, rateBp: null, fixedDayPrice: 0 }] }, [[3201, 'tiers.0']]],
    [{ tiers: [{ fromDays: 3, rateBp: 9000, fixedDayPrice: 100 }] }, [[-2, 'tiers.0']]],
  ])('%j', (terms, faults) => {
    expect(told(terms)).toEqual(faults)
  })

  it('checks monthly prices', () => {
    const rows = [
      { fromMonths: 1, monthlyPrice: 480_000 },
      { fromMonths: 1, monthlyPrice: 0 },
      { fromMonths: 37, monthlyPrice: 1 },
      { fromMonths: 2, monthlyPrice: 0 },
    ]
    expect(longFaults(rows).map((one) => [one.code, one.detail.field])).toEqual([
      [3202, 'longRows.1'],
      [-2, 'longRows.2'],
      [3201, 'longRows.3'],
    ])
  })
})

describe('a change of a rule', () => {
  it('is empty for equal rules in any order, and complete for a new rule', () => {
    const tiers = [
      { fromDays: 7, rateBp: 9000, fixedDayPrice: null },
      { fromDays: 3, rateBp: 9500, fixedDayPrice: null },
    ]
    expect(ruleChanges(rule({ tiers, weekendDays: [7, 6] }), rule({ tiers: tiers.toReversed() }))).toEqual({})
    expect(ruleChanges(null, rule())).toEqual(rule())
  })

  it('applied to the old rule gives the new one, and is described as text', () => {
    const before = rule({ weekendPrice: 26_000 })
    const after = rule({ basePrice: 21_000, minDays: 2, enabled: false, weekendDays: [5, 6, 7] })
    const changes = ruleChanges(before, after)
    expect({ ...before, ...changes }).toEqual(after)
    expect(ruleLines(before, changes)).toEqual([
      { label: '平日价', before: '¥200.00', after: '¥210.00' },
      { label: '周末价', before: '¥260.00', after: '未设置' },
      { label: '周末为', before: '周六、周日', after: '周五、周六、周日' },
      { label: '起租天数', before: '1天', after: '2天' },
      { label: '启用', before: '是', after: '否' },
    ])
  })

  it('has no record where nothing changes, nor for past dates', () => {
    const key = { storeId: '1', modelId: '2', source: 0 }
    const calendar = new Map([['2026-11-21', { price: 100, stop: false }]])
    const state = new Map([['1/2/0', { rule: rule(), long: [], calendar }]])
    const records = recordsOf(
      state,
      [
        { ...key, kind: 'rule', set: { basePrice: 20_000 } },
        { ...key, kind: 'long', rows: [] },
        {
          ...key,
          kind: 'calendar',
          days: ['2026-11-19', '2026-11-21', '2026-11-22'].map((date) => ({
            date,
            after: { price: 100, stop: false },
          })),
        },
      ],
      '2026-11-20',
    )
    expect(records.map(recordLines)).toEqual([[{ label: '2026-11-22', before: '规则价', after: '¥1.00' }]])
  })

  it('joins neighbouring dates with the same change', () => {
    const day = (date: string, price: number) => ({ date, before: null, after: { price, stop: false } })
    const days = [day('2026-12-01', 1), day('2026-11-30', 1), day('2026-12-02', 2), day('2026-12-04', 2)]
    expect(calendarLines(days).map((line) => line.label)).toEqual([
      '2026-11-30至2026-12-01',
      '2026-12-02',
      '2026-12-04',
    ])
  })
})

describe('batch adjustment', () => {
  it('rounds half-up to its step', () => {
    expect(adjustPrice(19_950, { bp: 1000, roundTo: 1 })).toBe(21_945)
    expect(adjustPrice(19_950, { bp: 1000, roundTo: 100 })).toBe(21_900)
    expect(adjustPrice(20_000, { fen: -50, roundTo: 100 })).toBe(20_000)
  })
  it('does not change empty prices, lists those that change, and names the model that exceeds the limits', () => {
    expect(adjustDays(rule(), ['weekendPrice', 'basePrice'], { fen: 500, roundTo: 1 }, '朗逸')).toEqual([
      { part: 'basePrice', label: '平日价', before: 20_000, after: 20_500 },
    ])
    expect(() => adjustDays(rule(), ['basePrice'], { fen: -20_000, roundTo: 1 }, '朗逸')).toThrow('朗逸调整后价格须在')
  })

  it('raises existing months, sets named ones, and names the model that exceeds the limits', () => {
    const state = { rule: rule(), long: [{ fromMonths: 3, monthlyPrice: 450_000 }] }
    expect(adjustMonths(state, { months: [], bp: 1000, roundTo: 100 }, '朗逸')).toEqual([
      { part: 3, label: '满3个月', before: 450_000, after: 495_000 },
    ])
    expect(adjustMonths(state, { months: [1], bp: 1000, roundTo: 100 }, '朗逸')).toEqual([])
    // 20,000 × 30 × 75 %
    expect(adjustMonths(state, { months: [6, 3, 1], ofDaysBp: 7500, roundTo: 1000 }, '朗逸')).toEqual([
      { part: 1, label: '满1个月', before: null, after: 450_000 },
      { part: 6, label: '满6个月', before: null, after: 450_000 },
    ])
    expect(() => adjustMonths(state, { months: [], fen: -450_000, roundTo: 1 }, '朗逸')).toThrow(
      '朗逸调整后满3个月每月价格须在',
    )
  })

  it('changes only what it names, whatever was changed concurrently', () => {
    const month = fc.integer({ min: 1, max: 36 })
    const tiers = fc.uniqueArray(fc.record({ fromMonths: month, monthlyPrice: fc.integer({ min: 1, max: 1e8 }) }), {
      selector: (one) => one.fromMonths,
    })
    const key = { storeId: '1', modelId: '2', source: 0 }
    fc.assert(
      fc.property(tiers, tiers, fc.uniqueArray(month, { minLength: 1 }), (shown, now, months) => {
        const prices = adjustMonths({ rule: rule(), long: shown }, { months, price: 300_000, roundTo: 1 }, '朗逸')
        const [record] = recordsOf(
          new Map([['1/2/0', { rule: rule(), long: now, calendar: new Map() }]]),
          adjustedChanges([{ ...key, prices }]),
          '2026-11-20',
        )
        const after = record?.kind === 'long' ? record.after : now
        for (const { fromMonths, monthlyPrice } of now)
          if (!prices.some(({ part }) => part === fromMonths))
            expect(after).toContainEqual({ fromMonths, monthlyPrice })
        for (const { part } of prices) expect(after).toContainEqual({ fromMonths: part, monthlyPrice: 300_000 })
      }),
    )
  })
})

it('versions of monthly prices differ for different sets and fit an int', () => {
  const row = fc.record({ fromMonths: fc.integer({ min: 1, max: 36 }), monthlyPrice: fc.integer({ min: 1, max: 1e8 }) })
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: (one) => one.fromMonths }), (rows) => {
      const version = versionOfLong(rows)
      expect(version).toBe(versionOfLong(rows.toReversed()))
      expect(Number.isInteger(version) && version >= 1 && version <= 2_000_000_000).toBe(true)
      const dearer = rows.map((one) => ({ ...one, monthlyPrice: one.monthlyPrice + 1 }))
      if (rows.length > 0) expect(versionOfLong(dearer)).not.toBe(version)
    }),
  )
})
