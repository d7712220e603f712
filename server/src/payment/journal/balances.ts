import type { Account } from '@cheyi/domain/payment/ledger'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'

/** What an account began some days with and what was posted to it, fen; balances are debits less credits. */
export interface Movement {
  readonly account: Account
  readonly openingFen: number
  readonly debitFen: number
  readonly creditFen: number
  readonly closingFen: number
}

/**
 * Of every account, or of one, from a day until before another. It begins with the last closed month before, whose balances
 * are kept, so that only what came after is added up.
 */
export const balancesOver = (
  { query }: Pick<Context, 'query'>,
  from: LocalDate,
  before: LocalDate,
  of?: Account,
): Promise<Movement[]> =>
  query<Movement>(
    `with kept as (select max(month) as month from trial_balance where month < date_trunc('month', $1::date)),
     moved as (
       select account, closing_fen as opening, 0 as debit, 0 as credit from trial_balance where month = (select month from kept)
       union all
       select e.account, case when t.posted_on < $1::date then e.debit_fen - e.credit_fen else 0 end,
           case when t.posted_on >= $1::date then e.debit_fen else 0 end, case when t.posted_on >= $1::date then e.credit_fen else 0 end
         from ledger_txn t join ledger_entry e on e.txn_id = t.id
        where t.posted_on >= coalesce((select month + interval '1 month' from kept)::date, '-infinity') and t.posted_on < $2::date
          and ($3::text is null or e.account = $3))
     select account, sum(opening) as opening_fen, sum(debit) as debit_fen, sum(credit) as credit_fen,
       sum(opening + debit - credit) as closing_fen
       from moved where $3::text is null or account = $3 group by account`,
    [from, before, of ?? null],
  )
