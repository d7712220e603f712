import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import type { OrderKind } from '@cheyi/domain/booking/order/codes'
import { documentKind, type InsuranceKind } from '@cheyi/domain/fleet/inventory/codes'
import { type MaintenanceStatus, ticketKind } from '@cheyi/domain/fleet/ticket/codes'
import { supplementStatusOf } from '@cheyi/domain/money/supplement/supplement'
import type { DamagedPart } from '@cheyi/domain/rental/damage/claim'
import { insuranceStatus } from '@cheyi/domain/rental/insurance/codes'
import { insuranceGroups } from '@cheyi/domain/rental/insurance/insurance-case'
import { HOUR, type Instant, type LocalDate } from '@cheyi/domain/time'
import type { Insertable, Selectable } from 'kysely'
import { joinCarSql } from '../../fleet/inventory/actions.ts'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import { like, likePlate, parameters, type Sql, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { pendingWorkChanges } from '../../platform/pending-work/actions.ts'

type Asking = Pick<Context, 'query'>
export type CaseRow = Selectable<DB['insuranceCase']>
export type ReceiptRow = Selectable<DB['insuranceReceipt']>

export async function insert(
  ctx: Context,
  row: Insertable<DB['insuranceCase']> & { readonly id: string },
): Promise<void> {
  pendingWorkChanges(ctx, 'insurance', [row.id])
  await ctx.db.insertInto('insuranceCase').values(row).execute()
}

export async function update(ctx: Context, row: CaseRow, patch: Patch<'insuranceCase'>): Promise<CaseRow> {
  pendingWorkChanges(ctx, 'insurance', [row.id])
  return saveRow(ctx, 'insuranceCase', row, patch)
}

export const lock = (ctx: Context, id: string): Promise<CaseRow | undefined> =>
  ctx.db.selectFrom('insuranceCase').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const orderOf = async (ctx: Context, id: string) =>
  (await ctx.db.selectFrom('insuranceCase').select('orderId').where('id', '=', id).executeTakeFirst())?.orderId

/** A case with the names that pages show. */
export interface ListRow extends CaseRow {
  readonly plate: string
  readonly modelId: string
  readonly homeStoreId: string
  readonly modelName: string
  readonly storeName: string
  readonly orderNo: string | null
  readonly orderKind: OrderKind | null
  readonly contactName: string | null
  readonly createdByName: string | null
  readonly occurMs: number
}

const SELECT = sql`select i.*, v.plate, v.model_id, v.home_store_id, m.name as model_name, s.name as store_name, o.order_no, o.order_kind,
    o.contact_name, a.name as created_by_name, (extract(epoch from i.occur_at) * 1000)::bigint as occur_ms`
/** What a case `i` names. */
const NAMED = sql`join vehicle v on v.merchant_id = i.merchant_id and v.id = i.vehicle_id
    join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
    join store s on s.merchant_id = i.merchant_id and s.id = i.store_id
    left join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id
    left join account a on a.merchant_id = i.merchant_id and a.id = i.created_by`
const FROM = sql`from insurance_case i ${NAMED}`

export const byId = (ctx: Asking, id: string): Promise<ListRow | undefined> =>
  ctx.query.first(sql<ListRow>`${SELECT} ${FROM} where i.id = $1`, [id])

export const ofOrder = (ctx: Asking, orderId: string) =>
  ctx.query(
    sql<ListRow>`${SELECT} ${FROM} where i.order_id = $1 and i.status <> ${insuranceStatus.dropped} order by i.id`,
    [orderId],
  )

type Filter = Pick<ParsedOf<typeof contract.insurance.page>, 'storeId' | 'vehicleId' | 'orderId' | 'keyword'>

/** The cases `i` that were asked for, with their cars `v`, and with the conditions that were given and no others. */
function filterOf({ storeId, vehicleId, orderId, keyword = '' }: Filter) {
  const { values, bind } = parameters()
  const conditions = ['true']
  if (storeId !== undefined) conditions.push(`i.store_id = ${bind(storeId)}::bigint`)
  if (vehicleId !== undefined) conditions.push(`i.vehicle_id = ${bind(vehicleId)}::bigint`)
  if (orderId !== undefined) conditions.push(`i.order_id = ${bind(orderId)}::bigint`)
  if (keyword !== '')
    conditions.push(`(v.plate like ${bind(likePlate(keyword))} or i.report_no ilike ${bind(like(keyword))})`)
  return {
    values,
    bind,
    where: conditions.join(' and ') as Sql,
    cases: sql`insurance_case i ${joinCarSql('i', keyword)}`,
  }
}

/** The latest accident first. */
export function page(
  ctx: Asking,
  filter: Filter,
  statuses: readonly number[] | null,
  after: readonly string[] | null,
  limit: number,
) {
  const { values, bind, where, cases } = filterOf(filter)
  const standing = statuses === null ? sql`` : sql`and i.status in (${statuses})`
  const behind = (
    after === null
      ? ''
      : `and (i.occur_at, i.id) < (to_timestamp(${bind(after[0])}::bigint / 1000.0), ${bind(after[1])}::bigint)`
  ) as Sql
  return ctx.query(
    sql<ListRow>`${SELECT} from (select i.* from ${cases} where ${where} ${standing} ${behind}
        order by i.occur_at desc, i.id desc limit ${limit}) i ${NAMED} order by i.occur_at desc, i.id desc`,
    values,
  )
}

const { report, running, money, toClose } = insuranceGroups
const open = [...report, ...running, ...money, ...toClose]

export const counts = async (ctx: Asking, filter: Filter) => {
  const { values, where, cases } = filterOf(filter)
  const [row] = await ctx.query(
    sql<{ report: number; running: number; money: number; toClose: number }>`select
        count(*) filter (where i.status in (${report})) as report, count(*) filter (where i.status in (${running})) as running,
        count(*) filter (where i.status in (${money})) as money, count(*) filter (where i.status in (${toClose})) as to_close
       from ${cases} where i.status in (${open}) and ${where}`,
    values,
  )
  return row!
}

export const vehicle = (ctx: Asking, id: string) =>
  ctx.query.first<{ plate: string; homeStoreId: string; modelName: string }>(
    'select v.plate, v.home_store_id, m.name as model_name from vehicle v join model m on m.id = v.model_id where v.id = $1',
    [id],
  )

interface OrderOfCar {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly contactName: string
}

/** The order that had a car at a minute, of those that the caller sees. */
export const orderAt = (ctx: Asking, vehicleId: string, minute: Instant): Promise<OrderOfCar | undefined> =>
  ctx.query.first<OrderOfCar>(
    `select o.id as order_id, o.order_no, o.order_kind, o.contact_name from vehicle_assignment a join "order" o on o.id = a.order_id
        where a.vehicle_id = $1 and not a.void and a.from_at <= $2::timestamptz and (a.to_at is null or a.to_at > $2::timestamptz)
        order by a.from_at desc limit 1`,
    [vehicleId, at(minute)],
  )

/** A case of damage with its order, and a case with an insurer that it has already. */
export const damage = (ctx: Asking, damageId: string) =>
  ctx.query.first<
    OrderOfCar & {
      readonly vehicleId: string
      readonly status: Columns['damageOrder.status']
      readonly payable: number
      readonly damagedParts: readonly DamagedPart[]
      readonly caseId: string | null
    }
  >(
    `select d.vehicle_id, d.status, coalesce(c.payable_fen, c.expected_fen) as payable, d.damaged_parts, o.id as order_id, o.order_no,
         o.order_kind, o.contact_name, (select i.id from insurance_case i where i.damage_id = d.id and i.status <> ${insuranceStatus.dropped}) as case_id
        from damage_order d join claim c on c.id = d.id join "order" o on o.id = d.order_id where d.id = $1`,
    [damageId],
  )

export interface PolicyRow {
  readonly documentId: string
  readonly insuranceKind: InsuranceKind | null
  readonly insurer: string
  readonly no: string
  readonly startOn: LocalDate | null
  readonly endOn: LocalDate | null
  readonly sumInsured: number | null
}

const POLICY = `d.id as document_id, d.insurance_kind, d.insurer, d.no, d.start_on::text as start_on, d.end_on::text as end_on,
  d.sum_insured_fen as sum_insured`

/** The policies of a car that are in force on a day, compulsory insurance first; a policy holds from its first midnight to its last. */
export const policiesOn = (ctx: Asking, vehicleId: string, day: LocalDate) =>
  ctx.query<PolicyRow>(
    `select ${POLICY} from vehicle_document d where d.vehicle_id = $1 and d.kind = ${documentKind.policy} and d.removed_at is null
        and (d.start_on is null or d.start_on <= $2::date) and d.end_on >= $2::date order by d.insurance_kind, d.id limit 6`,
    [vehicleId, day],
  )

export const policies = (ctx: Asking, ids: readonly string[]) =>
  ctx.query<PolicyRow>(
    `select ${POLICY} from vehicle_document d where d.id = any ($1::bigint[]) order by d.insurance_kind, d.id`,
    [ids],
  )

interface TicketRow {
  readonly ticketId: string
  readonly no: string
  readonly status: MaintenanceStatus
}

/** The maintenance tickets of a car since a moment, newest first, with the chosen one. */
export const tickets = (ctx: Asking, { vehicleId, occurAt, ticketId }: CaseRow) =>
  ctx.query<TicketRow>(
    `select t.id as ticket_id, t.no, t.status from ticket t
      where t.vehicle_id = $1 and t.kind = ${ticketKind.maintenance} and (t.created_at >= $2::timestamptz or t.id = $3) order by t.id desc limit 10`,
    [vehicleId, at(occurAt), ticketId],
  )

export const ticketOfCar = async (ctx: Asking, ticketId: string, vehicleId: string): Promise<boolean> =>
  (
    await ctx.query(`select from ticket where id = $1 and vehicle_id = $2 and kind = ${ticketKind.maintenance}`, [
      ticketId,
      vehicleId,
    ])
  ).length > 0

export const share = async (ctx: Asking, supplementId: string) =>
  (
    await ctx.query<{ state: Columns['claim.state']; amount: number }>(
      'select state, payable_fen as amount from claim where id = $1',
      [supplementId],
    )
  ).map(({ state, amount }) => ({ status: supplementStatusOf(state), amount }))[0]!

// ---- money of the insurer ----

export const insertReceipt = (ctx: Context, row: Insertable<DB['insuranceReceipt']>) =>
  ctx.db.insertInto('insuranceReceipt').values(row).execute()

export const receipts = (ctx: Asking, caseId: string) =>
  ctx.query<ReceiptRow & { readonly byName: string | null }>(
    `select r.*, a.name as by_name from insurance_receipt r left join account a on a.id = r.created_by where r.case_id = $1 order by r.id desc`,
    [caseId],
  )

export const caseOfReceipt = async (ctx: Context, id: string) =>
  (await ctx.db.selectFrom('insuranceReceipt').select('caseId').where('id', '=', id).executeTakeFirst())?.caseId

/** A receipt that stands; its case is locked before. */
export const standing = (ctx: Context, id: string): Promise<ReceiptRow | undefined> =>
  ctx.db
    .selectFrom('insuranceReceipt')
    .selectAll()
    .where('id', '=', id)
    .where('takenBackAt', 'is', null)
    .executeTakeFirst()

export const takeBack = (ctx: Context, id: string, why: string) =>
  ctx.query('update insurance_receipt set taken_back_at = app_now(), taken_back_why = $2 where id = $1', [id, why])

export const txnOf = async (ctx: Asking, idemKey: string): Promise<string> =>
  (await ctx.query<{ id: string }>('select id from ledger_txn where idem_key = $1', [idemKey]))[0]!.id

/** Cases whose report is due within some hours, or overdue. */
export const unreportedCases = (ctx: Asking, dueWithin: number, reportWithin: number) =>
  ctx.query<{ id: string; plate: string; storeId: string; occurAt: Instant }>(
    `select i.id, v.plate, i.store_id, i.occur_at from insurance_case i join vehicle v on v.id = i.vehicle_id
      where i.status = ${insuranceStatus.occurred} and i.occur_at <= app_now() - make_interval(hours => $1) order by i.id limit 500`,
    [(reportWithin - dueWithin) / HOUR],
  )
