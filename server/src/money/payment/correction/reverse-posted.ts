import type { CodeOf } from '@cheyi/domain/enumeration'
import type { flowKinds } from '@cheyi/domain/money/payment/codes'
import { type Line, reversalEntry } from '@cheyi/domain/money/payment/ledger'
import type { Context } from '../../../kernel/context.ts'
import { postCashShift } from '../cash-shifts.ts'

interface Txn {
  readonly idemKey: string
  readonly lines: readonly Line[]
}

/**
 * Reverses what a match of a bank statement posted, found by its key: today, without an order (J21). A correction may have reversed it
 * already, and then nothing is left to do.
 */
export async function reversePosted(ctx: Context, idemKey: string, reason: string): Promise<void> {
  const rows = await ctx.query<{ txnId: string; storeId: string | null; flowKind: CodeOf<typeof flowKinds> }>(
    `select t.id as txn_id, max(e.store_id) as store_id, max(e.flow_kind) as flow_kind
       from ledger_txn t join ledger_entry e on e.txn_id = t.id where t.idem_key = $1 group by t.id`,
    [idemKey],
  )
  const { txnId, storeId, flowKind: kind } = rows[0]!
  if (await isCorrected(ctx, txnId)) return
  const entry = reversalEntry((await readTransaction(ctx, txnId))!)
  await postCashShift(ctx, entry, { storeId, shiftId: null, cashierId: ctx.accountId, kind, reversesTxnId: txnId })
  await ctx.query('insert into ledger_correction (txn_id, reason) values ($1, $2)', [txnId, reason])
}

export async function readTransaction(ctx: Context, txnId: string): Promise<Txn | undefined> {
  const rows = await ctx.query<Line & { idemKey: string }>(
    `select t.idem_key, e.account, e.debit_fen, e.credit_fen from ledger_txn t join ledger_entry e on e.txn_id = t.id
      where t.id = $1 order by e.id`,
    [txnId],
  )
  return rows[0] && { idemKey: rows[0].idemKey, lines: rows }
}

export async function isCorrected(ctx: Context, txnId: string): Promise<boolean> {
  const rows = await ctx.query('select from ledger_correction where txn_id = $1', [txnId])
  return rows.length > 0
}
