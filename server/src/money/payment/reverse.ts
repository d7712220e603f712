import { type DayShare, reverseDays } from '@cheyi/domain/money/payment/earning'
import { type Line, reversalEntry } from '@cheyi/domain/money/payment/ledger'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { type Posting, postAll } from './books.ts'

/**
 * Reverses the entries of a step that is undone, each exactly and today (J21). A key that was not posted, or is already reversed, is
 * skipped. Two statements.
 */
export async function reverseEntries(ctx: Context, orderId: string, idemKeys: readonly string[]): Promise<void> {
  if (idemKeys.length === 0) return
  const rows = await ctx.query<
    Line & { id: string; idemKey: string; postedOn: string; days: readonly DayShare[] | null }
  >(
    `select t.id, t.idem_key, t.posted_on::text as posted_on, t.earned_days as days, e.account, e.debit_fen, e.credit_fen
       from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
      where t.order_id = $1 and t.idem_key = any ($2::text[])
        and not exists (select from ledger_txn r where r.merchant_id = t.merchant_id and r.reverses_txn_id = t.id)
      order by t.id, e.id`,
    [orderId, idemKeys],
  )
  const postings = new Map<string, Posting>()
  for (const id of new Set(rows.map((row) => row.id))) {
    const lines = rows.filter((row) => row.id === id)
    const { idemKey, postedOn, days } = lines[0]!
    const spread = days === null ? {} : { days: reverseDays(days, postedOn, localDate(ctx.now)) }
    postings.set(id, { ...reversalEntry({ idemKey, lines }), reversesTxnId: id, ...spread })
  }
  await postAll(ctx, orderId, [...postings.values()])
}
