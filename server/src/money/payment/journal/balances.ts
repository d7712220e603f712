import type { Account } from '@cheyi/domain/money/payment/ledger'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'

/** The opening balance of an account and the postings of a period, fen; a balance is debits less credits. */
export interface Movement {
  readonly account: Account
  readonly openingFen: number
  readonly debitFen: number
  readonly creditFen: number
  readonly closingFen: number
  readonly entries: number
}

/**
 * SQL: postings to accounts before the day `${day}`, from the stored sums of months, of the days after them, and from entries that are
 * not folded yet.
 */
const postingsBeforeSql = (day: string) => `(
  select account, n, debit_fen, credit_fen from ledger_sum where span = 'month' and from_on < date_trunc('month', ${day})::date
  union all
  select account, n, debit_fen, credit_fen from ledger_sum where span = 'day' and from_on >= date_trunc('month', ${day})::date and from_on < ${day}
  union all
  select account, n, debit_fen, credit_fen from ledger_change where posted_on < ${day})`

/** Movements of all posted accounts, or of one, from one day until before another: the difference of two sums. */
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
       from (values (-1, $1::date), (1, $2::date)) x (sign, day) cross join lateral ${postingsBeforeSql('x.day')} s
      ${of === undefined ? '' : 'where s.account = $3'} group by account`,
    of === undefined ? [from, before] : [from, before, of],
  )

/** Folds the entries since the last run into the stored sums of the merchant. */
export const foldLedgerSums = async (ctx: Pick<Context, 'query'>): Promise<void> => {
  await ctx.query('select ledger_fold()')
}
