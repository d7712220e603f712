import {
  type Grain,
  monthOf,
  nameOf,
  type Part,
  type PartKey,
  sumByGrain,
} from '@cheyi/domain/insight/data/contributions'
import type { Slice } from '@cheyi/domain/insight/data/reckon'
import { noSums, type SumKey, type Sums, sumKeys } from '@cheyi/domain/insight/data/sums'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { snakeCase } from '../../kernel/db/letter-case.ts'
import { parameters } from '../../kernel/db/sql.ts'
import { reachedAtSql } from '../../platform/stream/actions.ts'
import { carSums } from './store-cars.ts'

/*
 * The rows of stored figures: the share of each subject in a month (`figure_part`), and the sums of days
 * (`figure_day`), which only change by the difference between two states of a subject.
 */

type Asking = Pick<Context, 'query'>

/** Name of the follower that updates the figures. */
export const FOLLOWER = 'figures'

export const subjects = ['order', 'car', 'cash'] as const
export type Subject = (typeof subjects)[number]

/** Progress of the first computation: the last subject of its kind that was processed. */
export interface Filling {
  readonly subject: Subject
  readonly after: string
}

export interface KeptState {
  readonly keptTo: LocalDate
  readonly filling: Filling | null
}

interface State extends KeptState {
  /** The stored shares name their vehicles; those of an earlier release do not. */
  readonly byCar: boolean
  readonly reachedAt: number | null
}

/** Up to which day figures are stored, and the time that their follower has reached; null without stored figures. */
export const stateOf = async (ctx: Asking): Promise<State | null> =>
  (
    await ctx.query<State>(
      `select kept_to::text as kept_to, filling, by_car, ${reachedAtSql(FOLLOWER)} as reached_at from figure_state`,
    )
  )[0] ?? null

export const setState = (ctx: Asking, { keptTo, filling }: KeptState) =>
  ctx.query(
    `insert into figure_state (kept_to, filling, by_car) values ($1, $2, true)
     on conflict (merchant_id) do update set kept_to = excluded.kept_to, filling = excluded.filling, by_car = true`,
    [keptTo, filling === null ? null : JSON.stringify(filling)],
  )

export async function dropAll(ctx: Asking): Promise<void> {
  await ctx.query('delete from figure_part')
  await ctx.query('delete from figure_day')
  await ctx.query('delete from figure_fact')
  await ctx.query('delete from figure_car')
  await ctx.query('delete from figure_car_order')
}

/** The stored share of a subject in a month. */
export interface KeptPart {
  readonly subjectId: string
  readonly month: LocalDate
  readonly shares: readonly Part[]
}

/** The stored shares of these subjects; in these months, or in all. */
export const partsKept = (
  ctx: Asking,
  subject: Subject,
  ids: readonly string[],
  months: readonly LocalDate[] | null,
): Promise<KeptPart[]> =>
  ctx.query<KeptPart>(
    `select subject_id, month::text as month, shares from figure_part
      where subject = $1 and subject_id = any ($2::bigint[]) and ($3::date[] is null or month = any ($3))`,
    [subject, ids, months],
  )

/** The subjects with a share in some months. */
export const subjectsKept = async (ctx: Asking, subject: Subject, months: readonly LocalDate[]): Promise<string[]> =>
  (
    await ctx.query<{ readonly subjectId: string }>(
      'select distinct subject_id from figure_part where month = any ($1::date[]) and subject = $2',
      [months, subject],
    )
  ).map(({ subjectId }) => subjectId)

export async function writeParts(ctx: Asking, subject: Subject, parts: readonly KeptPart[]): Promise<void> {
  const gone = parts.filter(({ shares }) => shares.length === 0)
  const rows = parts.filter(({ shares }) => shares.length > 0)
  if (gone.length > 0)
    await ctx.query(
      `delete from figure_part p using unnest($2::bigint[], $3::date[]) g (id, month)
        where p.subject = $1 and p.subject_id = g.id and p.month = g.month`,
      [subject, gone.map(({ subjectId }) => subjectId), gone.map(({ month }) => month)],
    )
  if (rows.length > 0)
    await ctx.query(
      `insert into figure_part (subject, subject_id, month, shares)
       select $1, r.id, r.month, r.shares from unnest($2::bigint[], $3::date[], $4::jsonb[]) r (id, month, shares)
       on conflict (merchant_id, subject, subject_id, month) do update set shares = excluded.shares`,
      [
        subject,
        rows.map(({ subjectId }) => subjectId),
        rows.map(({ month }) => month),
        rows.map(({ shares }) => JSON.stringify(shares)),
      ],
    )
}

const inFen: readonly SumKey[] = ['rent', 'renewalRent', 'service', 'other', 'late', 'collected', 'refunded']
const columnOf = (key: SumKey): string => (inFen.includes(key) ? `${snakeCase(key)}_fen` : `"${snakeCase(key)}"`)
const columns = sumKeys.map(columnOf)

/** Stored value of source and kind for rows that have none. */
const NONE = 0
const keyNames = 'grain, day, store_id, model_id, source, order_kind'
const rowsOf = (sums: readonly (Part & { readonly grain: Grain })[]) =>
  JSON.stringify(
    sums.map(({ grain, day, storeId, modelId, source, kind, sums: values }) => ({
      grain,
      day,
      store_id: storeId ?? 0,
      model_id: modelId ?? 0,
      source: source ?? NONE,
      order_kind: kind ?? NONE,
      ...Object.fromEntries(sumKeys.map((key) => [columnOf(key).replaceAll('"', ''), values[key] ?? 0])),
    })),
  )
const rowType = `(grain text, day date, store_id bigint, model_id bigint, source smallint, order_kind smallint,
  ${columns.map((column) => `${column} bigint`).join(', ')})`

/** Adds these amounts to sums of days; each only for its grain. */
export async function moveDays(ctx: Asking, by: readonly (Part & { readonly grain: Grain })[]): Promise<void> {
  if (by.length === 0) return
  await ctx.query(
    `insert into figure_day (${keyNames}, ${columns.join(', ')})
     select ${keyNames}, ${columns.join(', ')} from jsonb_to_recordset($1::jsonb) r ${rowType} order by ${keyNames}
     on conflict (merchant_id, ${keyNames}) do update set
       ${columns.map((column) => `${column} = figure_day.${column} + excluded.${column}`).join(', ')}`,
    [rowsOf(by)],
  )
}

/**
 * Reorders the sums, written subject by subject, by their days, and those of cars by their months, so that reading a window or the months
 * of a fleet touches few pages.
 */
export async function putInOrder(ctx: Asking): Promise<void> {
  const days = `${keyNames}, ${columns.join(', ')}`
  await ctx.query(
    `with gone as (delete from figure_day returning ${days})
     insert into figure_day (${days}) select ${days} from gone order by ${keyNames}`,
  )
  const cars = `month, vehicle_id, ${carSums.join(', ')}`
  await ctx.query(
    `with gone as (delete from figure_car returning ${cars})
     insert into figure_car (${cars}) select ${cars} from gone order by month, vehicle_id`,
  )
}

interface DayRow extends Readonly<Record<string, unknown>> {
  readonly grain: Grain
  readonly day: LocalDate
  readonly storeId: string
  readonly modelId: string
  readonly source: number
  readonly orderKind: number
}

const sumsOfRow = (row: Readonly<Record<string, unknown>>): Record<SumKey, number> => {
  const sums = noSums()
  for (const key of sumKeys) sums[key] = Number(row[inFen.includes(key) ? `${key}Fen` : key] ?? 0)
  return sums
}

/** A sum of a day that differs from the total of its parts. */
export interface DayDifference {
  readonly grain: Grain
  readonly day: LocalDate
  readonly key: string
  readonly kept: Sums
  readonly reckoned: Sums
}

/** Sums of some days that differ from `parts`, which are all parts of these days. */
export async function daysThatDiffer(
  ctx: Asking,
  [first, last]: readonly [LocalDate, LocalDate],
  parts: readonly Part[],
): Promise<(DayDifference & { readonly missing: Part & { readonly grain: Grain } })[]> {
  const rows = await ctx.query<DayRow>(
    `select ${keyNames.replace('day', 'day::text as day')}, ${columns.join(', ')} from figure_day where day between $1 and $2`,
    [first, last],
  )
  const kept = new Map(
    rows.map((row) => {
      const key: PartKey = {
        storeId: row.storeId === '0' ? null : row.storeId,
        modelId: row.modelId === '0' ? null : row.modelId,
        source: row.source === NONE ? null : (row.source as PartKey['source']),
        kind: row.orderKind === NONE ? null : (row.orderKind as PartKey['kind']),
      }
      return [
        `${row.grain} ${row.day} ${nameOf(key)}`,
        { grain: row.grain, day: row.day, ...key, sums: sumsOfRow(row) },
      ]
    }),
  )
  const reckoned = new Map(sumByGrain(parts).map((one) => [`${one.grain} ${one.day} ${nameOf(one)}`, one]))
  return [...new Set([...kept.keys(), ...reckoned.keys()])].flatMap((name) => {
    const before = kept.get(name)?.sums ?? noSums()
    const now = reckoned.get(name)?.sums ?? noSums()
    const missing = sumKeys
      .filter((key) => before[key] !== now[key])
      .map((key) => [key, now[key] - before[key]] as const)
    if (missing.length === 0) return []
    const { grain, day, storeId, modelId, source, kind } = (kept.get(name) ?? reckoned.get(name))!
    const key = { storeId, modelId, source, kind }
    return [
      {
        grain,
        day,
        key: nameOf(key),
        kept: before,
        reckoned: now,
        missing: { grain, day, ...key, sums: Object.fromEntries(missing) },
      },
    ]
  })
}

/** Grouping of sums; `source`: by source and kind, `storeDay` and `modelDay`: by both. */
export type Group = 'store' | 'model' | 'source' | 'day' | 'storeDay' | 'modelDay'
const groupSql: Readonly<Record<Group, string>> = {
  store: 'd.store_id::text',
  model: 'd.model_id::text',
  source: `d.source || ' ' || d.order_kind`,
  day: 'd.day::text',
  storeDay: `d.store_id || ' ' || d.day`,
  modelDay: `d.model_id || ' ' || d.day`,
}

/** The coarsest grain that has the columns of a slice and a group. */
function grainOf({ storeIds, modelIds, source, kind }: Slice, by: Group | null): Grain {
  const asks = [
    storeIds !== undefined || by === 'store' || by === 'storeDay' ? 'store' : null,
    modelIds !== undefined || by === 'model' || by === 'modelDay' ? 'model' : null,
    source !== undefined || kind !== undefined || by === 'source' ? 'source' : null,
  ].filter((grain) => grain !== null)
  return asks.length === 0 ? 'all' : asks.length === 1 ? (asks[0] as Grain) : 'part'
}

/** Days of a window with stored sums; cars that are out only count on its last day, if that day is included. */
export interface KeptDays {
  readonly first: LocalDate
  readonly last: LocalDate
  readonly end: LocalDate
}

/**
 * The stored sums of some windows, by group: one map for each window, with the key '' without a group. The text only
 * contains the requested conditions, so that a generic plan reads only the days of each window.
 */
export async function keptSums(
  ctx: Asking,
  slice: Slice,
  of: readonly KeptDays[],
  by: Group | null,
): Promise<Map<string, Record<SumKey, number>>[]> {
  const name = by === null ? `''` : groupSql[by]
  const { values, bind } = parameters()
  const { storeIds, modelIds, source, kind } = slice
  const asked = [
    `d.grain = '${grainOf(slice, by)}'`,
    storeIds && `d.store_id = any (${bind(storeIds)}::bigint[])`,
    modelIds && `d.model_id = any (${bind(modelIds)}::bigint[])`,
    source && `d.source in (${NONE}, ${bind(source)}::smallint)`,
    kind && `d.order_kind in (${NONE}, ${bind(kind)}::smallint)`,
  ].filter((condition) => condition !== undefined)
  const sumOf = (column: string, end: LocalDate) =>
    column === '"out"' && by !== 'day'
      ? `coalesce(sum(d."out") filter (where d.day = ${bind(end)}::date), 0)::bigint as "out"`
      : `sum(d.${column})::bigint as ${column}`
  const windows = of.map(
    ({ first, last, end }, n) =>
      `select ${n} as n, ${name} as name, ${columns.map((column) => sumOf(column, end)).join(', ')} from figure_day d
        where ${asked.join(' and ')} and d.day >= ${bind(first)}::date and d.day <= ${bind(last)}::date
        group by ${by === null ? '()' : name}`,
  )
  const rows = await ctx.query<{ readonly n: number; readonly name: string } & Readonly<Record<string, unknown>>>(
    windows.join(' union all '),
    values,
  )
  const sums = of.map(() => new Map<string, Record<SumKey, number>>())
  for (const row of rows) sums[row.n]!.set(row.name, sumsOfRow(row))
  return sums
}

/** Parts by the month of their subject. */
export const byMonth = (parts: readonly Part[]) => Map.groupBy(parts, ({ day }) => monthOf(day))
