import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../kernel/context.ts'
import type { DB } from '../kernel/db/tables.gen.ts'

export type TerminationRow = Selectable<DB['termination']>

/** The earlier end of a long order, where one was agreed. */
export const terminationOf = (db: Db, orderId: string): Promise<TerminationRow | undefined> =>
  db.selectFrom('termination').selectAll().where('orderId', '=', orderId).executeTakeFirst()

export const insertTermination = async (ctx: Context, row: Insertable<DB['termination']>): Promise<string> =>
  (await ctx.db.insertInto('termination').values(row).returning('id').executeTakeFirstOrThrow()).id
