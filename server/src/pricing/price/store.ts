import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { lifecycle, modelStatus } from '@cheyi/domain/fleet/inventory/codes'
import { storeStatus } from '@cheyi/domain/platform/merchant/codes'
import type { DayEntry } from '@cheyi/domain/pricing/price/calendar'
import {
  BASE_LAYER,
  type ChangedRow,
  keyOf,
  keyText,
  type PlanStatus,
  type PriceChange,
  type PriceKey,
  planStatus,
  type StoredChange,
  type StoredDays,
} from '@cheyi/domain/pricing/price/change'
import type { PriceRecord, PriceState } from '@cheyi/domain/pricing/price/record'
import type { LongTier, RuleTerms } from '@cheyi/domain/pricing/price/rule'
import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { cursorKeys, offsetOf, pageSize } from '../../kernel/db/paging.ts'
import { recordset } from '../../kernel/db/recordset.ts'
import { parameters, type Sql, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { type ChannelTermsColumn, priceRule, type RuleRow, termsColumn } from '../quote/actions.ts'

/** Stores that are visible to the account; null: all. */
export const visibleStores = ({ identity }: Context): readonly string[] | null =>
  identity.scope === 'all' ? null : identity.storeIds

/** Serializes the writers of a merchant's prices, so that each one reads the result of the previous one. */
export async function lockPrices(ctx: Context): Promise<void> {
  await ctx.query(`select pg_advisory_xact_lock(hashtextextended('price', merchant()))`)
}

export interface PlaceRow {
  storeId: string
  storeName: string
  modelId: string
  modelName: string
}

/** The names of stores and models that are visible to the account. */
export async function names(ctx: Context, storeIds: readonly string[], modelIds: readonly string[]) {
  const [stores, models] = await Promise.all([
    ctx.query<{ id: string; name: string }>(
      `select id, name from store where id = any ($1::bigint[]) and ($2::bigint[] is null or id = any ($2::bigint[]))`,
      [storeIds, visibleStores(ctx)],
    ),
    ctx.query<{ id: string; name: string }>('select id, name from model where id = any ($1::bigint[])', [modelIds]),
  ])
  return {
    stores: new Map(stores.map(({ id, name }) => [id, name])),
    models: new Map(models.map(({ id, name }) => [id, name])),
  }
}

const ruleColumns = sql`r.id, r.store_id, r.model_id, r.source, r.base_fen, r.weekend_fen, r.holiday_fen, r.weekend_days,
  r.over_hour_fen, r.over_hour_divisor, r.min_days, r.max_days, r.advance_min_minutes, r.discount_on_holiday, r.enabled,
  r.version,
  (select json_agg(json_build_object('fromDays', t.from_days, 'rateBp', t.rate_bp, 'fixedDayFen', t.fixed_day_fen)
     order by t.from_days) from price_tier t where t.merchant_id = r.merchant_id and t.rule_id = r.id) as tiers`

export interface StoredRule extends RuleRow {
  readonly storeId: string
  readonly version: number
}

type LongRow = Omit<Selectable<DB['longPrice']>, 'merchantId' | 'id'>
type DayRow = Omit<Selectable<DB['priceCalendar']>, 'merchantId' | 'id'>

export const longTier = (row: LongRow): LongTier => ({ fromMonths: row.fromMonths, monthlyPrice: row.monthlyFen })
export const dayEntry = (row: DayRow): DayEntry => ({ price: row.priceFen, stop: row.stop })
/** The terms of a price rule, without its id and source. */
export function ruleTerms(row: StoredRule): RuleTerms {
  const { id: _, source: __, ...terms } = priceRule(row)
  return terms
}

const columnsOf = (keys: readonly PriceKey[]) => [
  keys.map((key) => key.storeId),
  keys.map((key) => key.modelId),
  keys.map((key) => key.source),
]
const amongKeys = (alias: Sql) =>
  sql`join unnest($1::bigint[], $2::bigint[], $3::smallint[]) as k (store_id, model_id, source)
     on k.store_id = ${alias}.store_id and k.model_id = ${alias}.model_id and k.source = ${alias}.source`

/** The terms of the requested source, joined to each of its rules; without a rule there is no price. */
type TermedRule = StoredRule & { readonly channel: ChannelTermsColumn | null }

/** The rules of one layer and of the base below it, as {@link rulesOf}. */
export const rulesBelow = (ctx: Context, key: PriceKey) =>
  ctx.query(
    sql<TermedRule>`select ${ruleColumns}, ${termsColumn(sql`$3`)} as channel from price_rule r
      where r.store_id = $1 and r.model_id = $2 and r.source in (${BASE_LAYER}, $3)`,
    [key.storeId, key.modelId, key.source],
  )

export const rulesOf = (ctx: Context, keys: readonly PriceKey[]) =>
  ctx.query(sql<StoredRule>`select ${ruleColumns} from price_rule r ${amongKeys(sql`r`)}`, columnsOf(keys))

export const longOf = (ctx: Context, keys: readonly PriceKey[]) =>
  ctx.query(
    sql<LongRow>`select p.store_id, p.model_id, p.source, p.from_months, p.monthly_fen from long_price p ${amongKeys(sql`p`)}
      order by p.from_months`,
    columnsOf(keys),
  )

/** Entries of the calendar; `to` null: without an end. */
export const daysOf = (ctx: Context, keys: readonly PriceKey[], from: string, to: string | null) =>
  ctx.query(
    sql<DayRow>`select d.store_id, d.model_id, d.source, d.date, d.price_fen, d.stop from price_calendar d ${amongKeys(sql`d`)}
      where d.date between $4 and coalesce($5::date, 'infinity'::date) order by d.date`,
    [...columnsOf(keys), from, to],
  )

/** The stored state of the keys, the calendar from `from` on; three statements, sent in parallel. */
export async function readState(
  ctx: Context,
  keys: readonly PriceKey[],
  from: string,
): Promise<{ readonly state: PriceState; readonly rules: readonly StoredRule[] }> {
  const [rules, long, days] = await Promise.all([rulesOf(ctx, keys), longOf(ctx, keys), daysOf(ctx, keys, from, null)])
  const of = <Row extends { storeId: string; modelId: string; source: number }>(rows: readonly Row[]) =>
    Map.groupBy(rows, keyText)
  const [rulesBy, longBy, daysBy] = [of(rules), of(long), of(days)]
  return {
    rules,
    state: new Map(
      keys.map((key) => {
        const text = keyText(key)
        const [rule] = rulesBy.get(text) ?? []
        return [
          text,
          {
            rule: rule === undefined ? null : ruleTerms(rule),
            long: (longBy.get(text) ?? []).map(longTier),
            calendar: new Map((daysBy.get(text) ?? []).map((row) => [row.date, dayEntry(row)])),
          },
        ]
      }),
    ),
  }
}

/** Filter of the price list; an undefined field does not filter. */
export interface PlacesAsk {
  readonly storeId?: string | undefined
  readonly modelIds?: readonly string[] | undefined
  readonly source: number
}

/** Every model at every visible open store, with the number of vehicles in service there. */
export const places = (ctx: Context, ask: PlacesAsk) =>
  ctx.query(
    sql<
      PlaceRow & {
        carType: Columns['carType']
        energy: Columns['energy']
        gearbox: Columns['gearbox']
        seats: number
        displacement: string
        images: string[]
        vehicles: number
      }
    >`select s.id as store_id, s.name as store_name, m.id as model_id, m.name as model_name, m.car_type, m.energy, m.gearbox,
            m.seats, m.displacement, m.images, coalesce(v.count, 0) as vehicles
       from store s join model m on m.merchant_id = s.merchant_id
       left join (select home_store_id, model_id, count(*)::int as count from vehicle where lifecycle = ${lifecycle.inService} group by 1, 2) v
         on v.home_store_id = s.id and v.model_id = m.id
      where s.status <> ${storeStatus.closed} and m.status = ${modelStatus.inUse} and ($1::bigint is null or s.id = $1)
        and ($2::bigint[] is null or m.id = any ($2::bigint[])) and ($3::bigint[] is null or s.id = any ($3::bigint[]))
      order by m.sort, m.id, s.id`,
    [ask.storeId ?? null, ask.modelIds ?? null, visibleStores(ctx)],
  )

/** Rules of the base layer and of one source, with today's calendar entries and the monthly prices of both. */
export async function layers(ctx: Context, ask: PlacesAsk, today: string) {
  const values = [ask.storeId ?? null, ask.modelIds ?? null, ask.source]
  const here = (alias: Sql) =>
    sql`($1::bigint is null or ${alias}.store_id = $1) and ($2::bigint[] is null or ${alias}.model_id = any ($2::bigint[]))`
  const [rules, days, long, waiting] = await Promise.all([
    ctx.query(
      sql<TermedRule>`select ${ruleColumns}, ${termsColumn(sql`$3`)} as channel from price_rule r where ${here(sql`r`)} and r.source in (${BASE_LAYER}, $3)`,
      values,
    ),
    ctx.query(
      sql<DayRow>`select d.store_id, d.model_id, d.source, d.date, d.price_fen, d.stop from price_calendar d
        where ${here(sql`d`)} and d.source in (${BASE_LAYER}, $3) and d.date = $4`,
      [...values, today],
    ),
    ctx.query(
      sql<LongRow>`select p.store_id, p.model_id, p.source, p.from_months, p.monthly_fen from long_price p
        where ${here(sql`p`)} and p.source = $3 order by p.from_months`,
      values,
    ),
    ctx.query(
      sql<
        Pick<Selectable<DB['pricePlan']>, 'changes'>
      >`select changes from price_plan where status = ${planStatus.waiting}`,
    ),
  ])
  return { rules, days, long, waiting: waiting.flatMap((row) => row.changes) }
}

export const ruleById = async (ctx: Context, ruleId: string): Promise<StoredRule | undefined> => {
  const [row] = await ctx.query(
    sql<StoredRule>`select ${ruleColumns} from price_rule r where r.id = $1 and ($2::bigint[] is null or r.store_id = any ($2::bigint[]))`,
    [ruleId, visibleStores(ctx)],
  )
  return row
}

/** Rules of one layer that match the filter of a batch. */
export const rulesAmong = (
  ctx: Context,
  ask: { storeIds?: readonly string[]; modelIds?: readonly string[]; source: number },
) =>
  ctx.query(
    sql<StoredRule & PlaceRow>`select ${ruleColumns}, s.name as store_name, m.name as model_name
       from price_rule r
       join store s on s.merchant_id = r.merchant_id and s.id = r.store_id
       join model m on m.merchant_id = r.merchant_id and m.id = r.model_id
      where r.source = $3 and ($1::bigint[] is null or r.store_id = any ($1::bigint[]))
        and ($2::bigint[] is null or r.model_id = any ($2::bigint[]))
        and ($4::bigint[] is null or r.store_id = any ($4::bigint[])) and s.status <> ${storeStatus.closed} and m.status = ${modelStatus.inUse}
      order by m.sort, m.id, s.id`,
    [ask.storeIds ?? null, ask.modelIds ?? null, ask.source, visibleStores(ctx)],
  )

export async function lastChange(ctx: Context, key: PriceKey): Promise<{ name: string; at: number } | undefined> {
  const [row] = await ctx.query<{ name: string; at: number }>(
    `select coalesce(a.name, '') as name, c.at from price_change c
       left join account a on a.merchant_id = c.merchant_id and a.id = c.account_id
      where c.store_id = $1 and c.model_id = $2 and c.source = $3 order by c.id desc limit 1`,
    [key.storeId, key.modelId, key.source],
  )
  return row
}

/** The origin that is stored with a change. */
export interface Origin {
  readonly planId?: string
  /** The account that planned it; undefined: the caller. */
  readonly accountId?: string
  readonly undoOf?: string
}

/** Writes the changes of the records and their history: a fixed number of statements for any number of records. */
export async function write(ctx: Context, records: readonly PriceRecord[], origin: Origin): Promise<string[]> {
  const rules = records.filter((record) => record.kind === 'rule')
  const long = records.filter((record) => record.kind === 'long')
  const calendar = records.filter((record) => record.kind === 'calendar')

  if (rules.length > 0) await writeRules(ctx, rules)
  if (long.length > 0) {
    await ctx.query(
      `delete from long_price p using unnest($1::bigint[], $2::bigint[], $3::smallint[])
        as k (store_id, model_id, source)
      where p.store_id = k.store_id and p.model_id = k.model_id and p.source = k.source`,
      columnsOf(long),
    )
    const rows = long.flatMap((record) =>
      record.after.map((row) => ({ ...keyOf(record), fromMonths: row.fromMonths, monthlyFen: row.monthlyPrice })),
    )
    await ctx.query(
      `insert into long_price (store_id, model_id, source, from_months, monthly_fen)
       select * from jsonb_to_recordset($1::jsonb)
         as r (store_id bigint, model_id bigint, source smallint, from_months smallint, monthly_fen bigint)`,
      [recordset(rows)],
    )
  }
  if (calendar.length > 0) {
    const days = calendar.flatMap((record) =>
      record.days.map(({ date, after }) => ({
        ...keyOf(record),
        date,
        priceFen: after?.price ?? null,
        stop: after?.stop ?? null,
      })),
    )
    const columns = 'store_id bigint, model_id bigint, source smallint, date date, price_fen bigint, stop boolean'
    await ctx.query(
      `delete from price_calendar d using jsonb_to_recordset($1::jsonb) as r (${columns})
        where d.store_id = r.store_id and d.model_id = r.model_id and d.date = r.date and d.source = r.source`,
      [recordset(days)],
    )
    await ctx.query(
      `insert into price_calendar (store_id, model_id, source, date, price_fen, stop)
       select * from jsonb_to_recordset($1::jsonb) as r (${columns}) where stop is not null`,
      [recordset(days)],
    )
  }
  return remember(ctx, records, origin)
}

async function writeRules(ctx: Context, records: readonly Extract<PriceRecord, { kind: 'rule' }>[]): Promise<void> {
  const rows = records.map(({ terms: rule, ...record }) => {
    const { basePrice, weekendPrice, holidayPrice, overHourPrice, tiers: _, ...terms } = rule
    return {
      ...keyOf(record),
      ...terms,
      baseFen: basePrice,
      weekendFen: weekendPrice,
      holidayFen: holidayPrice,
      overHourFen: overHourPrice,
    }
  })
  const set = [
    'base_fen',
    'weekend_fen',
    'holiday_fen',
    'weekend_days',
    'over_hour_fen',
    'over_hour_divisor',
    'min_days',
  ]
    .concat(['max_days', 'advance_min_minutes', 'discount_on_holiday', 'enabled'])
    .map((column) => `${column} = excluded.${column}`)
  const stored = await ctx.query<{ id: string; storeId: string; modelId: string; source: number }>(
    `insert into price_rule (store_id, model_id, source, base_fen, weekend_fen, holiday_fen, weekend_days, over_hour_fen,
       over_hour_divisor, min_days, max_days, advance_min_minutes, discount_on_holiday, enabled)
     select * from jsonb_to_recordset($1::jsonb) as r (store_id bigint, model_id bigint, source smallint, base_fen bigint,
       weekend_fen bigint, holiday_fen bigint, weekend_days smallint[], over_hour_fen bigint, over_hour_divisor smallint,
       min_days smallint, max_days smallint, advance_min_minutes int, discount_on_holiday boolean, enabled boolean)
     on conflict (merchant_id, store_id, model_id, source) do update
       set ${set.join(', ')}, version = price_rule.version + 1, updated_at = app_now()
     returning id, store_id, model_id, source`,
    [recordset(rows)],
  )
  const ids = new Map(stored.map((row) => [keyText(row), row.id]))
  const tiers = records.flatMap((record) =>
    record.terms.tiers.map(({ fixedDayPrice, ...tier }) => ({
      ...tier,
      ruleId: ids.get(keyText(record)),
      fixedDayFen: fixedDayPrice,
    })),
  )
  await ctx.query('delete from price_tier where rule_id = any ($1::bigint[])', [[...ids.values()]])
  await ctx.query(
    `insert into price_tier (rule_id, from_days, rate_bp, fixed_day_fen)
     select * from jsonb_to_recordset($1::jsonb) as r (rule_id bigint, from_days smallint, rate_bp int, fixed_day_fen bigint)`,
    [recordset(tiers)],
  )
}

/** Inserts the history; returns the ids in the order of the records. */
async function remember(ctx: Context, records: readonly PriceRecord[], origin: Origin): Promise<string[]> {
  const rows = records.map((record) => ({
    ...keyOf(record),
    kind: record.kind,
    before: record.kind === 'calendar' ? byDate(record.days, 'before') : record.before,
    after: record.kind === 'calendar' ? byDate(record.days, 'after') : record.after,
  }))
  const stored = await ctx.query<{ id: string }>(
    `insert into price_change (kind, store_id, model_id, source, before, after, plan_id, undo_of, account_id)
     select r.kind, r.store_id, r.model_id, r.source, r.before, r.after, $2, $3, coalesce($4::bigint, actor())
       from jsonb_to_recordset($1::jsonb)
         as r (kind text, store_id bigint, model_id bigint, source smallint, before jsonb, after jsonb)
     returning id`,
    [recordset(rows), origin.planId ?? null, origin.undoOf ?? null, origin.accountId ?? null],
  )
  return stored.map((row) => row.id)
}

const byDate = (
  days: readonly { date: string; before: DayEntry | null; after: DayEntry | null }[],
  side: 'before' | 'after',
): StoredDays => Object.fromEntries(days.map((day) => [day.date, day[side]]))

export type ChangeRow = PlaceRow &
  Pick<Selectable<DB['priceChange']>, 'id' | 'source' | 'planId' | 'undoOf' | 'undone' | 'at'> & {
    name: string
  } & StoredChange
export type CalendarChange = Extract<ChangeRow, { kind: 'calendar' }>

const changeSelect = `select c.id, c.kind, c.store_id, c.model_id, c.source, c.before, c.after, c.plan_id, c.undo_of, c.undone,
    c.at, s.name as store_name, m.name as model_name, coalesce(a.name, '') as name
  from price_change c
  join store s on s.merchant_id = c.merchant_id and s.id = c.store_id
  join model m on m.merchant_id = c.merchant_id and m.id = c.model_id
  left join account a on a.merchant_id = c.merchant_id and a.id = c.account_id`

export type HistoryAsk = ParsedOf<typeof contract.price.history>

/** The conditions that were asked for, and no others: a plan made for whatever values would name what every change was about. */
function historyOf(ctx: Context, { storeId, modelId, source }: HistoryAsk) {
  const { values, bind } = parameters()
  const conditions = ['true']
  if (storeId !== undefined) conditions.push(`c.store_id = ${bind(storeId)}::bigint`)
  if (modelId !== undefined) conditions.push(`c.model_id = ${bind(modelId)}::bigint`)
  if (source !== undefined) conditions.push(`c.source = ${bind(source)}::smallint`)
  const stores = visibleStores(ctx)
  if (stores !== null) conditions.push(`c.store_id = any (${bind(stores)}::bigint[])`)
  return { values, bind, where: conditions.join(' and ') }
}

export function historyPage(ctx: Context, ask: HistoryAsk) {
  const { values, bind, where } = historyOf(ctx, ask)
  const before = cursorKeys(ask, 'id')?.[0]
  const behind = before === undefined ? '' : `and c.id < ${bind(before)}::bigint`
  return ctx.query<ChangeRow>(
    `${changeSelect} where ${where} ${behind} order by c.id desc limit ${pageSize(ask) + 1} offset ${offsetOf(ask)}`,
    values,
  )
}

export function historyCount(ctx: Context, ask: HistoryAsk): Promise<number> {
  const { values, where } = historyOf(ctx, ask)
  return countRows(ctx, `price_change c where ${where}`, values)
}

/** The last calendar change that was made by hand and not undone. */
export const lastCalendarChange = (ctx: Context, key: PriceKey): Promise<CalendarChange | undefined> =>
  ctx.query.first<CalendarChange>(
    `${changeSelect} where c.store_id = $1 and c.model_id = $2 and c.source = $3 and c.kind = 'calendar'
       and not c.undone and c.undo_of is null order by c.id desc limit 1`,
    [key.storeId, key.modelId, key.source],
  )

const CALENDAR_CHANGES = `price_change where store_id = $1 and model_id = $2 and source = $3 and kind = 'calendar'`

/** Number of changes of a calendar, used as its version. */
export const calendarVersion = (ctx: Context, key: PriceKey): Promise<number> =>
  countRows(ctx, CALENDAR_CHANGES, [key.storeId, key.modelId, key.source], 'all')

/** The last change of one of these dates after a version, with its author. */
export const changeSince = (ctx: Context, key: PriceKey, version: number, dates: readonly string[]) =>
  ctx.query.first<{ name: string; at: number }>(
    `select coalesce(a.name, '') as name, c.at
       from (select * from ${CALENDAR_CHANGES} order by id offset $4) c
       left join account a on a.merchant_id = c.merchant_id and a.id = c.account_id
      where c.after ?| $5::text[]
      order by c.id desc limit 1`,
    [key.storeId, key.modelId, key.source, version, dates],
  )

export const changeById = (ctx: Context, id: string): Promise<ChangeRow | undefined> =>
  ctx.query.first<ChangeRow>(
    `${changeSelect} where c.id = $1 and ($2::bigint[] is null or c.store_id = any ($2::bigint[]))`,
    [id, visibleStores(ctx)],
  )

export const markUndone = (ctx: Context, id: string) =>
  ctx.db.updateTable('priceChange').set({ undone: true }).where('id', '=', id).execute()

export async function insertPlan(
  ctx: Context,
  plan: { publishAt: number; changes: readonly PriceChange[]; rows: readonly ChangedRow[] },
): Promise<string> {
  const row = await ctx.db
    .insertInto('pricePlan')
    .values({
      ...plan,
      storeIds: [...new Set(plan.changes.map((change) => change.storeId))],
      modelIds: [...new Set(plan.changes.map((change) => change.modelId))],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Pending plans, soonest first; a store-limited account sees only plans that lie completely in its stores. */
export const waitingPlans = (ctx: Context, ask: { storeId?: string; modelId?: string }) =>
  ctx.query(
    sql<
      Pick<Selectable<DB['pricePlan']>, 'id' | 'publishAt' | 'createdAt' | 'rows'> & { name: string }
    >`select p.id, p.publish_at, p.created_at, p.rows, coalesce(a.name, '') as name
       from price_plan p left join account a on a.merchant_id = p.merchant_id and a.id = p.account_id
      where p.status = ${planStatus.waiting} and ($1::bigint is null or $1 = any (p.store_ids)) and ($2::bigint is null or $2 = any (p.model_ids))
        and ($3::bigint[] is null or p.store_ids <@ $3::bigint[])
      order by p.publish_at, p.id limit 200`,
    [ask.storeId ?? null, ask.modelId ?? null, visibleStores(ctx)],
  )

export interface WaitingChanges {
  readonly publishAt: number
  readonly changes: readonly PriceChange[]
}

/** What the waiting plans change of any of these models, in the order in which they will be published. */
export const waitingChanges = (ctx: Context, keys: readonly PriceKey[]) =>
  ctx.query(
    sql<WaitingChanges>`select publish_at, changes from price_plan
      where status = ${planStatus.waiting} and model_ids && $1::bigint[] order by publish_at, id`,
    [[...new Set(keys.map(({ modelId }) => modelId))]],
  )

/** A plan under its lock: of two processes the second one finds it published. */
export const lockPlan = (ctx: Context, id: string) =>
  ctx.query.first<Pick<Selectable<DB['pricePlan']>, 'status' | 'publishAt' | 'changes' | 'accountId'>>(
    `select status, publish_at, changes, account_id from price_plan
      where id = $1 and ($2::bigint[] is null or store_ids <@ $2::bigint[]) for update`,
    [id, visibleStores(ctx)],
  )

export const endPlan = (ctx: Context, id: string, status: PlanStatus) =>
  ctx.db.updateTable('pricePlan').set({ status, endedAt: ctx.now }).where('id', '=', id).execute()
