import { Refusal } from '@cheyi/domain/refusal'
import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../context.ts'
import type { DB } from './tables.gen.ts'

/** Tables whose rows carry a version and the time of their last change. */
type Versioned = { [T in keyof DB]: 'version' | 'updatedAt' | 'id' extends keyof DB[T] ? T : never }[keyof DB]

/** New values of columns, as a row has them. An expression is none: the changed row would not be known without the database. */
export type Patch<T extends keyof DB> = {
  readonly [C in keyof Updateable<DB[T]>]?: C extends keyof Selectable<DB[T]> ? Selectable<DB[T]>[C] | undefined : never
}

/**
 * Changes a row that this transaction has locked, under its next version. Nobody else can have changed it, so that the changed row is
 * known without waiting for the database.
 * @param options.exactly only if it has the version of `row`, where other statements of the transaction may have changed it
 * @throws Refusal stale (-5) at the end of the transaction for a row that is not there, or not as it was
 */
export function saveRow<T extends Versioned, Row extends { readonly id: string; readonly version: number }>(
  ctx: Pick<Context, 'db' | 'now' | 'queue'>,
  table: T,
  row: Row,
  patch: Patch<T>,
  { exactly = false }: { readonly exactly?: boolean } = {},
): Row {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  const { id, version } = row
  const changed = { ...given, version: version + 1, updatedAt: ctx.now }
  // Kysely types no statement for a table that is a type parameter; every such table has these columns.
  const update = ctx.db
    .updateTable(table as 'violation')
    .set(changed as Updateable<DB['violation']>)
    .where('id', '=', id)
  ctx.queue(exactly ? update.where('version', '=', version) : update, [], () => new Refusal('stale'))
  return { ...row, ...changed }
}
