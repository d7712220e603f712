import { deductResult } from '@cheyi/domain/money/deposit/codes'
import { payKind, paymentStatus } from '@cheyi/domain/money/payment/codes'
import type { RentMoney } from '@cheyi/domain/rental/instalment/fill'
import type { InstalmentRow } from '@cheyi/domain/rental/instalment/rows'
import type { Selectable, Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { metUnnamedSql } from '../../money/claim/actions.ts'

export type PlanRow = Selectable<DB['instalment']>

/** The plan of an order, by instalment number. */
export const planRows = (db: Db, orderId: string): Promise<PlanRow[]> =>
  db.selectFrom('instalment').selectAll().where('orderId', '=', orderId).orderBy('seq').execute()

/** Kinds of payments for cases outside the bill. */
const OF_CASES = [payKind.supplement, payKind.damage, payKind.violation] as const

/** As {@link planRows}, for many orders. */
export const planRowsOfAll = (db: Db, orderIds: readonly string[]): Promise<PlanRow[]> =>
  db.selectFrom('instalment').selectAll().where('orderId', 'in', orderIds).orderBy('orderId').orderBy('seq').execute()

export const rowById = (db: Db, id: string): Promise<PlanRow | undefined> =>
  db.selectFrom('instalment').selectAll().where('id', '=', id).executeTakeFirst()

export const newIds = async (ctx: Context, count: number): Promise<string[]> =>
  (await ctx.query<{ id: string }>(`select nextval('row_id') as id from generate_series(1, $1)`, [count])).map(
    ({ id }) => id,
  )

export const insertRows = (
  ctx: Context,
  orderId: string,
  rows: readonly (InstalmentRow & Pick<PlanRow, 'id' | 'status' | 'billedFen'>)[],
): void =>
  ctx.queue(
    ctx.db.insertInto('instalment').values(
      rows.map(({ seq, periodFrom, periodTo, dueDate, amount, ...row }) => ({
        ...row,
        orderId,
        seq,
        periodFrom,
        periodTo,
        plannedOn: dueDate,
        dueOn: dueDate,
        amountFen: amount,
      })),
    ),
  )

export const updateRow = (db: Db, id: string, patch: Updateable<DB['instalment']>): Promise<PlanRow> =>
  db
    .updateTable('instalment')
    .set((e) => ({ ...patch, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * The money of an order for its rent, by date: payments of the order and of its instalments, minus their refunds, plus what
 * a deposit paid of the order itself. Money of separate claims (supplement, damage) is excluded; where a payment did not
 * name its claim, it is subtracted on the day on which the claim was met, after all payments of that day.
 */
export const rentMoney = (ctx: Pick<Context, 'query'>, orderId: string): Promise<RentMoney[]> =>
  rentMoneyOfAll(ctx, [orderId])

/** As {@link rentMoney}, for many orders. */
export const rentMoneyOfAll = (
  ctx: Pick<Context, 'query'>,
  orderIds: readonly string[],
): Promise<(RentMoney & { readonly orderId: string })[]> =>
  ctx.query(
    sql<
      RentMoney & { orderId: string }
    >`select m.order_id, to_char(m.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as date, m.fen as amount, i.seq, m.of_case
     from (
       select p.order_id, p.paid_at as at, p.id, case when p.ref_type = 'instalment' then p.ref_id end as row_id,
          case p.direction when 'in' then p.amount_fen else -p.amount_fen end as fen, false as of_case
         from payment p left join payment origin on origin.merchant_id = p.merchant_id and origin.id = p.origin_payment_id
        where p.order_id = any($1::bigint[]) and p.status = ${paymentStatus.succeeded}
          and p.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit}, ${OF_CASES})
          and coalesce(origin.pay_kind, ${payKind.rent}) not in (${OF_CASES})
          and (p.pay_kind <> ${payKind.reimbursement} or p.origin_payment_id is not null)
       union all
       select d.order_id, d.created_at, d.id, null, (line ->> 'amount')::bigint, false
         from deposit_deduction d cross join jsonb_array_elements(d.lines) line
        where d.order_id = any($1::bigint[]) and d.result in (${deductResult.succeeded}, ${deductResult.refunded}) and line ->> 'refId' is null
       union all
       select c.order_id, c.at, c.id, null, -c.fen, true from ${metUnnamedSql(sql`$1::bigint[]`)} c) m
     left join instalment i on i.merchant_id = merchant() and i.id = m.row_id
     order by 2, m.of_case, m.at, m.id`,
    [orderIds],
  )

/** The payments for a single instalment, newest first; found through the order, because payments are indexed by order. */
export const paymentsOf = (ctx: Context, rowId: string) =>
  ctx.query(
    sql<{ paymentId: string; amount: number; at: number } & Pick<Selectable<DB['payment']>, 'payWay' | 'status'>>`
     select id as payment_id, amount_fen as amount, pay_way, status, coalesce(paid_at, created_at) as at
       from payment where order_id = (select order_id from instalment where id = $1)
        and ref_type = 'instalment' and ref_id = $1 and direction = 'in' order by id desc`,
    [rowId],
  )

/** Whether the accounting month of a date is closed. */
export async function isMonthClosed(ctx: Pick<Context, 'query'>, date: string): Promise<boolean> {
  const [row] = await ctx.query<{ closed: boolean }>(
    `select exists (select from closed_month where month >= date_trunc('month', $1::date)) as closed`,
    [date],
  )
  return row!.closed
}
