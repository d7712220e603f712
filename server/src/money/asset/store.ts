import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { type DepreciationPlan, endOfMonth } from '@cheyi/domain/fleet/cost/spread'
import { lifecycle, ownerships } from '@cheyi/domain/fleet/inventory/codes'
import type { AssetSums } from '@cheyi/domain/money/asset/asset'
import { type AssetState, assetState, type DisposalTax } from '@cheyi/domain/money/asset/codes'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { recordset } from '../../kernel/db/recordset.ts'
import { likePlate, parameters } from '../../kernel/db/sql.ts'

type Asking = Pick<Context, 'query'>

/** SQL: cars that the merchant owns. A car of somebody else is no asset; one under a finance lease is. */
const OWN = `v.ownership in (${ownerships.code.own}, ${ownerships.code.financeLease})`

export interface AssetFilter {
  readonly keyword?: string | undefined
  readonly state?: AssetState | undefined
  readonly vehicleId?: string | undefined
}

export interface AssetRow {
  readonly vehicleId: string
  readonly plate: string
  readonly modelName: string
  readonly storeName: string
  readonly boughtOn: LocalDate | null
  readonly costFen: number
  readonly plans: readonly DepreciationPlan[]
  readonly state: AssetState
  readonly disposedOn: LocalDate | null
  readonly proceedsFen: number | null
  readonly taxFen: number | null
}

/**
 * SQL of the cars that are assets at the end of a month, with what their rule needs. A disposal after the month is none yet.
 * @param last SQL: the last day of the month
 */
const assetsSql = (last: string) => `
  select v.id as vehicle_id, v.plate, v.model_id, v.home_store_id, v.purchase_on::text as bought_on, d.disposed_on::text as disposed_on,
      d.proceeds_fen, d.tax_fen,
      coalesce(v.purchase_fen, 0) + coalesce((select sum(c.fen) from vehicle_cost c where c.vehicle_id = v.id and c.kind = ${costKind.purchase}
        and c.voided_at is null and c.from_on <= ${last}), 0)::bigint as cost_fen,
      p.plans, case when d.id is not null then ${assetState.disposed}
        when v.lifecycle = ${lifecycle.disposed} and not exists (select from asset_disposal l where l.vehicle_id = v.id and l.cancelled_at is null) then ${assetState.toDispose}
        when coalesce(v.purchase_fen, 0) = 0 or p.plans = '[]' then ${assetState.lacking} else ${assetState.inUse} end as state
    from vehicle v
      left join asset_disposal d on d.vehicle_id = v.id and d.cancelled_at is null and d.disposed_on <= ${last}
      cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('firstMonth', p.first_month, 'months', p.months, 'totalFen', p.total_fen,
          'endedMonth', p.ended_month) order by p.first_month), '[]') as plans
        from vehicle_cost_plan p where p.vehicle_id = v.id and p.kind = ${costKind.depreciation}) p
   where ${OWN} and (v.purchase_on is null or v.purchase_on <= ${last})`

/** Cars that are assets at the end of a month, by their ids; `limit` null: all of them. */
export function assets(
  ctx: Asking,
  month: LocalDate,
  { keyword, state, vehicleId }: AssetFilter,
  { after, limit }: { readonly after: string | null; readonly limit: number | null },
) {
  const { values, bind } = parameters()
  const last = `${bind(endOfMonth(month))}::date`
  const where = [
    keyword && `a.plate like ${bind(likePlate(keyword))}`,
    state !== undefined && `a.state = ${bind(state)}::int`,
  ].filter(Boolean)
  const narrow = [
    vehicleId !== undefined && `v.id = ${bind(vehicleId)}::bigint`,
    after !== null && `v.id > ${bind(after)}::bigint`,
  ].filter(Boolean)
  return ctx.query<AssetRow>(
    `select a.*, m.name as model_name, s.name as store_name from (${[assetsSql(last), ...narrow].join(' and ')}) a
        join model m on m.id = a.model_id join store s on s.id = a.home_store_id
       ${where.length === 0 ? '' : `where ${where.join(' and ')}`} order by a.vehicle_id ${limit === null ? '' : `limit ${bind(limit)}`}`,
    values,
  )
}

/** A car that is locked, so that of two who dispose of it the second finds the first. */
export const lockCar = (ctx: Asking, vehicleId: string) =>
  ctx.query.first<{ plate: string; lifecycle: number; boughtOn: LocalDate | null; own: boolean }>(
    `select v.plate, v.lifecycle, v.purchase_on::text as bought_on, ${OWN} as own from vehicle v where v.id = $1 for no key update`,
    [vehicleId],
  )

/** What was received for a car by entries of costs. */
export async function saleCosts(ctx: Asking, vehicleId: string): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(c.fen), 0)::bigint as fen from vehicle_cost c where c.vehicle_id = $1 and c.kind = ${costKind.sale} and c.voided_at is null`,
    [vehicleId],
  )
  return row!.fen
}

export interface SettingRow {
  readonly posted: boolean
  readonly from: LocalDate
  readonly reason: string
  readonly version: number
}

export const setting = (ctx: Asking) =>
  ctx.query.first<SettingRow>(
    'select posted, from_month::text as "from", reason, version from asset_setting where merchant_id = merchant()',
  )

/** @returns the new version; undefined when another version is stored */
export async function saveSetting(ctx: Asking, { version, ...row }: SettingRow): Promise<number | undefined> {
  const values = [row.posted, row.from, row.reason]
  const [saved] = await ctx.query<{ version: number }>(
    version === 0
      ? 'insert into asset_setting (posted, from_month, reason) values ($1, $2, $3) on conflict do nothing returning version'
      : `update asset_setting set posted = $1, from_month = $2, reason = $3, version = version + 1, updated_at = app_now()
           where version = $4 returning version`,
    version === 0 ? values : [...values, version],
  )
  return saved?.version
}

/** Whether a month was posted. */
export const isBegun = async (ctx: Asking): Promise<boolean> =>
  (
    await ctx.query(
      'select from asset_month union all select from car_loan where booked_on is not null union all select from asset_disposal where booked_on is not null limit 1',
    )
  ).length > 0

export type PostedRow = AssetSums & { readonly vehicleId: string; readonly month: LocalDate }

const MONTH = `k.vehicle_id, k.month::text as month, k.opening_cost_fen, k.cost_fen, k.opening_fen, k.depreciation_fen`

/** What was posted of a car, the newest month first. */
export const postedOf = (ctx: Asking, vehicleId: string) =>
  ctx.query<PostedRow>(`select ${MONTH} from asset_month k where k.vehicle_id = $1 order by k.month desc limit 240`, [
    vehicleId,
  ])

/** What was posted until now, by car. */
export const postedSums = (ctx: Asking) =>
  ctx.query<Omit<PostedRow, 'month'>>(
    `select k.vehicle_id, sum(k.opening_cost_fen)::bigint as opening_cost_fen, sum(k.cost_fen)::bigint as cost_fen,
        sum(k.opening_fen)::bigint as opening_fen, sum(k.depreciation_fen)::bigint as depreciation_fen from asset_month k group by 1`,
  )

export const insertMonth = (
  ctx: Asking,
  month: LocalDate,
  rows: readonly (AssetSums & { readonly vehicleId: string })[],
) =>
  ctx.query(
    `insert into asset_month (vehicle_id, month, opening_cost_fen, cost_fen, opening_fen, depreciation_fen)
     select vehicle_id, $1::date, opening_cost_fen, cost_fen, opening_fen, depreciation_fen from jsonb_to_recordset($2::jsonb)
       as r (vehicle_id bigint, opening_cost_fen bigint, cost_fen bigint, opening_fen bigint, depreciation_fen bigint)`,
    [month, recordset(rows)],
  )

export interface DisposalRow {
  readonly id: string
  readonly vehicleId: string
  readonly disposedOn: LocalDate
  readonly buyer: string
  readonly proceedsFen: number
  readonly taxKind: DisposalTax
  readonly taxFen: number
  readonly note: string
  readonly receivedOn: LocalDate | null
  readonly receivedPosted: boolean
  readonly bookedOn: LocalDate | null
  readonly costFen: number | null
  readonly depreciatedFen: number | null
  readonly gainFen: number | null
  readonly createdAt: number
  readonly createdByName: string
  readonly version: number
}

const DISPOSAL = `d.id, d.vehicle_id, d.disposed_on::text as disposed_on, d.buyer, d.proceeds_fen, d.tax_kind, d.tax_fen, d.note,
  d.received_on::text as received_on, d.received_posted, d.booked_on::text as booked_on, d.cost_fen, d.depreciated_fen, d.gain_fen,
  d.created_at, coalesce(a.name, '系统') as created_by_name, d.version`
const LIVE = 'from asset_disposal d left join account a on a.id = d.created_by where d.cancelled_at is null'

export const disposalOf = (ctx: Asking, vehicleId: string) =>
  ctx.query.first<DisposalRow>(`select ${DISPOSAL} ${LIVE} and d.vehicle_id = $1`, [vehicleId])

export const lockDisposal = (ctx: Asking, id: string) =>
  ctx.query.first<DisposalRow>(`select ${DISPOSAL} ${LIVE} and d.id = $1 for update of d`, [id])

/** Disposals until a day that are not in the books, of cars that are. */
export const unbookedDisposals = (ctx: Asking, from: LocalDate, until: LocalDate) =>
  ctx.query<DisposalRow>(
    `select ${DISPOSAL} ${LIVE} and d.booked_on is null and d.disposed_on between $1::date and $2::date order by d.id`,
    [from, until],
  )

export const insertDisposal = (
  ctx: Asking,
  row: Pick<DisposalRow, 'id' | 'vehicleId' | 'disposedOn' | 'buyer' | 'proceedsFen' | 'taxKind' | 'taxFen' | 'note'>,
) =>
  ctx.query(
    `insert into asset_disposal (id, vehicle_id, disposed_on, buyer, proceeds_fen, tax_kind, tax_fen, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.id, row.vehicleId, row.disposedOn, row.buyer, row.proceedsFen, row.taxKind, row.taxFen, row.note],
  )

const NEXT = 'version = version + 1, updated_at = app_now()'

export const setReceived = (ctx: Asking, id: string, on: LocalDate, posted: boolean) =>
  ctx.query(`update asset_disposal set received_on = $2, received_posted = $3, ${NEXT} where id = $1`, [id, on, posted])

export const setBooked = (
  ctx: Asking,
  id: string,
  of: {
    readonly bookedOn: LocalDate
    readonly costFen: number
    readonly depreciatedFen: number
    readonly gainFen: number
  },
) =>
  ctx.query(
    `update asset_disposal set booked_on = $2, cost_fen = $3, depreciated_fen = $4, gain_fen = $5, ${NEXT} where id = $1`,
    [id, of.bookedOn, of.costFen, of.depreciatedFen, of.gainFen],
  )

export const cancelDisposal = (ctx: Asking, id: string, reason: string) =>
  ctx.query(
    `update asset_disposal set cancelled_at = app_now(), cancelled_by = actor(), reason = $2, ${NEXT} where id = $1`,
    [id, reason],
  )

/** SQL of a number: cars that left the fleet until `$2`, and nobody has said for how much; 0 while costs are not posted. */
export const carsToDisposeSql = `select count(*) from vehicle v where v.lifecycle = ${lifecycle.disposed} and ${OWN}
   and exists (select from asset_setting s where s.merchant_id = merchant() and s.posted and s.from_month < $2::date)
   and not exists (select from asset_disposal d where d.vehicle_id = v.id and d.cancelled_at is null)`

/** Whether a line of a bank statement is matched to the price of a sold car. */
export const isReceiptMatched = async (ctx: Asking, id: string): Promise<boolean> =>
  (
    await ctx.query(
      `select from ledger_txn t join bank_match_entry m on m.txn_id = t.id and not m.undone where t.idem_key = 'J30:paid:' || $1::text`,
      [id],
    )
  ).length > 0
