import type { Account } from '@cheyi/domain/money/payment/ledger'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'

/** What an account began some days with and what was posted to it, fen; balances are debits less credits. */
export interface Movement {
  readonly account: Account
  readonly openingFen: number
  readonly debitFen: number
  readonly creditFen: number
  readonly closingFen: number
  /** Entries that were posted. */
  readonly entries: number
}

/** SQL: what was posted to accounts before the day `${day}`, by the sums that are kept: of months, of days since, and what is not in them yet. */
const postedBefore = (day: string) => `(
  select account, n, debit_fen, credit_fen from ledger_sum where span = 'month' and from_on < date_trunc('month', ${day})::date
  union all
  select account, n, debit_fen, credit_fen from ledger_sum where span = 'day' and from_on >= date_trunc('month', ${day})::date and from_on < ${day}
  union all
  select account, n, debit_fen, credit_fen from ledger_change where posted_on < ${day})`

/** Of every account that was posted to, or of one, from a day until before another: what was posted before the one less what was before the other. */
export const balancesOver = (
  { query }: Pick<Context, 'query'>,
  from: LocalDate,
  before: LocalDate,
  of?: Account,
): Promise<Movement[]> =>
  query<Movement>(
    `select account, coalesce(sum(s.debit_fen - s.credit_fen) filter (where x.sign < 0), 0)::bigint as opening_fen,
       sum(x.sign * s.debit_fen)::bigint as debit_fen, sum(x.sign * s.credit_fen)::bigint as credit_fen,
       sum(s.debit_fen - s.credit_fen) filter (where x.sign > 0)::bigint as closing_fen, sum(x.sign * s.n)::int as entries
       from (values (-1, $1::date), (1, $2::date)) x (sign, day) cross join lateral ${postedBefore('x.day')} s
      ${of === undefined ? '' : 'where s.account = $3'} group by account`,
    of === undefined ? [from, before] : [from, before, of],
  )

/** Adds what was posted since to the sums of the merchant. */
export const foldLedgerSums = async (ctx: Pick<Context, 'query'>): Promise<void> => {
  await ctx.query('select ledger_fold()')
}
