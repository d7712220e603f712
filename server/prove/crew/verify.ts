import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { paymentStatus } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type pg from 'pg'
import { compared, type Journal, type Kind, type Outcome } from './journal.ts'

/* Reads the database past the product, as its superuser: what was acknowledged is there once, and nothing is there twice. */

/** By name of the customer: how many orders there are, acknowledged or not. */
const ORDERS = `select contact_name as id, count(*)::int as n from "order" where contact_name like $1 || '%' group by 1`

/** By payment: how many transactions of the ledger took it in, when it is one that succeeded. */
const PAYMENTS = `select p.id::text as id, count(l.id)::int as n from payment p
    left join ledger_txn l on l.merchant_id = p.merchant_id and l.payment_id = p.id
  where p.status = ${paymentStatus.succeeded} and p.direction = 'in'
    and exists (select from "order" o where o.merchant_id = p.merchant_id and o.id = p.order_id and o.contact_name like $1 || '%')
  group by p.merchant_id, p.id`

/** By order: how many payments of a provider succeeded, each of which was requested once. */
const PAID = `select o.id::text as id, count(*)::int as n from payment p
    join "order" o on o.merchant_id = p.merchant_id and o.id = p.order_id
  where p.status = ${paymentStatus.succeeded} and p.direction = 'in' and p.channel_id is not null and o.contact_name like $1 || '%'
  group by o.merchant_id, o.id`

/** By order that is with its customer: how many records of a handover were confirmed. */
const HANDOVERS = `select o.id::text as id, count(r.id)::int as n from "order" o
    left join pickup_return_record r on r.merchant_id = o.merchant_id and r.order_id = o.id and r.type = ${handoverType.pickup}
      and not r.draft and not r.void
  where o.contact_name like $1 || '%' and o.status >= ${orderStatus.pickedUp} group by o.merchant_id, o.id`

/** By order that came back: how many records of it were confirmed. */
const RETURNS = `select o.id::text as id, count(r.id)::int as n from "order" o
    left join pickup_return_record r on r.merchant_id = o.merchant_id and r.order_id = o.id and r.type = ${handoverType.return}
      and not r.draft and not r.void
  where o.contact_name like $1 || '%' and o.actual_return_at is not null group by o.merchant_id, o.id`

/** By cancelled order: how many refunds by the provider succeeded; what was paid was one payment. */
const REFUNDS = `select o.id::text as id, count(p.id)::int as n from "order" o
    left join payment p on p.merchant_id = o.merchant_id and p.order_id = o.id and p.direction = 'out' and p.status = ${paymentStatus.succeeded}
  where o.contact_name like $1 || '%' and o.status = ${orderStatus.cancelled} group by o.merchant_id, o.id`

/** By plate: how many cars there are. */
const IMPORTED = `select plate as id, count(*)::int as n from vehicle where plate = any ($1) group by 1`

/** By its number there: how many orders a platform has sold. */
const SALES = `select channel_order_no as id, count(*)::int as n from "order" where channel_order_no like $1 || '%' group by 1`

/** By number of the order: how many lines of a statement there are. */
const LINES = `select channel_order_no as id, count(*)::int as n from channel_statement_line where channel_order_no like $1 || '%' group by 1`

/** By device and second: its key allows one row, so that this finds what is missing. */
const POSITIONS = `select device_id || ' ' || (extract(epoch from at) * 1000)::bigint as id, count(*)::int as n from position
  where device_id = any ($1::bigint[]) and at >= $2 group by 1`

export interface Verified extends Outcome {
  /** Acknowledged. */
  readonly counts: Readonly<Record<Kind, number>>
}

/** @param run what the names of this run's customers begin with */
export async function verify(client: pg.Client, journal: Journal, run: string, begun: number): Promise<Verified> {
  const seen = async (text: string, values: unknown[]) =>
    new Map<string, number>((await client.query(text, values)).rows.map(({ id, n }) => [id, n]))
  const positions = journal.ids('position')
  const devices = [...new Set(positions.map((id) => id.split(' ')[0]))]
  const outcomes = [
    compared(journal.ids('booking'), await seen(ORDERS, [run])),
    compared(journal.ids('payment'), await seen(PAYMENTS, [run])),
    compared([], await seen(PAID, [run])),
    compared(journal.ids('handover'), await seen(HANDOVERS, [run])),
    compared(journal.ids('return'), await seen(RETURNS, [run])),
    compared(journal.ids('refund'), await seen(REFUNDS, [run])),
    compared(journal.ids('import'), await seen(IMPORTED, [journal.ids('import')])),
    compared(journal.ids('sale'), await seen(SALES, [run])),
    compared(journal.ids('statement'), await seen(LINES, [run])),
    compared(positions, await seen(POSITIONS, [devices, new Date(begun - 60_000)])),
  ]
  return {
    counts: journal.counts(),
    lost: outcomes.flatMap(({ lost }) => lost),
    doubled: outcomes.flatMap(({ doubled }) => doubled),
  }
}
