import type { CodeOf } from '@cheyi/domain/enumeration'
import { formatMoney } from '@cheyi/domain/money'
import { shiftStatus } from '@cheyi/domain/money/cash-shift/shift'
import { flowKind, type flowKinds, offlinePayWays, type PayWay, payWay } from '@cheyi/domain/money/payment/codes'
import { account, clearingOf, type Entry } from '@cheyi/domain/money/payment/ledger'
import { cashShiftTerms } from '@cheyi/domain/platform/merchant/pay-setting'
import type { StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'

/* Ledger entries of a cash shift, which have no order, and the location of its money. */

export interface CashShiftPosting {
  /** null: money of the merchant as a whole. */
  readonly storeId: string | null
  /** The shift that received or paid the money. A cash deposit to the bank names the shift that handed it in, but counts in none. */
  readonly shiftId: string | null
  readonly cashierId: string
  readonly kind: CodeOf<typeof flowKinds>
  readonly reversesTxnId?: string
}

const waysByAccount = new Map([...offlinePayWays, payWay.platform].map((way) => [clearingOf(way), way]))

/**
 * Posts an entry of a cash shift under a key that cannot have been posted before, because it contains the id of a row that this transaction
 * created.
 */
export async function postCashShift(
  ctx: Context,
  { journal, idemKey, lines }: Entry,
  of: CashShiftPosting,
): Promise<void> {
  if (lines.length === 0) return
  const handsIn = of.kind === flowKind.handIn
  await ctx.query(
    `with txn as (insert into ledger_txn (journal, idem_key, posted_on, reverses_txn_id) values ($1, $2, $3, $12) returning id, posted_on)
     insert into ledger_entry (txn_id, posted_on, account, debit_fen, credit_fen, pay_way, shift_id, store_id, cashier_id, flow_kind, moved_on)
     select txn.id, txn.posted_on, l.account, l.debit, l.credit, l.way, l.shift, $4, $5,
         case when l.way is not null then $6::smallint end, case when l.way is not null then $3::date end
       from txn, unnest($7::text[], $8::bigint[], $9::bigint[], $10::smallint[], $11::bigint[])
         as l (account, debit, credit, way, shift)`,
    [
      journal,
      idemKey,
      localDate(ctx.now),
      of.storeId,
      of.cashierId,
      of.kind,
      lines.map((line) => line.account),
      lines.map((line) => line.debitFen),
      lines.map((line) => line.creditFen),
      lines.map((line) => waysByAccount.get(line.account) ?? null),
      lines.map((line) => {
        const counted = waysByAccount.has(line.account) && !(handsIn && line.account === account.bank)
        return counted ? of.shiftId : null
      }),
      of.reversesTxnId ?? null,
    ],
  )
}

/**
 * Posts a settlement of a provider's bill for a store, or money of the merchant as a whole, as {@link postCashShift}, without a shift.
 * @param of.way the payment method of the money
 * @param of.postedOn the day of the entry; by default today
 */
export const postSettlement = (
  ctx: Context,
  { journal, idemKey, lines }: Entry,
  of: {
    readonly storeId: string | null
    readonly way: PayWay
    readonly kind?: CodeOf<typeof flowKinds>
    readonly cashierId?: string
    readonly postedOn?: LocalDate
  },
): Promise<unknown> | undefined =>
  lines.length === 0
    ? undefined
    : ctx.query(
        `with txn as (insert into ledger_txn (journal, idem_key, posted_on) values ($1, $2, $3) returning id, posted_on)
         insert into ledger_entry (txn_id, posted_on, account, debit_fen, credit_fen, pay_way, store_id, flow_kind, moved_on, cashier_id)
         select txn.id, txn.posted_on, l.account, l.debit, l.credit, l.way, $4,
             case when l.way is not null then $9::smallint end, case when l.way is not null then $3::date end, case when l.way is not null then $10::bigint end
           from txn, unnest($5::text[], $6::bigint[], $7::bigint[], $8::smallint[]) as l (account, debit, credit, way)`,
        [
          journal,
          idemKey,
          of.postedOn ?? localDate(ctx.now),
          of.storeId,
          lines.map((line) => line.account),
          lines.map((line) => line.debitFen),
          lines.map((line) => line.creditFen),
          lines.map((line) =>
            line.account === account.onlineClearing ? of.way : (waysByAccount.get(line.account) ?? null),
          ),
          of.kind ?? flowKind.channelSettlement,
          of.cashierId ?? null,
        ],
      )

/** Received and paid-out sums of a shift by payment method, fen. */
export interface ShiftFlow {
  readonly shiftId: string
  readonly way: Columns['payWay']
  readonly receivedFen: number
  readonly paidBackFen: number
  readonly handedInFen: number
}

/** Sums of shifts by payment method, without their closing differences. */
export const shiftFlows = (ctx: Pick<Context, 'query'>, shiftIds: readonly string[]): Promise<ShiftFlow[]> =>
  ctx.query<ShiftFlow>(
    `select shift_id, pay_way as way, coalesce(sum(debit_fen) filter (where flow_kind <> ${flowKind.handIn}), 0)::bigint as received_fen,
       coalesce(sum(credit_fen) filter (where flow_kind <> ${flowKind.handIn}), 0)::bigint as paid_back_fen,
       coalesce(sum(credit_fen - debit_fen) filter (where flow_kind = ${flowKind.handIn}), 0)::bigint as handed_in_fen
     from ledger_entry where shift_id = any ($1::bigint[]) and flow_kind <> ${flowKind.difference}
     group by shift_id, pay_way order by pay_way`,
    [shiftIds],
  )

/** SQL expression: the expected cash of the open shift `s` of cash_shift, fen. */
export const shiftCashSql = (s: string): string =>
  `(${s}.opening_fen + coalesce((select sum(e.debit_fen - e.credit_fen) from ledger_entry e
     where e.shift_id = ${s}.id and e.account = '${account.cashOnHand}'), 0))::bigint`

/** Cash movements other than receipts from customers. */
const notTaken = [flowKind.handIn, flowKind.difference, flowKind.float].join(', ')

/**
 * SQL expression: cash that was received on a day outside of any shift and that no later shift has counted, fen; the next shift to open
 * counts the cash in the store. `where`: SQL on entries `e`.
 */
export const unshiftedCashSql = (day: string, where: string): string =>
  `(with loose as materialized (select e.store_id, e.posted_at, e.debit_fen from ledger_entry e
       where e.moved_on = ${day}::date and e.account = '${account.cashOnHand}' and e.shift_id is null and e.flow_kind not in (${notTaken})
         and ${where}),
     counted as materialized (select s.store_id, max(s.opened_at) as at from cash_shift s
       where s.opened_at >= (select min(posted_at) from loose) group by s.store_id)
     select coalesce(sum(l.debit_fen), 0)::bigint from loose l left join counted c on c.store_id = l.store_id
      where c.at is null or l.posted_at > c.at)`

/**
 * Checks that the caller's open shift holds enough cash for a payout, also for two concurrent ones. A caller without a shift pays from
 * the cash outside of shifts, which the next shift counts when it opens.
 * @throws Refusal badInput (-2) naming the available amount
 */
export async function requireCash(ctx: Pick<Context, 'query'>, fen: number): Promise<void> {
  if (fen === 0) return
  // The sum needs a statement that starts after the shift is locked, so that its snapshot includes concurrent payouts.
  const [shift] = await ctx.query<{ id: string }>(
    `select id from cash_shift where cashier_id = actor() and status = ${shiftStatus.open} for update`,
  )
  if (shift === undefined) return
  const [cash] = await ctx.query<{ fen: number }>(
    `select ${shiftCashSql('s')} as fen from cash_shift s where s.id = $1`,
    [shift.id],
  )
  const held = Math.max(0, cash!.fen)
  if (fen > held)
    throw badInput(
      'payWay',
      `本班现金只有${formatMoney(held)}，不足以退${formatMoney(fen)}，请由其他人员或以其他方式退款`,
    )
}

/**
 * Requires an open shift of the caller before cash is received, if the merchant's settings say so.
 * @throws Refusal shiftNeeded (4017)
 */
export async function requireShift(ctx: Pick<Context, 'query'>): Promise<void> {
  // The lock delays a closing of the shift until this receipt is committed.
  const [row] = await ctx.query<{ stored: StoredSettings; shift: string | null }>(
    `select m.pay_settings as stored, s.id as shift from merchant m
       left join lateral (select id from cash_shift
                           where cashier_id = actor() and status = ${shiftStatus.open} for share) s on true
      where m.id = merchant()`,
  )
  if (cashShiftTerms(row!.stored).shiftRequired && row!.shift === null) throw new Refusal('shiftNeeded')
}

/**
 * Cash of a store outside of any open shift, by the ledger and including what the opening entry moved there, fen. One statement, so that
 * all its parts use the same snapshot.
 */
export async function cashOutside(ctx: Pick<Context, 'query'>, storeId: string): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `with open as (select id, opening_fen from cash_shift where store_id = $1 and status = ${shiftStatus.open})
     select (select coalesce(sum(debit_fen - credit_fen), 0) from ledger_entry
          where store_id = $1 and moved_on is not null and account = '${account.cashOnHand}')
       + (select coalesce(sum(e.debit_fen - e.credit_fen), 0) from ledger_txn t
          join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = '${account.cashOnHand}'
          where t.idem_key = 'J23:opening:' || $1::bigint)
       - (select coalesce(sum(debit_fen - credit_fen), 0) from ledger_entry
          where shift_id in (select id from open) and account = '${account.cashOnHand}')
       - (select coalesce(sum(opening_fen), 0) from open) as fen`,
    [storeId],
  )
  return Number(row!.fen)
}
