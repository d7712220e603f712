import { account, billingReversalEntry } from '@cheyi/domain/money/payment/ledger'
import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type TerminationRow = Selectable<DB['termination']>

/** The earlier end of a long order that was agreed and not withdrawn. */
export const terminationOf = (db: Db, orderId: string): Promise<TerminationRow | undefined> =>
  db
    .selectFrom('termination')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('takenBackAt', 'is', null)
    .executeTakeFirst()

export const insertTermination = async (ctx: Context, row: Insertable<DB['termination']>): Promise<string> =>
  (await ctx.db.insertInto('termination').values(row).returning('id').executeTakeFirstOrThrow()).id

export const withdrawTermination = (ctx: Context, id: string): void =>
  ctx.queue(
    ctx.db
      .updateTable('termination')
      .set({ takenBackAt: ctx.now, takenBackBy: ctx.identity.accountId })
      .where('id', '=', id),
  )

/** The amount of the bill that an agreed earlier end reversed at the agreement, fen (J4). */
export async function reversedBillFen(ctx: Pick<Context, 'query'>, { id, orderId }: TerminationRow): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(e.credit_fen), 0)::bigint as fen
       from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
      where t.order_id = $1 and t.idem_key = $2 and e.account = '${account.receivable}'`,
    [orderId, billingReversalEntry(id, 0).idemKey],
  )
  return row!.fen
}
