import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../context.ts'
import type { DB } from './tables.gen.ts'

/** Tables whose rows carry a version and the time of their last change. */
type Versioned = { [T in keyof DB]: 'version' | 'updatedAt' | 'id' extends keyof DB[T] ? T : never }[keyof DB]

/** Changes a row that this transaction has locked, under its next version. `testing/table-uses.ts` reads the name of the table. */
export function saveRow<T extends Versioned>(
  ctx: Pick<Context, 'db' | 'now'>,
  table: T,
  { id, version }: { readonly id: string; readonly version: number },
  patch: Updateable<DB[T]>,
): Promise<Selectable<DB[T]>> {
  // Kysely types no statement for a table that is a type parameter; every such table has these columns.
  const saved: Promise<unknown> = ctx.db
    .updateTable(table as 'violation')
    .set({ ...(patch as Updateable<DB['violation']>), version: version + 1, updatedAt: ctx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return saved as Promise<Selectable<DB[T]>>
}
