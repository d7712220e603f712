import { sources } from '@cheyi/domain/booking/order/codes'
import { addDays, addMonths, type LocalDate, localDate } from '@cheyi/domain/time'
import type { calls, InputOf } from '../../../kernel/call/calls.ts'
import type { ValuesOf } from '../../../kernel/page/search.ts'
import { shortDate } from '../../../ui/date/civil-date.ts'
import type { dataScreens } from '../screens.ts'

export type DataValues = Pick<
  ValuesOf<typeof dataScreens.overview.search>,
  'when' | 'from' | 'to' | 'storeId' | 'modelId' | 'source'
>
export type DataInput = InputOf<typeof calls.data.overview>

export const spans = [
  { value: 'today', label: '今天' },
  { value: 'yesterday', label: '昨天' },
  { value: 'week', label: '近7天' },
  { value: 'days30', label: '近30天' },
  { value: 'month', label: '本月' },
  { value: 'lastMonth', label: '上月' },
] as const

type Days = Pick<DataInput, 'from' | 'to' | 'unit'>

/** The days of a named period, relative to today. */
export function daysOf({ when, from, to }: Pick<DataValues, 'when' | 'from' | 'to'>, today: LocalDate): Days {
  const first = `${today.slice(0, 7)}-01`
  switch (when) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'days30':
      return { from: addDays(today, -29), to: today }
    case 'month':
      return { from: first, to: today, unit: 'month' }
    case 'lastMonth':
      return { from: addMonths(first, -1), to: addDays(first, -1), unit: 'month' }
    case 'own':
      if (from !== '' && to !== '') return { from, to }
  }
  return { from: addDays(today, -6), to: today }
}

/** The input of the call for the filter in the address. */
export const inputOf = (values: DataValues, today: LocalDate): DataInput => ({
  ...daysOf(values, today),
  storeIds: values.storeId === '' ? undefined : [values.storeId],
  modelIds: values.modelId === '' ? undefined : [values.modelId],
  source: sources.values.find((source) => String(source) === values.source),
})

/** `11-14 ~ 11-20`, with the year if it is not the current one. */
export function windowText({ from, until }: { from: number; until: number }, now: number): string {
  const today = localDate(now)
  const [first, last] = [shortDate(localDate(from), today), shortDate(localDate(until - 1), today)]
  return first === last ? first : `${first} ~ ${last}`
}
