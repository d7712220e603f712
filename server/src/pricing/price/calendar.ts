import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import {
  changesOf,
  checkRange,
  type DayChange,
  type DayOperation,
  datesOf,
  MAX_SPAN_DAYS,
  stillStand,
} from '@cheyi/domain/pricing/price/calendar'
import {
  BASE_LAYER,
  calendarLines,
  keyOf,
  keyText,
  type PriceChange,
  type PriceKey,
} from '@cheyi/domain/pricing/price/change'
import { undoCalendar as undoChange } from '@cheyi/domain/pricing/price/record'
import { findDayPricer } from '@cheyi/domain/pricing/quote/calendar/day-price'
import { holidayName, isMakeUpWorkday } from '@cheyi/domain/pricing/quote/calendar/holidays'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { addDays, epochDayOf, type LocalDate, localDate } from '@cheyi/domain/time'
import { freeDays } from '../../fleet/stock/actions.ts'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { holidays, priceRule } from '../quote/actions.ts'
import { apply, applyOrPlan, auditPrices, requirePlaces } from './apply.ts'
import * as store from './store.ts'

type Calls = typeof contract.price
type Month = OutputOf<Calls['calendar']>
type Day = Month['days'][number]

export const calendar: HandlerOf<'price', 'calendar'> = async (input, ctx) => {
  const { from, to } = input
  if (to < from) throw badInput('to', '结束日期不能早于开始日期')
  if (addDays(from, MAX_SPAN_DAYS) <= to) throw badInput('to', `日期跨度不能超过${MAX_SPAN_DAYS}天`)
  const key = keyOf(input)
  const [view] = await Promise.all([viewOf(ctx, key, from, to), requirePlaces(ctx, [key])])
  return view
}

/** The published price of each day, fen; null where there is none. Three statements. */
export async function dayPrices(
  ctx: Context,
  key: PriceKey,
  from: LocalDate,
  to: LocalDate,
): Promise<ReadonlyMap<LocalDate, number | null>> {
  const [rules, days, national] = await Promise.all([
    store.rulesBelow(ctx, key),
    store.daysOf(ctx, [{ ...key, source: BASE_LAYER }, key], from, to),
    holidays(ctx),
  ])
  const entries = days.map((row) => ({ ...row, ...store.dayEntry(row) }))
  const priced = { priceRules: rules.map(priceRule), channel: rules[0]?.channel ?? null, holidays: national }
  const pricer = findDayPricer({ ...priced, calendar: entries }, key.source)
  return new Map(datesOf(from, to).map((date) => [date, pricer?.at(epochDayOf(date)).published ?? null]))
}

/** The selling prices of the layer from `from` to `to`, both included: a fixed number of statements, sent in parallel. */
async function viewOf(ctx: Context, key: PriceKey, from: LocalDate, to: LocalDate): Promise<Month> {
  const both = key.source === BASE_LAYER ? [key] : [{ ...key, source: BASE_LAYER }, key]
  const today = localDate(ctx.now)
  const dates = datesOf(from, to)
  // The version is read first: a change that commits in the meantime is shown with the older version, so at worst the next save reports
  // it as a conflict once more.
  const [version, rules, days, free, last, national] = await Promise.all([
    store.calendarVersion(ctx, key),
    store.rulesBelow(ctx, key),
    store.daysOf(ctx, both, from, to),
    freeDays(
      ctx,
      key,
      dates.filter((date) => date >= today),
    ),
    store.lastCalendarChange(ctx, key),
    holidays(ctx),
  ])
  const entries = days.map((row) => ({ ...row, ...store.dayEntry(row) }))
  const priced = { priceRules: rules.map(priceRule), channel: rules[0]?.channel ?? null, holidays: national }
  const pricer = findDayPricer({ ...priced, calendar: entries }, key.source)
  const follower = findDayPricer(
    { ...priced, calendar: entries.filter((row) => row.source !== key.source) },
    key.source,
  )
  const own = new Map(entries.filter((row) => row.source === key.source).map((row) => [row.date, row]))
  const below = new Set(entries.filter((row) => row.source === BASE_LAYER && row.stop).map((row) => row.date))
  return {
    days: dates.map((date): Day => {
      const day = epochDayOf(date)
      const sold = pricer?.at(day) ?? null
      return {
        date,
        price: sold?.published ?? null,
        origin: sold?.origin ?? null,
        own: own.has(date),
        followed: follower?.at(day).published ?? null,
        stop: own.get(date)?.stop === true || below.has(date),
        stopBelow: key.source !== BASE_LAYER && below.has(date),
        holiday: holidayName(national, date),
        makeUpWorkday: isMakeUpWorkday(national, date),
        free: free.free.get(date) ?? null,
      }
    }),
    unpublishedYears: [...new Set(dates.map((date) => Number(date.slice(0, 4))))].filter((year) => !national.has(year)),
    vehicles: free.vehicles,
    undo: last === undefined ? null : undoView(last, today),
    version,
  }
}

/** The change that can be undone; null when one of its dates has passed. */
function undoView(row: store.CalendarChange, today: LocalDate): Month['undo'] {
  const days = daysOf(row)
  if (days.some(({ date }) => date < today)) return null
  return { changeId: row.id, at: row.at, name: row.name, lines: calendarLines(days) }
}

export const daysOf = ({ before, after }: store.CalendarChange): DayChange[] =>
  Object.keys(after).map((date) => ({ date, before: before[date] ?? null, after: after[date] ?? null }))

function operationOf(input: ParsedOf<Calls['saveCalendar']>): DayOperation {
  if (input.price !== undefined) return { kind: 'price', price: input.price }
  if (input.adjustBp !== undefined) return { kind: 'adjust', bp: input.adjustBp }
  if (input.stop !== undefined) return { kind: input.stop ? 'stop' : 'open' }
  return { kind: 'restore' }
}

/**
 * Changes days of a calendar in one way. @throws Refusal stale (-5) when another account changed one of them since the version that was
 * read, with its author, time and the new version; pastDateFixed (3203), priceOutOfRange (3201)
 */
export const saveCalendar: HandlerOf<'price', 'saveCalendar'> = async (input, ctx) => {
  const { from, to } = input
  const key = keyOf(input)
  const today = localDate(ctx.now)
  checkRange(from, to, today)
  const names = await requirePlaces(ctx, [key])
  await store.lockPrices(ctx)
  const dates = datesOf(from, to, input.weekdays)
  if (input.version !== undefined) {
    const other = await store.changeSince(ctx, key, input.version, dates)
    if (other !== undefined)
      throw new Refusal('stale', { by: other.name, at: other.at, version: await store.calendarVersion(ctx, key) })
  }
  const { state } = await store.readState(ctx, [key], from)
  const operation = operationOf(input)
  const prices =
    operation.kind === 'adjust'
      ? new Map((await viewOf(ctx, key, from, to)).days.map((day) => [day.date, day.price]))
      : new Map<LocalDate, number | null>()
  const layer = state.get(keyText(key))!.calendar
  const days = changesOf(layer, dates, operation, (date) => prices.get(date) ?? null)
  const changes: PriceChange[] = days.length === 0 ? [] : [{ ...key, kind: 'calendar', days }]
  const { records, planId } = await applyOrPlan(ctx, changes, input.publishAt, names)
  auditPrices(ctx, key.modelId, records, planId === null ? {} : { planId })
  const view = await viewOf(ctx, key, from, to)
  return { days: view.days, undo: view.undo, changed: days.length, planId }
}

/**
 * Undoes one calendar change exactly. @throws Refusal stale (-5) when a date was changed since, pastDateFixed (3203) when one has
 * passed, notFound (-4) for a change that is not of a calendar or is already undone
 */
export const undoCalendar: HandlerOf<'price', 'undoCalendar'> = async ({ changeId }, ctx) => {
  await store.lockPrices(ctx)
  const row = requireFound(await store.changeById(ctx, changeId))
  if (row.kind !== 'calendar' || row.undone || row.undoOf !== null) throw new Refusal('notFound')
  const key = keyOf(row)
  const days = daysOf(row)
  const dates = days.map(({ date }) => date).toSorted()
  const [from, to] = [dates[0]!, dates.at(-1)!]
  if (from < localDate(ctx.now)) throw new Refusal('pastDateFixed', { field: 'changeId' })
  const { state } = await store.readState(ctx, [key], from)
  if (!stillStand(state.get(keyText(key))!.calendar, days)) throw new Refusal('stale', { by: '', at: null })
  const { records } = await apply(ctx, [undoChange({ ...key, days })], { undoOf: changeId })
  await store.markUndone(ctx, changeId)
  auditPrices(ctx, key.modelId, records, { undoOf: changeId })
  const view = await viewOf(ctx, key, from, to)
  return { days: view.days, undo: view.undo }
}
