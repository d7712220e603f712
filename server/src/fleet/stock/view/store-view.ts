import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { wasReturned } from '@cheyi/domain/booking/order/steps'
import { blockEndOf } from '@cheyi/domain/booking/order/timers'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind, orderHolds, ticketHolds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import type { OneWay } from '@cheyi/domain/fleet/stock/one-way'
import { pick } from '@cheyi/domain/pick'
import type { Settings, StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import { type TaskDetails, taskKind } from '@cheyi/domain/platform/todo/task'
import type { Context } from '../../../kernel/context.ts'
import type { Columns } from '../../../kernel/db/columns.ts'
import { at, FOREVER } from '../../../kernel/db/instant.ts'
import { type Sql, sql } from '../../../kernel/db/sql.ts'
import { orders } from '../../../kernel/orders.ts'
import { oneWaySql } from '../../../platform/store/actions.ts'
import type { PoolKey } from '../store.ts'

/*
 * The rows that the stock screens show of a pool: its vehicles, their occupancies, and stops of sale.
 */

type DayOut = OutputOf<typeof contract.stock.day>
export type Row = DayOut['vehicles'][number]
export type Bar = DayOut['waiting'][number]
export type Stop = DayOut['stops'][number]
export type Brief = NonNullable<Bar['order']>

interface OrderColumns {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: Columns['orderKind']
  readonly status: Columns['order.status']
  readonly contactName: string
  readonly pickupAt: number
  readonly returnAt: number
  readonly orderPlate: string | null
  readonly storeId: string
  readonly returnStoreId: string
  readonly createdBy: string
  readonly oneWay: OneWay | null
}
type NoOrder = { readonly [K in keyof OrderColumns]: null }
const orderColumns = `o.id as order_id, o.order_no, o.order_kind, o.status, o.contact_name, o.pickup_at, o.return_at,
  o.plate as order_plate, o.store_id, o.return_store_id, o.created_by, ${oneWaySql('o')} as one_way` as Sql

/** An order of another store, or of a colleague where an account sees its own only, is shown by its number; names need access to its page. */
function briefOf(ctx: Context, row: OrderColumns): Brief {
  const { identity } = ctx
  const mine = [row.storeId, row.returnStoreId]
  const atOwnStore = identity.scope === 'all' || mine.some((id) => identity.storeIds.includes(id))
  const inSight = atOwnStore && (identity.scope !== 'own' || row.createdBy === ctx.accountId)
  const opens = inSight && ctx.can(profileOf(row.orderKind).pageKey)
  return {
    orderId: opens ? row.orderId : null,
    ...pick(row, 'orderNo', 'orderKind', 'status', 'pickupAt', 'returnAt', 'oneWay'),
    contactName: opens ? row.contactName : '',
    plate: row.orderPlate,
  }
}

type BarRow = (OrderColumns | NoOrder) & {
  readonly vehicleId: string | null
  readonly kind: Columns['occupancy.kind']
  readonly fromAt: number
  readonly toAt: number
  readonly pinned: boolean
  readonly onRent: boolean
  readonly leaves: boolean
  readonly actualReturnAt: number | null
  readonly stopId: string | null
  readonly ticketId: string | null
}

/**
 * The vehicles of a pool, including those on their way to it, with their occupancies between two instants, and orders
 * without a car; two statements.
 */
export async function rows(
  ctx: Context,
  key: PoolKey,
  window: { readonly from: number; readonly to: number },
  settings: Settings,
): Promise<{ vehicles: Row[]; waiting: Bar[] }> {
  const [vehicles, bars] = await ctx.elevated(() =>
    Promise.all([
      ctx.query(
        sql<{
          id: string
          plate: string
          plateColor: Columns['plateColor']
          parkingNote: string
        }>`select v.id, v.plate, v.plate_color, v.parking_note from vehicle v
          where v.lifecycle = ${lifecycle.inService} and v.id = any (array(
            select id from vehicle where lifecycle = ${lifecycle.inService} and home_store_id = $1 and model_id = $2
            union all select vehicle_id from pool_delta where store_id = $1 and model_id = $2 and delta > 0 and not consumed))
          order by v.plate`,
        [key.storeId, key.modelId],
      ),
      ctx.query(
        sql<BarRow>`with c as (
           select c.* from occupancy c where c.store_id = $1 and c.model_id = $2 and c.active and c.held_to > $3 and c.from_at < $4
           union all select c.* from occupancy c
            where c.ref_id = any (array(
                select d.ref_id from pool_delta d where d.store_id = $1 and d.model_id = $2 and d.delta > 0 and not d.consumed))
              and (c.store_id, c.model_id) <> ($1, $2) and c.active and c.held_to > $3 and c.from_at < $4
              and c.one_way and (c.on_rent or c.kind = ${occupancyKind.relocation}))
          select c.vehicle_id, c.kind, c.from_at, c.to_at, c.pinned, c.on_rent, c.one_way and c.store_id = $1 as leaves, o.actual_return_at, s.id as stop_id, t.id as ticket_id, ${orderColumns}
           from c
             left join ${orders.facts} o on c.kind in (${orderHolds}) and o.merchant_id = c.merchant_id and o.id = c.ref_id
             left join stop_sale s on c.kind = ${occupancyKind.stop} and s.merchant_id = c.merchant_id and s.id = c.ref_id
             left join ticket t on c.kind in (${ticketHolds}) and t.merchant_id = c.merchant_id and t.id = c.ref_id
          order by c.from_at, c.id`,
        [key.storeId, key.modelId, at(window.from), at(window.to)],
      ),
    ]),
  )
  const shown = bars.map((row) => ({ vehicleId: row.vehicleId, bar: barOf(ctx, row, settings) }))
  const meeting = shown.filter(({ bar }) => bar.to === null || bar.to > window.from)
  return {
    vehicles: vehicles.map((vehicle) => ({
      ...vehicle,
      vehicleId: vehicle.id,
      bars: meeting.flatMap(({ vehicleId, bar }) => (vehicleId === vehicle.id ? [bar] : [])),
    })),
    waiting: meeting.flatMap(({ vehicleId, bar }) => (vehicleId === null ? [bar] : [])),
  }
}

function barOf(ctx: Context, row: BarRow, settings: Settings): Bar {
  const end = { to: row.toAt, onRent: row.onRent, returnAt: row.returnAt }
  const overdue = row.onRent && end.returnAt !== null && end.returnAt <= ctx.now
  const back = row.status !== null && wasReturned(row.status) ? row.actualReturnAt : end.returnAt
  const to = blockEndOf(end, ctx.now, settings)
  return {
    ...pick(row, 'kind', 'pinned', 'leaves', 'stopId'),
    from: row.fromAt,
    to: end.to >= FOREVER ? null : to,
    cleanFrom: overdue || back === null || back >= to ? null : back,
    overdue,
    order: row.orderId === null ? null : briefOf(ctx, row),
    ticketId: ctx.can('ticket.maintenance') ? row.ticketId : null,
  }
}

/** Orders by id, as warnings list them, ordered by pickup. Must run with all stores visible. */
export async function briefs(ctx: Context, orderIds: readonly string[]): Promise<Brief[]> {
  if (orderIds.length === 0) return []
  const found = await ctx.query<OrderColumns>(
    `select ${orderColumns} from ${orders.facts} o where o.id = any ($1::bigint[]) order by o.pickup_at, o.id`,
    [orderIds],
  )
  return found.map((row) => briefOf(ctx, row))
}

/** Present and future stops of sale, those of single vehicles included. */
export async function stops(ctx: Context, key: PoolKey): Promise<Stop[]> {
  const found = await ctx.query<{
    id: string
    fromAt: number
    toAt: number
    quantity: number | null
    plate: string | null
    reason: Columns['stopSale.reason']
    remark: string
    channels: Columns['channels'][]
  }>(
    `select s.id, s.from_at, s.to_at, s.quantity, v.plate, s.reason, s.remark, s.channels
       from stop_sale s left join vehicle v on v.merchant_id = s.merchant_id and v.id = s.vehicle_id
      where s.store_id = $1 and s.model_id = $2 and s.to_at > $3 and s.removed_at is null
      order by s.from_at, s.id`,
    [key.storeId, key.modelId, at(ctx.now)],
  )
  return found.map((row) => ({ ...row, from: row.fromAt, to: row.toAt }))
}

interface PoolStop {
  readonly id: string
  readonly storeId: string
  readonly modelId: string
  readonly fromAt: number
  readonly toAt: number
  readonly quantity: number | null
  readonly merchantSettings: StoredSettings
  readonly storeSettings: StoredSettings
}

/** Stops by quantity of a pool for all channels, in force or to come, the earliest first. `storeIds`: the visible stores; null: all. */
export const poolStops = (ctx: Context, storeId: string | null, storeIds: readonly string[] | null) =>
  ctx.query<PoolStop>(
    `select p.id, p.store_id, p.model_id, p.from_at, p.to_at, p.quantity, m.settings as merchant_settings,
            s.settings as store_settings
       from stop_sale p
         join store s on s.merchant_id = p.merchant_id and s.id = p.store_id
         join merchant m on m.id = p.merchant_id
      where p.to_at > $1 and p.removed_at is null and p.vehicle_id is null and p.channels = '{}'
        and ($2::bigint is null or p.store_id = $2) and ($3::bigint[] is null or p.store_id = any ($3::bigint[]))
      order by p.from_at, p.id limit 200`,
    [at(ctx.now), storeId, storeIds],
  )

const openConflicts = () => `from task t join ${orders.facts} o on o.merchant_id = t.merchant_id and o.id = t.order_id
  where t.kind = '${taskKind.conflict}' and t.done_at is null and o.status between ${orderStatus.submitted} and ${orderStatus.pickedUp}`

export async function conflictCount(ctx: Context, storeId: string): Promise<number> {
  const [row] = await ctx.query<{ count: number }>(
    `select count(*)::int as count ${openConflicts()} and o.store_id = $1`,
    [storeId],
  )
  return row!.count
}

/** How many of these orders of a visible store the account sees: all of them, unless it sees its own orders only. */
export async function visibleCount(ctx: Context, orderIds: readonly string[]): Promise<number> {
  if (orderIds.length === 0 || ctx.identity.scope !== 'own') return orderIds.length
  const [row] = await ctx.query<{ count: number }>(
    `select count(*)::int as count from ${orders.facts} o where o.id = any ($1::bigint[])`,
    [orderIds],
  )
  return row!.count
}

interface Named {
  readonly storeName: string
  readonly modelName: string
}

/** Active orders without a car, the next pickup first. */
export async function conflicts(ctx: Context, storeId: string | undefined) {
  const found = await ctx.query<OrderColumns & Named & { detail: TaskDetails['planConflict'] }>(
    `select ${orderColumns}, s.name as store_name, m.name as model_name, c.detail
       from (select t.order_id, t.detail, o.pickup_at ${openConflicts()} and ($1::bigint is null or o.store_id = $1)
              order by o.pickup_at limit 200) c
         join ${orders.facts} o on o.merchant_id = merchant() and o.id = c.order_id
         join store s on s.merchant_id = o.merchant_id and s.id = o.store_id
         join model m on m.merchant_id = o.merchant_id and m.id = o.model_id
      order by o.pickup_at, o.id`,
    [storeId ?? null],
  )
  return found.map((row) => ({ ...namedBrief(ctx, row), why: whyOf(row.detail), stopId: null }))
}

/** Orders by id with their store and model. */
export async function namedBriefs(ctx: Context, orderIds: readonly string[]) {
  const found = await ctx.query<OrderColumns & Named>(
    `select ${orderColumns}, s.name as store_name, m.name as model_name
       from ${orders.facts} o
         join store s on s.merchant_id = o.merchant_id and s.id = o.store_id
         join model m on m.merchant_id = o.merchant_id and m.id = o.model_id
      where o.id = any ($1::bigint[])`,
    [orderIds],
  )
  return found.map((row) => ({ id: row.orderId, ...namedBrief(ctx, row) }))
}

const namedBrief = (ctx: Context, row: OrderColumns & Named) => ({
  ...briefOf(ctx, row),
  storeId: row.storeId,
  storeName: row.storeName,
  modelName: row.modelName,
})

function whyOf(detail: TaskDetails['planConflict']): string {
  if (detail.overdueOrderId !== undefined) return `${detail.plate ?? '所排车辆'} 超时未还`
  if (detail.stopId !== undefined) return `${detail.plate ?? '所排车辆'} 停售`
  if (detail.ticketId !== undefined) return `${detail.plate ?? '所排车辆'} 维保`
  return '没有可用的同款车'
}
