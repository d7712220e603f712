import { type CostKind, costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { endOfMonth, type MonthShare, sharesByMonth } from '@cheyi/domain/fleet/cost/spread'
import type { LocalDate } from '@cheyi/domain/time'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { parameters, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

type Asking = Pick<Context, 'query'>
export type CostRow = Selectable<DB['vehicleCost']>
export type PlanRow = Selectable<DB['vehicleCostPlan']>

/** The first day of the open months; null: none was closed. */
export async function openFrom(ctx: Asking): Promise<LocalDate | null> {
  const [row] = await ctx.query<{ day: LocalDate | null }>(
    `select (max(month) + interval '1 month')::date::text as day from closed_month`,
  )
  return row!.day
}

/** As {@link openFrom}; closing a month waits until the transaction ends. */
export async function holdOpenFrom(ctx: Asking): Promise<LocalDate | null> {
  const [row] = await ctx.query<{ day: LocalDate }>('select costs_open_from()::text as day')
  return row!.day === '-infinity' ? null : row!.day
}

export const vehicle = (ctx: Asking, vehicleId: string) =>
  ctx.query.first<{ plate: string; purchaseOn: LocalDate | null; purchaseFen: number | null }>(
    'select plate, purchase_on::text as purchase_on, purchase_fen from vehicle where id = $1',
    [vehicleId],
  )

interface Shown extends Omit<CostRow, 'fromOn' | 'toOn' | 'shares'> {
  readonly fromOn: LocalDate
  readonly toOn: LocalDate
  readonly share: number
  readonly createdByName: string | null
  /** The ticket, the violation, the insurance case or the statement of an owner. */
  readonly originId: string | null
  readonly ticketKind: number | null
}

export interface CostFilter {
  readonly vehicleId: string
  readonly kind?: CostKind | undefined
  /** First days of months, both inclusive. */
  readonly from?: LocalDate | undefined
  readonly to: LocalDate
  /** The share of an owner tells what a car earns. */
  readonly money: boolean
}

/** SQL of the entries of a filter that have a part in its months, which is `share`. */
function entriesSql({ vehicleId, kind, from, to, money }: CostFilter, bind: (value: unknown) => string): string {
  const [first, last] = [from === undefined ? null : bind(from), bind(to)]
  const inMonths = [first && `s.month >= ${first}::date`, `s.month <= ${last}::date`].filter(Boolean).join(' and ')
  return `select e.*, (select coalesce(sum(s.fen), 0)::bigint from jsonb_to_recordset(e.shares) s (month date, fen bigint) where ${inMonths}) as share
      from vehicle_cost e
     where e.vehicle_id = ${bind(vehicleId)}::bigint and e.voided_at is null and e.from_on <= ${bind(endOfMonth(to))}::date
       ${first === null ? '' : `and e.to_on >= ${first}::date`} ${kind === undefined ? '' : `and e.kind = ${bind(kind)}::smallint`}
       ${money ? '' : `and e.kind <> ${costKind.ownerShare}`}`
}

/** Entries with a part in some months, the latest first. */
export function page(ctx: Asking, filter: CostFilter, after: readonly string[] | null, limit: number) {
  const { values, bind } = parameters()
  const entries = entriesSql(filter, bind)
  const place =
    after === null
      ? ''
      : `and (e.from_on, e.id) < ((select l.from_on from vehicle_cost l where l.id = ${bind(after[0])}::bigint), ${bind(after[0])}::bigint)`
  return ctx.query<Shown>(
    `select e.id, e.vehicle_id, e.kind, e.from_on::text as from_on, e.to_on::text as to_on, e.fen, e.tax_fen, e.note, e.media_ids, e.source, e.ref_id,
       e.share, e.version, e.created_at, a.name as created_by_name,
       case when e.source in (${costSource.ticket}, ${costSource.insurance}, ${costSource.owner}) then e.ref_id
         when e.source = ${costSource.violation} then (select f.violation_id from violation_fine f where f.id = e.ref_id) end as origin_id,
       case e.source when ${costSource.ticket} then (select t.kind from ticket t where t.id = e.ref_id) end as ticket_kind
      from (${entries} ${place} order by e.from_on desc, e.id desc limit ${bind(limit)}) e left join account a on a.id = e.created_by
     order by e.from_on desc, e.id desc`,
    values,
  )
}

/** The parts of the entries of a filter by kind, largest first, and their number. */
export function sums(ctx: Asking, filter: CostFilter) {
  const { values, bind } = parameters()
  return ctx.query<{ kind: CostKind; fen: number; count: number }>(
    `select e.kind, sum(e.share)::bigint as fen, count(*)::int as count from (${entriesSql(filter, bind)}) e group by e.kind order by 2 desc, 1`,
    values,
  )
}

type NewCost = Omit<Insertable<DB['vehicleCost']>, 'shares'> & { readonly fromOn: LocalDate; readonly toOn: LocalDate }

/** Writes entries with the parts of their months. */
export async function insert(ctx: Context, rows: readonly NewCost[], sharesOf = spread): Promise<void> {
  if (rows.length === 0) return
  await ctx.db
    .insertInto('vehicleCost')
    .values(rows.map((row) => ({ ...row, shares: JSON.stringify(sharesOf(row)) as never })))
    .execute()
}

const spread = ({ fen, fromOn, toOn }: NewCost): readonly MonthShare[] => sharesByMonth(fen, fromOn, toOn)

export const lock = (ctx: Asking, costId: string) =>
  ctx.query.first<Pick<CostRow, 'id' | 'vehicleId' | 'kind' | 'fen' | 'source' | 'version'> & { fromOn: LocalDate }>(
    `select e.id, e.vehicle_id, e.kind, e.fen, e.source, e.version, e.from_on::text as from_on from vehicle_cost e
         join vehicle v on v.id = e.vehicle_id where e.id = $1 and e.voided_at is null for update of e`,
    [costId],
  )

export const cancel = (ctx: Asking, costIds: readonly string[]) =>
  ctx.query(
    'update vehicle_cost set voided_at = app_now(), voided_by = actor(), version = version + 1, updated_at = app_now() where id = any ($1::bigint[])',
    [costIds],
  )

type ShownPlan = Omit<PlanRow, 'firstMonth' | 'endedMonth'> & {
  readonly firstMonth: LocalDate
  readonly endedMonth: LocalDate | null
}
const planColumns = `p.id, p.vehicle_id, p.kind, p.first_month::text as first_month, p.months, p.total_fen, p.note,
  p.ended_month::text as ended_month, p.version`

export const plans = (ctx: Asking, vehicleId: string) =>
  ctx.query<ShownPlan>(
    `select ${planColumns} from vehicle_cost_plan p where p.vehicle_id = $1 order by p.id desc limit 100`,
    [vehicleId],
  )

/** What was paid to buy a vehicle besides its price: purchase tax, plates. */
export async function purchaseCosts(ctx: Asking, vehicleId: string): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(e.fen), 0)::bigint as fen from vehicle_cost e
      where e.vehicle_id = $1 and e.kind = ${costKind.purchase} and e.voided_at is null`,
    [vehicleId],
  )
  return row!.fen
}

export const insertPlan = (ctx: Context, row: Insertable<DB['vehicleCostPlan']>) =>
  ctx.db.insertInto('vehicleCostPlan').values(row).execute()

/** Serializes those who plan for a vehicle. */
export const lockVehicle = (ctx: Asking, vehicleId: string) =>
  ctx.query.first<{ plate: string; purchaseOn: LocalDate | null; purchaseFen: number | null }>(
    'select plate, purchase_on::text as purchase_on, purchase_fen from vehicle where id = $1 for no key update',
    [vehicleId],
  )

export const lockPlan = (ctx: Asking, planId: string) =>
  ctx.query.first<ShownPlan>(
    `select ${planColumns} from vehicle_cost_plan p join vehicle v on v.id = p.vehicle_id where p.id = $1 for update of p`,
    [planId],
  )

/** Ends a plan: its entries from that month on are voided. `disposalId`: the disposal that ends it, to be taken back with it. */
export async function endPlan(
  ctx: Asking,
  planId: string,
  month: LocalDate,
  disposalId: string | null = null,
): Promise<void> {
  await ctx.query(
    `update vehicle_cost set voided_at = app_now(), voided_by = actor(), version = version + 1, updated_at = app_now()
      where source = ${costSource.plan} and ref_id = $1 and voided_at is null and from_on >= $2::date`,
    [planId, month],
  )
  await ctx.query(
    `update vehicle_cost_plan set ended_month = $2::date, disposal_id = $3::bigint,
        ended_before = case when $3::bigint is not null then ended_month end, version = version + 1, updated_at = app_now() where id = $1`,
    [planId, month, disposalId],
  )
}

/** Plans that a disposal ended, with the end that they had before. */
export const plansEndedBy = (ctx: Asking, disposalId: string) =>
  ctx.query<ShownPlan & { readonly endedMonth: LocalDate; readonly endedBefore: LocalDate | null }>(
    `select ${planColumns}, p.ended_before::text as ended_before from vehicle_cost_plan p where p.disposal_id = $1 for update`,
    [disposalId],
  )

/** Gives a plan the end that it had before a disposal. */
export const resumePlan = (ctx: Asking, planId: string) =>
  ctx.query(
    `update vehicle_cost_plan set ended_month = ended_before, disposal_id = null, ended_before = null, version = version + 1,
        updated_at = app_now() where id = $1`,
    [planId],
  )

/** An entry as what it follows compares it: both days inclusive. */
export interface Standing {
  readonly id: string
  readonly from: LocalDate
  readonly to: LocalDate
  readonly fen: number
}

const STANDING = 'e.id, e.from_on::text as "from", e.to_on::text as "to", e.fen'

/** The entries of a source that follow a record, the earliest first. */
export const lockOf = (ctx: Asking, source: number, refId: string) =>
  ctx.query<Standing>(
    `select ${STANDING} from vehicle_cost e where e.source = $1 and e.ref_id = $2 and e.voided_at is null
      order by e.from_on, e.id for update`,
    [source, refId],
  )

/** An insurance cost of the same amount for a part of the same days: such a premium counts already. */
export const premiumLike = (
  ctx: Asking,
  vehicleId: string,
  { from, to, fen }: Omit<Standing, 'id'>,
  sources: readonly number[],
) =>
  ctx.query.first<Standing>(
    `select ${STANDING} from vehicle_cost e where e.vehicle_id = $1 and e.kind = ${costKind.insurance} and e.voided_at is null
        and e.source = any ($2::smallint[]) and e.fen = $3 and e.from_on <= $5::date and e.to_on >= $4::date limit 1`,
    [vehicleId, sources, fen, from, to],
  )

/** Premiums of these cars that were entered by hand or by an import of costs. */
export const premiumsOf = (ctx: Asking, vehicleIds: readonly string[]) =>
  ctx.query<Omit<Standing, 'id'> & { readonly vehicleId: string }>(
    `select e.vehicle_id, e.from_on::text as "from", e.to_on::text as "to", e.fen from vehicle_cost e
      where e.vehicle_id = any ($1::bigint[]) and e.kind = ${costKind.insurance} and e.voided_at is null
        and e.source in (${costSource.manual}, ${costSource.import})`,
    [vehicleIds],
  )

/** SQL: the first day that a car `v` was among those of the merchant. */
export const carSinceSql = sql`(coalesce((select min(p.from_at) from vehicle_period p where p.vehicle_id = v.id), v.created_at) at time zone 'Asia/Shanghai')::date`

/** Cars of the stores of the caller with these plates. */
export const carsByPlate = (ctx: Asking, plates: readonly string[]) =>
  ctx.query(
    sql<{
      id: string
      plate: string
      since: LocalDate
    }>`select v.id, v.plate, ${carSinceSql}::text as since from vehicle v where v.plate = any ($1::text[]) order by v.id`,
    [plates],
  )

/** Until the end of the transaction no other import writes costs: two of one table would not see the rows of each other. */
export const lockImports = (ctx: Asking) =>
  ctx.query(`select pg_advisory_xact_lock(hashtextextended('costImport', merchant()))`)

/** Entries by hand and by import of these cars on these days. */
export const entriesOf = (ctx: Asking, vehicleIds: readonly string[], days: readonly LocalDate[]) =>
  ctx.query(
    sql<{
      vehicleId: string
      kind: CostKind
      from: LocalDate
      to: LocalDate
      fen: number
      note: string
    }>`select e.vehicle_id, e.kind, e.from_on::text as "from", e.to_on::text as "to", e.fen, e.note from vehicle_cost e
        where e.vehicle_id = any ($1::bigint[]) and e.from_on = any ($2::date[]) and e.voided_at is null
          and e.source in (${costSource.manual}, ${costSource.import})`,
    [vehicleIds, days],
  )
