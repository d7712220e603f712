import { costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { endOfMonth } from '@cheyi/domain/fleet/cost/spread'
import { type CostOrigin, costOrigin, type PayeeKind, payeeKind } from '@cheyi/domain/money/payable/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { payableAccrualEntry } from '@cheyi/domain/money/payment/ledger'
import type { LocalDate } from '@cheyi/domain/time'
import { type Context, newId } from '../../kernel/context.ts'
import { registerAccrual } from '../closing/actions.ts'
import { postSettlement } from '../payment/actions.ts'
import { plannedKinds } from './costs.ts'

/*
 * What cars cost and somebody will bill is known before the bill comes. When a month is closed, what no bill has yet is booked for it; the bill
 * takes it over, and books only what differs. Costs of whoever is no payee are paid outside of these books, and nothing is booked of them: a
 * ticket has its garage, a month of a plan whoever billed the plan before, a policy its insurer by name.
 */

interface Due {
  readonly origin: CostOrigin
  readonly refId: string
  readonly fen: number
}

const isPayee = (kind: PayeeKind, where: string) =>
  `exists (select from payee p where p.kind = ${kind} and not p.stopped and ${where})`

/** SQL of rows origin, ref_id, source, cost_id: costs that begin from day $1 to day $2 and that a payee will bill. */
const EXPECTED = `
  select ${costOrigin.ticket} as origin, c.ref_id from vehicle_cost c join ticket t on t.id = c.ref_id
   where c.source = ${costSource.ticket} and c.voided_at is null and c.from_on between $1::date and $2::date
     and ${isPayee(payeeKind.garage, 'p.origin_id = t.garage_id')}
  union
  select ${costOrigin.plan}, c.id from vehicle_cost c
   where c.source = ${costSource.plan} and c.kind in (${plannedKinds.join(', ')}) and c.voided_at is null and c.from_on between $1::date and $2::date
     and exists (select from vehicle_cost n join payable_line l on l.origin = ${costOrigin.plan} and l.ref_id = n.id and not l.cancelled
       join payable_bill b on b.id = l.bill_id join payee p on p.id = b.payee_id and not p.stopped
      where n.source = ${costSource.plan} and n.ref_id = c.ref_id)
  union
  select ${costOrigin.policy}, c.ref_id from vehicle_cost c join vehicle_document d on d.id = c.ref_id
   where c.source = ${costSource.policy} and c.voided_at is null and c.from_on between $1::date and $2::date
     and ${isPayee(payeeKind.insurer, "p.name = d.insurer and d.insurer <> ''")}
  union
  select origin, ref_id from payable_accrual where bill_id is null`

/** What of them is neither billed nor booked; negative: less than was booked. A cost that was booked before is looked at again. */
const UNBOOKED = `
  select x.origin, x.ref_id, greatest(x.whole - coalesce((select sum(l.fen) from payable_line l
        where l.origin = x.origin and l.ref_id = x.ref_id and not l.cancelled), 0), 0)::bigint
      - coalesce((select sum(a.fen) from payable_accrual a
        where a.origin = x.origin and a.ref_id = x.ref_id and a.bill_id is null), 0)::bigint as fen
    from (
      select e.origin, e.ref_id, case when e.origin = ${costOrigin.plan}
          then (select coalesce(sum(c.fen), 0) from vehicle_cost c where c.id = e.ref_id and c.voided_at is null)
          else (select coalesce(sum(c.fen), 0) from vehicle_cost c where c.ref_id = e.ref_id and c.voided_at is null and c.from_on <= $2::date
            and c.source = case e.origin when ${costOrigin.ticket} then ${costSource.ticket} else ${costSource.policy} end) end as whole
        from (${EXPECTED}) e) x
   order by x.origin, x.ref_id`

/** Books what cars cost in a month and nobody has billed. @param ofMonth `YYYY-MM` */
export async function accrueCosts(ctx: Context, ofMonth: string): Promise<void> {
  const month: LocalDate = `${ofMonth}-01`
  await ctx.query(`select pg_advisory_xact_lock(hashtextextended('payableCosts', merchant()))`)
  const due = await ctx.query<Due>(UNBOOKED, [month, endOfMonth(month)])
  await book(ctx, month, due)
}

async function book(ctx: Context, month: LocalDate, due: readonly Due[]): Promise<void> {
  for (const { origin, refId, fen } of due) {
    if (fen === 0) continue
    const id = await newId(ctx)
    await ctx.db.insertInto('payableAccrual').values({ id, origin, refId, month, fen }).execute()
    await postSettlement(ctx, payableAccrualEntry(id, fen), {
      storeId: null,
      way: payWay.bank,
      postedOn: endOfMonth(month),
    })
  }
}

/** Months of plans of leases and of the interest of loans from day $1 to day $2, and what of them is neither billed nor booked. */
const UNBOOKED_LEASES = `
  select ${costOrigin.plan} as origin, c.id as ref_id, greatest(c.fen - coalesce((select sum(l.fen) from payable_line l
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
  await book(ctx, month, await ctx.query<Due>(UNBOOKED_LEASES, [from, endOfMonth(month)]))
}

registerAccrual(accrueCosts)
