import type { TableKey } from '@cheyi/contract/platform/job'
import type { calls, InputOf, OutputOf } from '../../../kernel/call/calls.ts'

/* How an uploaded table is interpreted: the result of the check, and the corrections of the user who imports it. */

export type Layout = NonNullable<OutputOf<typeof calls.job.detail>['layout']>
type Column = Layout['columns'][number]
export type Name = Layout['names'][number]

/** Corrections on the page since the check, by column and by name. */
export interface Changes {
  readonly sheet?: number
  readonly columns: ReadonlyMap<number, TableKey | null>
  readonly names: ReadonlyMap<string, string>
}
/** Props of a card that shows how a table is interpreted. */
export interface ReadingProps {
  readonly layout: Layout
  readonly changes: Changes
  readonly onChange: (changes: Changes) => void
}
export const noChanges: Changes = { columns: new Map(), names: new Map() }

export const nameKey = ({ field, name }: Pick<Name, 'field' | 'name'>): string => `${field} ${name}`

/** The meaning of a column, with the corrections of the page. */
export const keyOf = ({ columns }: Changes, { column, key }: Column): TableKey | null =>
  columns.has(column) ? columns.get(column)! : key

/** Assigns `key` to a column, and removes it from every other column that had it. */
export function withColumn(changes: Changes, layout: Layout, column: number, key: TableKey | null): Changes {
  const columns = new Map(changes.columns)
  for (const one of layout.columns) if (key !== null && keyOf(changes, one) === key) columns.set(one.column, null)
  return { ...changes, columns: columns.set(column, key) }
}

export const withName = (changes: Changes, name: Name, id: string): Changes => ({
  ...changes,
  names: new Map(changes.names).set(nameKey(name), id),
})

/** The record of a name, with the corrections of the page; a similar record is proposed. */
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

/** Whether another check would interpret the table differently. */
export const readsOtherwise = (layout: Layout, changes: Changes): boolean =>
  (changes.sheet !== undefined && changes.sheet !== layout.sheet) ||
  layout.columns.some((one) => keyOf(changes, one) !== one.key) ||
  layout.names.some((name) => (idOf(changes, name) ?? null) !== name.id)

/** The interpretation of a table that is sent with a check. */
export type Reading = Pick<InputOf<typeof calls.inventory.importCheck>, 'sheet' | 'columns' | 'names'>

/** All corrections of a table, for its next check; a new sheet starts without corrections. */
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
