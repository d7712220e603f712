import type { OrderKind, OrderStatus } from '@cheyi/domain/booking/order/codes'
import type { LogDetail } from '@cheyi/domain/booking/order/log'
import type { Selectable } from 'kysely'
import type { Context } from './context.ts'
import type { Restart } from './db/restart.ts'
import type { Patch } from './db/save-row.ts'
import type { Sql } from './db/sql.ts'
import type { DB } from './db/tables.gen.ts'
import { awaitRegistration } from './registrations.ts'

/*
 * Port of orders: what modules below booking do with the orders that they affect. They may not import booking, so it registers these
 * functions when it is loaded.
 */

/** A whole order row, as the steps need it. */
export type OrderRow = Selectable<DB['order']>

/** An order that was moved to another car; `from` and `to` are plates. */
export interface Moved {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly contactName: string
  readonly pickupAt: number
  /** Empty where it had no car. */
  readonly from: string
  readonly to: string
}

/** Which order it is, without personal data: it may be read of orders that the caller does not see. */
export interface OrderNumber {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly plate: string | null
}

/** What a page shows of an order that it is not about. */
export interface OrderBrief {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly status: OrderStatus
  readonly contactName: string
  readonly pickupAt: number
  readonly returnAt: number
}

/** The functions of booking; each is described there. */
interface Orders {
  /** SQL of all orders with what lower modules may know of them, to be joined in their statements. */
  readonly facts: Sql
  lock(ctx: Context, orderId: string): Promise<OrderRow>
  read(ctx: Context, orderId: string): Promise<OrderRow>
  seize(ctx: Context, ids: readonly string[]): Promise<OrderRow[]>
  startAgain(ctx: Context, ids: readonly string[]): Restart
  noteLockedPools(ctx: Context): void
  update(ctx: Context, order: OrderRow, patch: Patch<'order'>): OrderRow
  numbers(ctx: Pick<Context, 'query'>, ids: readonly string[]): Promise<OrderNumber[]>
  brief(ctx: Pick<Context, 'query'>, orderId: string): Promise<OrderBrief | undefined>
  ofCar(ctx: Pick<Context, 'query'>, vehicleId: string): Promise<OrderBrief | undefined>
  onRent(ctx: Pick<Context, 'query'>, storeId: string | null): Promise<string[]>
  putOnCars(ctx: Context, moves: readonly { refId: string; to: string }[]): Promise<Moved[]>
  log(
    ctx: Context,
    entries: readonly {
      readonly order: { readonly id: string; readonly status: OrderStatus | null }
      readonly action: string
      readonly to?: OrderStatus
      readonly detail?: LogDetail
    }[],
  ): void
}

export let orders: Orders
awaitRegistration(() => (orders === undefined ? ['orders'] : []))

export function registerOrders(functions: Orders): void {
  orders = functions
}
