import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { orderItemType } from '@cheyi/domain/booking/order/codes'
import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import { isOnRent, wasPickedUp } from '@cheyi/domain/booking/order/steps'
import { earlyReturn } from '@cheyi/domain/money/expense/early'
import { monthSpan, spanPrice } from '@cheyi/domain/pricing/quote/long/months'
import type { LongSnapshot } from '@cheyi/domain/pricing/quote/long/price'
import { termOf } from '@cheyi/domain/pricing/quote/term'
import { earlyReturnMode } from '@cheyi/domain/pricing/terms/return-terms'
import { addDays, type LocalDate, localDate } from '@cheyi/domain/time'
import type { Selectable } from 'kysely'
import { type OrderRow, readOrder } from '../../../booking/order/actions.ts'
import { returnTermsOf } from '../../../booking/order/return-terms.ts'
import type { Context } from '../../../kernel/context.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'
import { termExtensions } from '../../renewal/actions.ts'

type Service = OutputOf<typeof contract.order.services>[number]

/**
 * The services of an order, with the used amount of each and the refund if the rental ended now. Before the pickup nothing
 * is used. Later only services priced by day have a refundable part, by the rule of early returns.
 * @throws Refusal orderNotFound (2002)
 */
export async function services({ orderId }: { orderId: string }, ctx: Context): Promise<Service[]> {
  const [order, items] = await Promise.all([readOrder(ctx, orderId), chargedServices(ctx.query, orderId)])
  const started = wasPickedUp(order.status)
  const used = isOnRent(order.status) ? await usedByCode(ctx, order) : null
  return items.map((item) => {
    const spent = used?.take(item.code, item.amountFen) ?? (started ? item.amountFen : 0)
    return {
      ...item,
      unitPrice: item.unitPriceFen,
      amount: item.amountFen,
      used: spent,
      refundable: used?.keepsAll ? 0 : item.amountFen - spent,
    }
  })
}

interface Used {
  /** The merchant refunds nothing of a rental that has begun. */
  readonly keepsAll: boolean
  /** The used amount of the next item with this code, fen; an item that an early return does not recalculate is fully used. */
  take(code: string, amount: number): number
}

/** For a long rental, each monthly service is used up by date; a service charged once is fully used. */
function usedByDate(snapshot: LongSnapshot, today: LocalDate): Used {
  const span = monthSpan(snapshot.startDate, addDays(today, 1))
  const left = new Map(snapshot.services.map(({ code, monthlyPrice }) => [code, spanPrice(span, monthlyPrice)]))
  return {
    keepsAll: false,
    take(code, amount) {
      const service = code.replace(/\.days$/, '')
      const rest = left.get(service)
      if (rest === undefined) return amount
      const part = Math.min(rest, amount)
      left.set(service, rest - part)
      return part
    },
  }
}

async function usedByCode(ctx: Context, order: OrderRow): Promise<Used> {
  const snapshot = order.quoteSnapshot
  if (isSoldByTerm(snapshot)) return usedByDate(snapshot, localDate(ctx.now))
  const [{ earlyReturnMode: mode, earlyReturnFeeBp: feeBp }, extensions] = await Promise.all([
    returnTermsOf(ctx, order),
    termExtensions(ctx, order.id),
  ])
  const terms = { mode, feeBp, merchantCause: false }
  const { lines } = earlyReturn(termOf(snapshot, extensions), ctx.now, 0, terms)
  const left = new Map<string, number>()
  for (const { code } of snapshot.services) left.set(code, 0)
  for (const { code, amount } of lines) left.set(code, (left.get(code) ?? 0) + amount)
  return {
    keepsAll: terms.mode === earlyReturnMode.none,
    take(code, amount) {
      const rest = left.get(code)
      if (rest === undefined) return amount
      const part = Math.min(rest, amount)
      left.set(code, rest - part)
      return part
    },
  }
}

type ServiceRow = Pick<
  Selectable<DB['orderItem']>,
  'id' | 'itemType' | 'code' | 'name' | 'qty' | 'unit' | 'unitPriceFen' | 'amountFen' | 'formula'
>

/** Valid charges of the order that are neither rent nor deposit, in the order of sale: what was sold first is used up first. */
const chargedServices = (query: Context['query'], orderId: string) =>
  query<ServiceRow>(
    `select id, item_type, code, name, qty, unit, unit_price_fen, amount_fen, formula from order_item
     where order_id = $1 and status = 'active' and item_type not in (${orderItemType.rental}, ${orderItemType.deposit})
     order by renewal_id nulls first, seq, id`,
    [orderId],
  )
