import type { Remembered, TableKind } from '@cheyi/domain/platform/table-import/layout'
import type { Context } from '../../kernel/context.ts'
import { isKeyOf } from './table.ts'

/** What of a table was chosen: a column of one kind of table, or a name that stands in its rows. */
export type ChoiceField = 'column' | 'illegalColumn' | 'model' | 'store'

/** A choice that is kept for the merchant's next table. */
export interface Choice {
  readonly field: ChoiceField
  /** In its plain form. */
  readonly name: string
  readonly target: string | null
}

/** What titles and names of this merchant's tables were chosen to mean. */
export const choices = (ctx: Context): Promise<Choice[]> =>
  ctx.db.selectFrom('importChoice').select(['field', 'name', 'target']).execute()

/** What the titles of one kind of table were chosen to mean. */
export const rememberedOf = <K extends string>(
  all: readonly Choice[],
  kind: TableKind<K>,
  field: ChoiceField,
): Remembered<K> =>
  new Map(
    all.flatMap((one) => (one.field === field && isKeyOf(kind, one.target) ? [[one.name, one.target] as const] : [])),
  )

/** Keeps the choices for the next table; a later one replaces an earlier. One statement. */
export const remember = (ctx: Context, made: readonly Choice[]) =>
  ctx.query(
    `insert into import_choice (field, name, target)
     select distinct on (field, name) * from unnest($1::text[], $2::text[], $3::text[]) as c (field, name, target)
     on conflict (merchant_id, field, name) do update set target = excluded.target, updated_at = app_now()`,
    [made.map((one) => one.field), made.map((one) => one.name), made.map((one) => one.target)],
  )
