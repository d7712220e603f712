import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import type { OrderKind } from '@cheyi/domain/booking/order/codes'
import { agreementStatus } from '@cheyi/domain/rental/agreement/codes'
import { leaseFilingStatus } from '@cheyi/domain/rental/violation/codes'
import { awaitingFilings } from '@cheyi/domain/rental/violation/lease'
import type { Instant } from '@cheyi/domain/time'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { type Patch, saveRow } from '../../../kernel/db/save-row.ts'
import { like, likePlate, parameters, sql } from '../../../kernel/db/sql.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'

export type LeaseRow = Selectable<DB['leaseFiling']>

/** A filing with the names that lists show. */
export interface ListRow extends LeaseRow {
  readonly plate: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly contactName: string
  readonly renterId: string | null
  readonly agreementNo: string
  readonly dueMs: number
}

type Filter = Omit<ParsedOf<typeof contract.violation.leases>, 'pageNum' | 'pageSize' | 'cursor'>

const DUE = '(extract(epoch from l.due_at) * 1000)::bigint'

/**
 * Sorted by due time; the rows after a cursor. With the conditions that were asked for, and no others: those that wait are few, and a plan
 * made for whatever values would name every one.
 */
export function page(
  ctx: Context,
  { group, storeId, dueBefore, keyword = '' }: Filter,
  after: readonly string[] | null,
  limit: number,
) {
  const { values, bind } = parameters()
  const conditions = ['true']
  if (group !== undefined) conditions.push(`l.status ${group === 'open' ? '' : 'not'} in (${awaitingFilings.join()})`)
  if (storeId !== undefined) conditions.push(`l.store_id = ${bind(storeId)}::bigint`)
  if (dueBefore !== undefined) conditions.push(`l.due_at < ${bind(at(dueBefore))}`)
  if (keyword !== '')
    conditions.push(`(v.plate like ${bind(likePlate(keyword))} or o.order_no ilike ${bind(like(keyword))})`)
  if (after !== null) conditions.push(`(${DUE}, l.id) > (${bind(after[0])}::bigint, ${bind(after[1])}::bigint)`)
  return ctx.query<ListRow>(
    `select l.*, v.plate, o.order_no, o.order_kind, o.contact_name, o.renter_id,
        coalesce((select a.agreement_no from agreement a where a.merchant_id = o.merchant_id and a.order_id = o.id and a.agreement_no <> ''
          and a.status <> ${agreementStatus.void} order by a.id limit 1), '') as agreement_no, ${DUE} as due_ms
       from lease_filing l join "order" o on o.merchant_id = l.merchant_id and o.id = l.order_id
         join vehicle v on v.merchant_id = l.merchant_id and v.id = l.vehicle_id
      where ${conditions.join(' and ')} order by ${DUE}, l.id limit ${limit}`,
    values,
  )
}

/** Locks the row until the transaction ends. */
export const lock = (ctx: Context, id: string): Promise<LeaseRow | undefined> =>
  ctx.db.selectFrom('leaseFiling').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const update = (ctx: Context, row: LeaseRow, patch: Patch<'leaseFiling'>): LeaseRow =>
  saveRow(ctx, 'leaseFiling', row, patch)

export interface PlateRow {
  readonly id: string
  readonly plate: string
}

/** The plates of those filings that are visible to the account, by the id of the filing. */
export const platesOf = (ctx: Context, ids: readonly string[]) =>
  ctx.query<PlateRow>(
    `select l.id, v.plate from lease_filing l join vehicle v on v.merchant_id = l.merchant_id and v.id = l.vehicle_id
      where l.id = any ($1)`,
    [ids],
  )

/** Filings whose deadline is before `until`, by store. */
export const dueBy = (ctx: Context, until: Instant) =>
  ctx.query<{ id: string; plate: string; storeId: string; dueAt: Instant }>(
    sql`select l.id, v.plate, l.store_id, l.due_at from lease_filing l
        join vehicle v on v.merchant_id = l.merchant_id and v.id = l.vehicle_id
      where l.status in (${awaitingFilings}) and l.due_at <= $1 order by l.due_at, l.id limit 200`,
    [at(until)],
  )

/** The period in which an order held a car at a given minute: its end, and whether its contract is filed. */
export const stretchAt = (ctx: Context, orderId: string, vehicleId: string, occurAt: Instant) =>
  ctx.query.first<{ to: Instant | null; filed: boolean }>(
    sql`select a.to_at as "to", coalesce(l.status = ${leaseFilingStatus.filed}, false) as filed
       from vehicle_assignment a left join lease_filing l on l.merchant_id = a.merchant_id and l.assignment_id = a.id
      where a.order_id = $1 and a.vehicle_id = $2 and not a.void
      order by greatest(a.from_at - $3, $3 - coalesce(a.to_at, $3), interval '0') limit 1`,
    [orderId, vehicleId, at(occurAt)],
  )
