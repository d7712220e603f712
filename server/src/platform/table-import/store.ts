import type { ChoiceField, Remembered, TableKind } from '@cheyi/domain/platform/table-import/layout'
import type { Context } from '../../kernel/context.ts'
import { isKeyOf } from './table.ts'

/** A choice that is stored for the merchant's next table. */
export interface Choice {
  readonly field: ChoiceField
  /** The normalised title or name. */
  readonly name: string
  readonly target: string | null
}

/** All stored choices of the merchant. */
export const choices = (ctx: Context): Promise<Choice[]> =>
  ctx.db.selectFrom('importChoice').select(['field', 'name', 'target']).execute()

/** The stored choices for the columns of one kind of table. */
export const storedChoicesOf = <K extends string>(
  all: readonly Choice[],
  kind: TableKind<K>,
  field: ChoiceField,
): Remembered<K> =>
  new Map(
    all.flatMap((one) => (one.field === field && isKeyOf(kind, one.target) ? [[one.name, one.target] as const] : [])),
  )

/** Stores choices for the next table; a later one replaces an earlier one. One statement. */
export const remember = (ctx: Context, made: readonly Choice[]) =>
  ctx.query(
    `insert into import_choice (field, name, target)
     select distinct on (field, name) * from unnest($1::text[], $2::text[], $3::text[]) as c (field, name, target)
     on conflict (merchant_id, field, name) do update set target = excluded.target, updated_at = app_now()`,
    [made.map((one) => one.field), made.map((one) => one.name), made.map((one) => one.target)],
  )
