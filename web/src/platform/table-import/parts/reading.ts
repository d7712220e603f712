import type { TableKey } from '@cheyi/contract/platform/job'
import type { calls, InputOf, OutputOf } from '../../../kernel/call/calls.ts'

/* How somebody's table is read: what a trial found, and what whoever imports says that it means instead. */

export type Layout = NonNullable<OutputOf<typeof calls.job.detail>['layout']>
type Column = Layout['columns'][number]
export type Name = Layout['names'][number]

/** What was changed on the page since the trial, by column and by name. */
export interface Changes {
  readonly sheet?: number
  readonly columns: ReadonlyMap<number, TableKey | null>
  readonly names: ReadonlyMap<string, string>
}
/** What a card that says how a table is read is given. */
export interface ReadingProps {
  readonly layout: Layout
  readonly changes: Changes
  readonly onChange: (changes: Changes) => void
}
export const noChanges: Changes = { columns: new Map(), names: new Map() }

export const nameKey = ({ field, name }: Pick<Name, 'field' | 'name'>): string => `${field} ${name}`

/** What a column holds, as the page says it now. */
export const keyOf = ({ columns }: Changes, { column, key }: Column): TableKey | null =>
  columns.has(column) ? columns.get(column)! : key

/** A column means `key` now; another that meant it means nothing any more. */
export function withColumn(changes: Changes, layout: Layout, column: number, key: TableKey | null): Changes {
  const columns = new Map(changes.columns)
  for (const one of layout.columns) if (key !== null && keyOf(changes, one) === key) columns.set(one.column, null)
  return { ...changes, columns: columns.set(column, key) }
}

export const withName = (changes: Changes, name: Name, id: string): Changes => ({
  ...changes,
  names: new Map(changes.names).set(nameKey(name), id),
})

/** What a name means, as the page says it now; a name that comes near one is proposed. */
export const idOf = ({ names }: Changes, name: Name): string | undefined =>
  names.get(nameKey(name)) ?? name.id ?? name.near ?? undefined

/** Maps each unresolved name to the record created meanwhile, where exactly one has that label. */
export function withAdded(
  changes: Changes,
  layout: Layout,
  own: Readonly<Record<Name['field'], readonly { value: string; label: string }[]>>,
): Changes {
  return layout.names.reduce((so, name) => {
    const [same, another] = own[name.field].filter(({ label }) => label === name.name)
    return same && !another && idOf(so, name) === undefined ? withName(so, name, same.value) : so
  }, changes)
}

/** Whether another trial would read the table otherwise than this one did. */
export const readsOtherwise = (layout: Layout, changes: Changes): boolean =>
  (changes.sheet !== undefined && changes.sheet !== layout.sheet) ||
  layout.columns.some((one) => keyOf(changes, one) !== one.key) ||
  layout.names.some((name) => (idOf(changes, name) ?? null) !== name.id)

/** What is said of a table for a trial of it. */
export type Reading = Pick<InputOf<typeof calls.inventory.importCheck>, 'sheet' | 'columns' | 'names'>

/** Everything that was said of the table, for the next trial of it; of another sheet nothing is known yet. */
export function readingOf(layout: Layout, changes: Changes): Reading {
  if (changes.sheet !== undefined && changes.sheet !== layout.sheet) return { sheet: changes.sheet }
  return {
    sheet: layout.sheet,
    columns: layout.columns.map((one) => ({ column: one.column, key: keyOf(changes, one) })),
    names: layout.names.flatMap((name) => {
      const id = idOf(changes, name)
      return id === undefined ? [] : [{ field: name.field, name: name.name, id }]
    }),
  }
}
