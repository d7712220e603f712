import { orderStatus } from '@cheyi/domain/booking/order/codes'
import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import { agingKinds, type Expectation, endOfWeeks, mondayOf, OLD_DAYS } from '@cheyi/domain/insight/cash-ahead/ahead'
import {
  type CashKind,
  type CashSubject,
  type Certainty,
  cashKinds,
  cashSubject,
  certainty,
  wayOf,
} from '@cheyi/domain/insight/cash-ahead/codes'
import type { Lateness } from '@cheyi/domain/insight/cash-ahead/estimate'
import { commissionState } from '@cheyi/domain/insight/commission/codes'
import { payKind, paymentStatus } from '@cheyi/domain/money/payment/codes'
import { instalmentStatus } from '@cheyi/domain/rental/instalment/codes'
import { addDays, type LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { recordset } from '../../kernel/db/recordset.ts'
import { expectedSql } from './sources.ts'

type Asking = Pick<Context, 'query'>

/** What is expected beside the statement: tax, estimates, money in transit. */
export interface Reckoned {
  readonly kind: CashKind
  readonly dueOn: LocalDate
  readonly fen: number
  readonly certainty: Certainty
  readonly subject: CashSubject
  /** Tells apart what has the same subject. */
  readonly seq: number
  readonly subjectId: string | null
  readonly name: string
  readonly note: string
}

export interface Asked {
  readonly today: LocalDate
  /** Companies with how many days late each usually pays. */
  readonly late: ReadonlyMap<string, number>
  /** Of all other companies. */
  readonly lateDays: number
  readonly reckoned: readonly Reckoned[]
}

const valuesOf = ({ today, late, lateDays, reckoned }: Asked): unknown[] => [
  today,
  endOfWeeks(today),
  [...late.keys()],
  [...late.values()],
  lateDays,
  recordset(reckoned),
]

/** The sums of what is expected, by kind and day. */
export const expectations = (ctx: Asking, asked: Asked) =>
  ctx.query<Expectation>(
    `with ${expectedSql}
     select kind, due_on::text as due_on, late_days, sum(fen)::bigint as fen,
        coalesce(sum(fen) filter (where certainty = ${certainty.estimate}), 0)::bigint as estimate_fen, count(*)::int as count
       from expected group by kind, due_on, late_days`,
    valuesOf(asked),
  )

export interface RowFilter {
  readonly kind?: CashKind | undefined
  /** Monday of a week. */
  readonly week?: LocalDate | undefined
}

export interface ExpectedRow extends Omit<Reckoned, 'seq'> {
  readonly day: LocalDate
  readonly dayNo: number
  readonly lateDays: number
  readonly refId: string
  readonly seq: number
  /** Tells apart what is expected of one record. */
  readonly rank: number
  readonly orderNo: string | null
  readonly orderKind: OrderKind | null
  readonly contactName: string | null
  readonly plate: string | null
}

/** Rows of the weeks: what is late stands in the first one, and old debts of customers in none. */
function shownSql(asked: Asked, { kind, week }: RowFilter) {
  const values = valuesOf(asked)
  const bind = (value: unknown) => `$${values.push(value)}`
  const first = mondayOf(asked.today)
  const conditions = [
    `not (x.kind in (${agingKinds.join(', ')}) and x.due_on < $1::date - ${OLD_DAYS})`,
    kind !== undefined && `x.kind = ${bind(kind)}::int`,
    week !== undefined && `x.due_on + x.late_days < ${bind(addDays(week, 7))}::date`,
    week !== undefined && week > first && `x.due_on + x.late_days >= ${bind(week)}::date`,
  ]
  return { values, bind, where: conditions.filter(Boolean).join(' and ') }
}

const rankSql = (x: string) => `${x}.kind * 100000 + ${x}.seq`
const ofOrder = `(${cashSubject.order}, ${cashSubject.instalment})`

/** By the day on which each is expected. */
export function rows(ctx: Asking, asked: Asked, filter: RowFilter, after: readonly string[] | null, limit: number) {
  const { values, bind, where } = shownSql(asked, filter)
  const behind =
    after === null
      ? ''
      : `and (x.due_on + x.late_days, x.ref_id, ${rankSql('x')}) > (date '1970-01-01' + ${bind(after[0])}::int, ${bind(after[1])}::bigint, ${bind(after[2])}::int)`
  return ctx.query<ExpectedRow>(
    `with ${expectedSql},
      page as materialized (select x.*, x.due_on + x.late_days as day from expected x where ${where} ${behind}
        order by x.due_on + x.late_days, x.ref_id, ${rankSql('x')} limit ${bind(limit)})
     select p.kind, p.due_on::text as due_on, p.late_days, p.fen, p.certainty, p.subject, p.ref_id, p.seq, p.subject_id, p.name, p.note,
        p.day::text as day, p.day - date '1970-01-01' as day_no, ${rankSql('p')} as rank, o.order_no, o.order_kind, o.contact_name, v.plate
       from page p left join "order" o on p.subject in ${ofOrder} and o.id = p.subject_id
         left join vehicle v on p.subject = ${cashSubject.car} and v.id = p.subject_id
      order by p.day, p.ref_id, ${rankSql('p')}`,
    values,
  )
}

const inKinds = cashKinds.values.filter((kind) => wayOf(kind) === 'in').join(', ')

export async function rowSums(ctx: Asking, asked: Asked, filter: RowFilter) {
  const { values, where } = shownSql(asked, filter)
  const [row] = await ctx.query<{ count: number; receipts: number; payments: number }>(
    `with ${expectedSql}
     select count(*)::int as count, coalesce(sum(x.fen) filter (where x.kind in (${inKinds})), 0)::bigint as receipts,
        coalesce(sum(x.fen) filter (where x.kind not in (${inKinds})), 0)::bigint as payments from expected x where ${where}`,
    values,
  )
  return row!
}

const dayOf = (instant: string) => `(${instant} at time zone 'Asia/Shanghai')::date`

/** How late companies paid what was due within the last year; '' are all of them together. */
export const lateness = (ctx: Asking, today: LocalDate) =>
  ctx.query<Lateness & { readonly payer: string }>(
    `select coalesce(x.payer, '') as payer, count(*)::int as bills, percentile_disc(0.5) within group (order by x.late)::int as median_days
      from (
        select o.payer_name as payer, greatest(0, max(${dayOf('p.paid_at')}) - i.due_on) as late
          from "order" o join instalment i on i.order_id = o.id
            join payment p on p.order_id = o.id and p.ref_type = 'instalment' and p.ref_id = i.id and p.direction = 'in' and p.status = ${paymentStatus.succeeded}
         where o.payer_name <> '' and i.status = ${instalmentStatus.paid} and i.due_on > $1::date - 365 and i.due_on <= $1::date
         group by o.payer_name, i.id, i.due_on
        union all
        select o.payer_name, greatest(0, max(${dayOf('p.paid_at')}) - ${dayOf('o.actual_return_at')} - o.pay_days)
          from "order" o join payment p on p.order_id = o.id and p.direction = 'in' and p.status = ${paymentStatus.succeeded}
            and p.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit})
         where o.payer_name <> '' and o.instalments = 0 and o.status = ${orderStatus.returned} and o.owed_fen + o.refunding_fen <= 0
           and ${dayOf('o.actual_return_at')} > $1::date - 365
         group by o.payer_name, o.id, o.actual_return_at, o.pay_days) x
     group by grouping sets ((x.payer), ())`,
    [today],
  )

export interface OwnerTerms {
  readonly ownerId: string
  readonly name: string
  readonly payDay: number
  /** The last day of the agreements; null: they have no end. */
  readonly until: LocalDate | null
  /** The month of the newest statement. */
  readonly lastMonth: LocalDate
  /** What the newest statements gave the owner, the newest first. */
  readonly shares: readonly number[]
}

/** Owners of cars with agreements in force, and what their last statements gave them. */
export const owners = (ctx: Asking, today: LocalDate) =>
  ctx.query<OwnerTerms>(
    `select a.owner_id, o.name, a.pay_day, case when a.until < 'infinity' then a.until::text end as until, s.last_month::text as last_month, s.shares
       from (select owner_id, min(pay_day)::int as pay_day, max(coalesce(to_on, 'infinity'::date)) as until from owner_agreement
          where from_on <= $1::date and coalesce(to_on, 'infinity'::date) >= $1::date group by owner_id) a
         join car_owner o on o.id = a.owner_id
         cross join lateral (select max(n.month) as last_month, jsonb_agg(n.owner_fen + n.correction_fen order by n.month desc) as shares from (
           select month, owner_fen, correction_fen from owner_statement where owner_id = a.owner_id order by month desc limit 3) n) s
      where s.last_month is not null`,
    [today],
  )

export interface CommissionMonth {
  readonly month: LocalDate
  readonly fen: number
  readonly confirmed: boolean
}

/** The commissions of the newest months, the newest first. */
export const commissions = (ctx: Asking) =>
  ctx.query<CommissionMonth>(
    `select month::text as month, sum(fen)::bigint as fen, bool_and(state = ${commissionState.confirmed}) as confirmed
       from commission_statement group by month order by month desc limit 6`,
  )
