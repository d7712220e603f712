import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import type { BridgeFacts } from '@cheyi/domain/insight/data/bridge'
import { daysOf } from '@cheyi/domain/money/closing/month'
import type { PlanRow } from '@cheyi/domain/money/payment/earning'
import { renewalStatus } from '@cheyi/domain/rental/renewal/codes'
import { startOfDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { earnedAccountsSql, earnedSql, soldPartsOf } from '../../money/payment/actions.ts'
import { byRows, incomes, partsSql, planSql } from './store.ts'

/*
 * What closed months posted of the orders, and what these sold.
 */

type Asking = Pick<Context, 'query'>

/** Orders that were on rent in a month, or of which the month posted something over time, in the order of their ids. */
export const bridgeOrders = async (ctx: Asking, month: string, after: string): Promise<string[]> => {
  const [first, next] = daysOf(month)
  const rows = await ctx.query<{ readonly id: string }>(
    `select id from (
       select e.order_id as id from ledger_entry e
         where e.account in (${earnedAccountsSql}) and e.posted_on >= $1::date and e.posted_on < $2::date and e.order_id is not null
       union select o.id from "order" o
         where o.actual_pickup_at is not null and o.actual_return_at >= $3 and least(o.pickup_at, o.actual_pickup_at) < $4
       union select o.id from "order" o
         where o.actual_pickup_at is not null and o.actual_return_at is null and least(o.pickup_at, o.actual_pickup_at) < $4) x
      where id > $5 order by id`,
    [first, next, at(startOfDate(first)), at(startOfDate(next)), after],
  )
  return rows.map(({ id }) => id)
}

interface Row extends Omit<BridgeFacts, 'sold'> {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly modelName: string
  readonly storeName: string
  readonly pickupAt: number
  readonly returnAt: number
  readonly agreedTo: number
  readonly agreedFrom: number
  readonly plan: readonly PlanRow[] | null
  readonly parts: Parameters<typeof soldPartsOf>[0]
}

export type BridgeOrder = Omit<Row, 'agreedTo' | 'agreedFrom' | 'plan' | 'parts'> & BridgeFacts

/** These orders in a month, in the order of their ids. */
export const bridgeFacts = async (ctx: Asking, month: string, ids: readonly string[]): Promise<BridgeOrder[]> => {
  const [first, next] = daysOf(month)
  const rows = await ctx.query<Row>(
    `select o.id as order_id, o.order_no, o.order_kind, m.name as model_name, s.name as store_name,
       coalesce(o.actual_pickup_at, o.pickup_at) as pickup_at, coalesce(o.actual_return_at, o.return_at) as return_at,
       o.pickup_at as agreed_from, (o.quote_snapshot -> 'input' ->> 'returnAt')::bigint as agreed_to,
       o.actual_pickup_at as picked_up_at, o.actual_return_at as returned_at, o.order_kind in (${byRows}) as long,
       exists (select from renewal r where r.order_id = o.id and r.status = ${renewalStatus.effective}) as renewed,
       case when o.order_kind in (${byRows}) then ${planSql} end as plan, ${partsSql} as parts, p.posted_fen, p.whole_fen, p.reversed,
       (select count(distinct a.vehicle_id)::int from vehicle_assignment a where a.order_id = o.id and not a.void
          and a.from_at < $3 and coalesce(a.to_at, 'infinity') > $4) as cars
     from "order" o join model m on m.id = o.model_id join store s on s.id = o.store_id
       cross join lateral (
         select coalesce(sum(e.credit_fen - e.debit_fen) filter (where t.posted_on >= $1::date and t.posted_on < $2::date), 0)::bigint as posted_fen,
           coalesce(sum(e.credit_fen - e.debit_fen), 0)::bigint as whole_fen,
           coalesce(bool_or(t.journal = 21 and t.posted_on >= $1::date and t.posted_on < $2::date), false) as reversed
         from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
         where t.order_id = o.id and e.account in (${earnedAccountsSql}) and ${earnedSql('t')}) p
     where o.id = any ($5::bigint[]) order by o.id`,
    [first, next, at(startOfDate(next)), at(startOfDate(first)), ids],
  )
  return rows.map(({ parts, plan, agreedFrom, agreedTo, ...row }) => ({
    ...row,
    sold: soldPartsOf(parts, { from: agreedFrom, to: agreedTo }, plan),
  }))
}

/** The whole income of orders that the books have in a month, as the trial balance has it; fen. */
export const incomeFen = async (ctx: Asking, month: string): Promise<number> => {
  const [row] = await ctx.query<{ readonly fen: number }>(
    `select coalesce(sum(e.credit_fen - e.debit_fen), 0)::bigint as fen from ledger_entry e
      where e.account in (${incomes}) and e.posted_on >= $1::date and e.posted_on < $2::date`,
    [...daysOf(month)],
  )
  return row!.fen
}
