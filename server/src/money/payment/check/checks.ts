import type { Account } from '@cheyi/domain/money/payment/ledger'

/*
 * What features above money compare in the books with their own rows. Each statement selects merchant, order number, what, stored and
 * rebuilt. `src/money-checks.ts` names all of them.
 */

export interface MoneyChecks {
  /** Statements whose values are fen. Each row of them is of one order, and found by the rows of that order alone. */
  readonly money?: readonly string[]
  /** The same with values that are codes or words. */
  readonly status?: readonly string[]
  /** Statements of fen that compare sums over many orders, or what belongs to no order. */
  readonly whole?: readonly string[]
}

/** All of them as one. */
export const joinChecks = (features: readonly MoneyChecks[]): Required<MoneyChecks> => ({
  money: features.flatMap(({ money = [] }) => money),
  status: features.flatMap(({ status = [] }) => status),
  whole: features.flatMap(({ whole = [] }) => whole),
})

/** Compares a column of the order row with its source; a missing source row counts as 0. */
export const cachedColumnSql = (what: string, column: string, source: string, only = 'true') => `
  select o.merchant_id, o.order_no, '${what}', o.${column}, coalesce(s.fen, 0)
  from "order" o left join ${source} s on s.merchant_id = o.merchant_id and s.order_id = o.id
  where ${only} and o.${column} <> coalesce(s.fen, 0)`

/** What the balance of an account (debits minus credits) should be. */
export interface Recorded {
  readonly account: Account
  /** SQL: the amount of each row of `source`, fen. */
  readonly fen: string
  readonly source: string
  /** The difference in words. */
  readonly what: string
}

/** Compares the balances of accounts with the rows that they were posted for. */
export const accountBalances = (recorded: readonly Recorded[]): string => `
  select coalesce(b.merchant_id, r.merchant_id), null::text, case coalesce(b.account, r.account)
      ${recorded.map(({ account, what }) => `when '${account}' then '${what}'`).join(' ')} end, coalesce(r.fen, 0), coalesce(b.fen, 0)
  from (select merchant_id, account, sum(debit_fen - credit_fen) as fen from ledger_entry
      where account in (${recorded.map(({ account }) => `'${account}'`).join(', ')}) group by 1, 2) b
    full join (${recorded.map(({ account, fen, source }) => `select merchant_id, '${account}' as account, sum(${fen}) as fen from ${source} group by 1`).join(' union all ')}) r
      on r.merchant_id = b.merchant_id and r.account = b.account
  where coalesce(r.fen, 0) <> coalesce(b.fen, 0)`

/** Compares the costs of cars that follow a record with its amount; `of` selects merchant, id, amount and the words of each record. */
export const followedCosts = (source: number, of: string): string => `
  select r.merchant_id, null::text, r.what, r.fen, coalesce(c.fen, 0)
  from (${of}) r (merchant_id, id, fen, what)
    left join (select merchant_id, ref_id, sum(fen) as fen from vehicle_cost where source = ${source} and voided_at is null group by 1, 2) c
      on c.merchant_id = r.merchant_id and c.ref_id = r.id
  where r.fen <> coalesce(c.fen, 0)`
