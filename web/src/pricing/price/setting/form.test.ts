import { newRule } from '@cheyi/domain/pricing/price/rule'
import { expect, it } from 'vitest'
import type { Rule } from '../parts/layers.ts'
import { changedInput, formOf, longOfForm, problemsOf, termsOfForm } from './form.ts'

const tiers = [{ fromDays: 3, rateBp: 9500, fixedDayPrice: null }]
const rule: Rule = { ...newRule(20_000), weekendDays: [6, 7], tiers, id: '1', source: 0, version: 4 }
const form = formOf({ source: 0, rule, base: null, long: [] })

it('shows what is kept and gives the same back', () => {
  expect(termsOfForm(form)).toEqual({ ...newRule(20_000), tiers })
  expect(problemsOf(form)).toEqual({})
  expect(changedInput(form, [], { version: 4, longVersion: 7 }, false)).toEqual({ version: 4 })
})

it('begins a channel at what it follows, to be its own', () => {
  const own = { ...rule, source: 2, enabled: false, basePrice: 30_000 }
  expect(formOf({ source: 2, rule: null, base: rule, long: [] }).basePrice).toBe(20_000)
  expect(formOf({ source: 2, rule: own, base: rule, long: [] })).toMatchObject({ basePrice: 20_000, enabled: true })
  expect(formOf({ source: 2, rule: { ...own, enabled: true }, base: rule, long: [] }).basePrice).toBe(30_000)
})

it('begins empty where there is nothing', () => {
  const empty = formOf({ source: 0, rule: null, base: null, long: [] })
  expect(empty).toMatchObject({ basePrice: null, weekendDays: [6, 7], enabled: true })
  expect(problemsOf(empty)).toEqual({ basePrice: '请输入日租价' })
})

it('says what is wrong beside the field, in the words of the documents', () => {
  const typed = { fromDays: 3, rateBp: 10_200, fixedDayPrice: null, by: 'rate' } as const
  expect(
    problemsOf({
      ...form,
      basePrice: 10_000_000,
      tiers: [form.tiers[0]!, typed, { ...typed, fromDays: 7 }],
      longRows: [{ fromMonths: 1, monthlyPrice: null }],
    }),
  ).toEqual({
    basePrice: '平日价格须在¥0.01至¥99,999.00之间',
    'tiers.1': '阶梯天数不能重复',
    'tiers.2': '折扣须在10%至100%之间',
    'longRows.0': '满1个月每月价格须在¥0.01至¥99,999.00之间',
  })
})

it('sends what was changed and nothing else, but all of a price that begins', () => {
  const mine = { ...form, basePrice: 19_000, longRows: [{ fromMonths: 1, monthlyPrice: 480_000 }] }
  const seen = { version: 4, longVersion: 7 }
  expect(changedInput(mine, ['basePrice'], seen, false)).toEqual({ version: 4, basePrice: 19_000 })
  expect(changedInput(mine, ['longRows'], seen, false)).toEqual({
    version: 4,
    longVersion: 7,
    longRows: [{ fromMonths: 1, monthlyPrice: 480_000 }],
  })
  expect(changedInput(mine, [], seen, true)).toMatchObject({ basePrice: 19_000, tiers, minDays: 1, longVersion: 7 })
  expect(longOfForm(mine)).toEqual([{ fromMonths: 1, monthlyPrice: 480_000 }])
})
