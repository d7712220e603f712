import { costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { endOfMonth } from '@cheyi/domain/fleet/cost/spread'
import { type CostOrigin, costOrigin, payeeKind } from '@cheyi/domain/money/payable/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { payableAccrued } from '@cheyi/domain/money/payment/ledger'
import type { LocalDate } from '@cheyi/domain/time'
import { type Context, newId } from '../../kernel/context.ts'
import { registerAccrual } from '../closing/actions.ts'
import { postSettlement } from '../payment/actions.ts'

/*
 * What tickets cost at garages is known before the garage sends its bill. When a month is closed, what no bill has yet is booked for it; the
 * bill takes it over, and books only what differs. Garages that are no payees are paid outside of these books, and nothing is booked of them.
 */

interface Due {
  readonly refId: string
  readonly fen: number
}

/** Tickets with costs of a month, and what of them is neither billed nor booked; negative: less than was booked. $1, $2: its first and last day. */
const UNBOOKED = `
  select x.ref_id, greatest(x.whole - coalesce((select sum(l.fen) from payable_line l
        where l.origin = ${costOrigin.ticket} and l.ref_id = x.ref_id and not l.cancelled), 0), 0)::bigint
      - coalesce((select sum(a.fen) from payable_accrual a
        where a.origin = ${costOrigin.ticket} and a.ref_id = x.ref_id and a.bill_id is null), 0)::bigint as fen
    from (
      select c.ref_id, sum(c.fen)::bigint as whole from vehicle_cost c join ticket t on t.id = c.ref_id
       where c.source = ${costSource.ticket} and c.voided_at is null and c.from_on <= $2::date
         and exists (select from payee p where p.kind = ${payeeKind.garage} and p.origin_id = t.garage_id and not p.stopped)
         and c.ref_id in (select n.ref_id from vehicle_cost n
           where n.source = ${costSource.ticket} and n.voided_at is null and n.from_on between $1::date and $2::date)
       group by c.ref_id) x
   order by x.ref_id`

/** Books what tickets of a month cost and nobody has billed. @param ofMonth `YYYY-MM` */
export async function accrueTickets(ctx: Context, ofMonth: string): Promise<void> {
  const month: LocalDate = `${ofMonth}-01`
  await ctx.query(`select pg_advisory_xact_lock(hashtextextended('payableCosts', merchant()))`)
  const due = await ctx.query<Due>(UNBOOKED, [month, endOfMonth(month)])
  await book(ctx, costOrigin.ticket, month, due)
}

async function book(ctx: Context, origin: CostOrigin, month: LocalDate, due: readonly Due[]): Promise<void> {
  for (const { refId, fen } of due) {
    if (fen === 0) continue
    const id = await newId(ctx)
    await ctx.db.insertInto('payableAccrual').values({ id, origin, refId, month, fen }).execute()
    await postSettlement(ctx, payableAccrued(id, fen), {
      storeId: null,
      way: payWay.bank,
      postedOn: endOfMonth(month),
    })
  }
}

/** Months of plans of leases and of the interest of loans from day $1 to day $2, and what of them is neither billed nor booked. */
const UNBOOKED_LEASES = `
  select c.id as ref_id, greatest(c.fen - coalesce((select sum(l.fen) from payable_line l
        where l.origin = ${costOrigin.plan} and l.ref_id = c.id and not l.cancelled), 0), 0)::bigint
      - coalesce((select sum(a.fen) from payable_accrual a
        where a.origin = ${costOrigin.plan} and a.ref_id = c.id and a.bill_id is null), 0)::bigint as fen
    from vehicle_cost c
   where c.source = ${costSource.plan} and c.kind = ${costKind.finance} and c.voided_at is null and c.from_on between $1::date and $2::date
   order by c.id`

/**
 * Books the rent of leased cars and the interest of loans of a month that nobody has billed; a bill takes it over, as it does with tickets.
 * One of an earlier month whose bill was cancelled since is booked again. @param from the first day since which this is booked
 */
export async function accrueLeases(ctx: Context, ofMonth: string, from: LocalDate): Promise<void> {
  const month: LocalDate = `${ofMonth}-01`
  await ctx.query(`select pg_advisory_xact_lock(hashtextextended('payableCosts', merchant()))`)
  await book(ctx, costOrigin.plan, month, await ctx.query<Due>(UNBOOKED_LEASES, [from, endOfMonth(month)]))
}

registerAccrual(accrueTickets)
