import { productOf } from '@cheyi/domain/money/deposit/hold'
import { onlinePayWays, type PayWay, payMode, paymentStatus } from '@cheyi/domain/money/payment/codes'
import { billState } from '@cheyi/domain/money/reconcile/bill'
import {
  type BillLine,
  type DifferenceState,
  differenceKind,
  differenceState,
  keyOf,
  lineKind,
  type OurMove,
} from '@cheyi/domain/money/reconcile/compare'
import type { LocalDate } from '@cheyi/domain/time'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import { at } from '../../kernel/db/instant.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

/* Bills, their lines and differences, and our payments with the same numbers. */

const uncompared = `(${billState.waiting}, ${billState.failed})`

export type BillRow = Selectable<DB['payBill']>
export type DifferenceRow = Selectable<DB['billDifference']>

/** Our payment or refund that went through a provider. */
export interface Ours extends OurMove {
  readonly paymentId: string
  readonly storeId: string
  readonly paidAt: number | null
}

/** Payment methods with a single capture per hold, which has the number of the hold. */
const namedByHold = onlinePayWays.filter((way) => productOf(way).capturesPerHold === 1).join(', ')

/** SQL: our movements that a bill can name, with their number in the bill; `$1` is the contract. */
const oursSql = (which: string) => `
  select p.id as payment_id, o.store_id, p.paid_at, p.amount_fen, p.status = ${paymentStatus.succeeded} as succeeded,
    case p.direction when 'in' then ${lineKind.payment} else ${lineKind.refund} end as kind, p.provider_no,
    case when h.pay_way in (${namedByHold}) then h.out_no else p.out_trade_no end as out_no
  from payment p join "order" o on o.id = p.order_id left join deposit_hold h on h.id = p.hold_id
  where p.channel_id = $1 and p.pay_mode in (${payMode.onlineIn}, ${payMode.onlineOut})
    and (p.hold_step is null or p.hold_step = 'capture') and ${which}`

/** SQL: payments that match a batch of numbers ($2), by their own number or that of their hold; each branch uses an index. */
const NUMBERED = `${oursSql('p.out_trade_no = any ($2::text[])')}
  union all ${oursSql("p.hold_id in (select x.id from deposit_hold x where x.out_no = any ($2::text[]) and x.out_no <> '')")}`

interface OursRow {
  readonly paymentId: string
  readonly storeId: string
  readonly paidAt: number | null
  readonly amountFen: number
  readonly succeeded: boolean
  readonly kind: OurMove['kind']
  readonly outNo: string
}
const oursOf = ({ outNo, amountFen, ...row }: OursRow): Ours => ({ ...row, no: outNo, amount: amountFen })

/** Our movements with these numbers. */
export const oursByNo = async (ctx: Context, channelId: string, nos: readonly string[]): Promise<Ours[]> =>
  (await ctx.query<OursRow>(NUMBERED, [channelId, nos])).map(oursOf)

/**
 * Stores the lines of a batch.
 * @returns the positions of the lines whose number is new
 */
export async function keepLines(
  ctx: Context,
  bill: Pick<BillRow, 'id' | 'channelId'>,
  lines: readonly BillLine[],
): Promise<Set<number>> {
  const rows = await ctx.query<{ n: number }>(
    `with line as (
       select * from unnest($3::smallint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[]) with ordinality
         as l (kind, out_no, provider_no, amount_fen, fee_fen, n)),
     fresh as (
       insert into bill_line (channel_id, bill_id, kind, out_no, provider_no, amount_fen, fee_fen)
       select $1, $2, kind, out_no, provider_no, amount_fen, fee_fen from line on conflict do nothing returning kind, out_no)
     select min(l.n)::int - 1 as n from line l join fresh f on f.kind = l.kind and f.out_no = l.out_no group by l.kind, l.out_no`,
    [
      bill.channelId,
      bill.id,
      lines.map(({ kind }) => kind),
      lines.map(({ no }) => no),
      lines.map(({ providerNo }) => providerNo),
      lines.map(({ amount }) => amount),
      lines.map(({ fee }) => fee),
    ],
  )
  return new Set(rows.map(({ n }) => n))
}

const SUCCEEDED = `p.status = ${paymentStatus.succeeded}`
/** Number of payments per query. */
const PAGE = 1000

/**
 * Payments of a period that no bill names and that no earlier bill missed, page by page. Each page is looked up by its numbers: in a
 * join of everything the planner would choose a nested loop, because the new lines are not in the statistics yet.
 */
export async function* paymentsWithoutBill(
  ctx: Context,
  channelId: string,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<readonly Ours[]> {
  let [key, id] = [at(from).toISOString(), '0']
  for (;;) {
    const rows = await ctx.query<OursRow & { key: string }>(
      `select m.*, m.paid_at::text as key from (${oursSql(`${SUCCEEDED} and p.paid_at >= $2::timestamptz and p.paid_at < $3 and (p.paid_at, p.id) > ($2::timestamptz, $4::bigint)`)}
         order by p.paid_at, p.id limit ${PAGE}) m`,
      [channelId, key, at(to), id],
    )
    const named = await ctx.query<{ kind: OurMove['kind']; outNo: string }>(
      `select kind, out_no from bill_line
        where channel_id = $1 and kind in (${lineKind.payment}, ${lineKind.refund}) and out_no = any ($2::text[])`,
      [channelId, rows.map(({ outNo }) => outNo)],
    )
    const known = new Set(named.map(({ kind, outNo }) => keyOf({ kind, no: outNo })))
    const page = rows.map(({ key: _, ...row }) => oursOf(row)).filter((one) => !known.has(keyOf(one)))
    if (page.length > 0) {
      const missed = new Set(
        (
          await missedBefore(
            ctx,
            page.map((one) => one.paymentId),
          )
        ).map((one) => one.paymentId),
      )
      yield page.filter(({ paymentId }) => !missed.has(paymentId))
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    key = last.key
    id = last.paymentId
  }
}

/** Payments that succeeded after a difference of them had been posted with the provider's amount. */
export const succeededSince = async (ctx: Context, channelId: string): Promise<Ours[]> =>
  (
    await ctx.query<OursRow>(
      `select m.* from (${oursSql(`${SUCCEEDED} and p.id in (select d.payment_id from bill_difference d
           join pay_bill b on b.id = d.bill_id and b.channel_id = $1
          where d.kind = ${differenceKind.otherState} and d.state = ${differenceState.booked})`)}) m
        where not exists (select from bill_difference d where d.payment_id = m.payment_id and d.kind = ${differenceKind.missingThere})`,
      [channelId],
    )
  ).map(oursOf)

/** The given payments that an earlier bill missed, with the state of that difference. */
export const missedBefore = (ctx: Context, paymentIds: readonly string[]) =>
  ctx.query<{ id: string; billId: string; paymentId: string; state: DifferenceState }>(
    `select id, bill_id, payment_id, state from bill_difference
      where payment_id = any ($1::bigint[]) and kind = ${differenceKind.missingThere}`,
    [paymentIds],
  )

export const insertDifferences = (db: Db, rows: readonly Insertable<DB['billDifference']>[]) =>
  db.insertInto('billDifference').values(rows).execute()

export const updateDifference = (db: Db, ids: readonly string[], patch: Updateable<DB['billDifference']>) =>
  db.updateTable('billDifference').set(patch).where('id', 'in', ids).execute()

export const differenceById = (db: Db, id: string): Promise<DifferenceRow | undefined> =>
  db.selectFrom('billDifference').selectAll().where('id', '=', id).executeTakeFirst()

export const openDifferences = (db: Db, channelId: string, limit: number): Promise<DifferenceRow[]> =>
  db
    .selectFrom('billDifference as d')
    .innerJoin('payBill as b', 'b.id', 'd.billId')
    .selectAll('d')
    .where('b.channelId', '=', channelId)
    .where('d.state', '=', differenceState.open)
    .where('d.spent', '=', false)
    .where('d.kind', '<>', differenceKind.missingThere)
    .orderBy('d.id')
    .limit(limit)
    .execute()

export const billById = (db: Db, id: string): Promise<BillRow | undefined> =>
  db.selectFrom('payBill').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Reads a bill and locks its contract until the transaction ends, which serializes the comparison of its bills and the handling of their
 * differences.
 */
export async function lockBill(ctx: Context, id: string): Promise<BillRow | undefined> {
  await ctx.query(
    'select from pay_channel where id = (select channel_id from pay_bill where id = $1) for no key update',
    [id],
  )
  return billById(ctx.db, id)
}

export const updateBill = (db: Db, id: string, patch: Updateable<DB['payBill']>) =>
  db.updateTable('payBill').set(patch).where('id', '=', id).execute()

export const openCount = (ctx: Context, billId: string): Promise<number> =>
  countRows(ctx, `bill_difference where bill_id = $1 and state = ${differenceState.open}`, [billId], 'all')

/** SQL: contract and day of each expected bill of a payment method ($1) in a period ($2 to $3), for active and former contracts. */
const BILL_DAYS_OF = `pay_channel c
  cross join lateral generate_series(
    greatest($2::date, (c.created_at at time zone 'Asia/Shanghai')::date)::timestamp, $3::date, interval '1 day') d (day)
  where c.pay_way = $1 and (c.enabled or exists (select from payment p where p.channel_id = c.id
    and p.paid_at >= d.day at time zone 'Asia/Shanghai' and p.paid_at < (d.day + interval '1 day') at time zone 'Asia/Shanghai'))`

interface Days {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** Inserts the missing bills of a period. */
export const beginBills = (ctx: Context, way: PayWay, { from, to }: Days) =>
  ctx.query(
    `insert into pay_bill (channel_id, day, ask_at) select c.id, d.day::date, app_now() from ${BILL_DAYS_OF} on conflict do nothing`,
    [way, from, to],
  )

/** Number of days without an expected bill. */
export const daysWithout = (ctx: Context, way: PayWay, { from, to }: Days): Promise<number> =>
  countRows(
    ctx,
    `${BILL_DAYS_OF} and not exists (select from pay_bill b where b.channel_id = c.id and b.day = d.day)`,
    [way, from, to],
    'all',
  )

/** Bills of days before the given one that are not compared, and their open differences. */
export async function openBefore(ctx: Context, before: LocalDate): Promise<{ uncompared: number; differing: number }> {
  const [row] = await ctx.query<{ uncompared: number; differing: number }>(
    `select (select count(*)::int from pay_bill where day < $1::date and state in ${uncompared}) as uncompared,
       (select count(*)::int from bill_difference d join pay_bill b on b.id = d.bill_id
         where b.day < $1::date and b.state = ${billState.differing} and d.state = ${differenceState.open}) as differing`,
    [before],
  )
  return row!
}

export interface DueBill {
  readonly id: string
  readonly channelId: string
  readonly day: LocalDate
  readonly payWay: PayWay
}

/** Shortest interval between two manual requests to a provider, ms. */
const ASK_GAP = 10_000

/** Whether a bill may be requested again. */
export async function mayAsk(ctx: Context, id: string): Promise<boolean> {
  const rows = await ctx.query('select from pay_bill where id = $1 and (asked_at is null or asked_at <= $2)', [
    id,
    at(ctx.now - ASK_GAP),
  ])
  return rows.length > 0
}

/** Bills that are due for a request, oldest first. */
export const dueBills = (ctx: Context, limit: number) =>
  ctx.query<DueBill>(
    `select b.id, b.channel_id, b.day::text as day, c.pay_way from pay_bill b join pay_channel c on c.id = b.channel_id
      where b.state in ${uncompared} and b.ask_at <= $1 order by b.day, b.id limit ${limit}`,
    [at(ctx.now)],
  )

/** The store of a contract; null for a contract of the whole merchant. */
export async function storeOfChannel(
  ctx: Context,
  channelId: string,
): Promise<{ storeId: string | null; payWay: PayWay }> {
  const [row] = await ctx.query<{ storeId: string | null; payWay: PayWay }>(
    'select store_id, pay_way from pay_channel where id = $1',
    [channelId],
  )
  return row!
}

export const hasStore = async (ctx: Context, storeId: string): Promise<boolean> =>
  (await ctx.query('select from store where id = $1', [storeId])).length > 0
