import type { ComponentType, ReactNode } from 'react'
import type { ListPage } from '../../kernel/call/lists.ts'
import type { PageLink, Reach } from '../../kernel/user.ts'
import type { ListColumn } from './columns.tsx'
import type { Alike } from './together.ts'
import type { ListView } from './use-list-page.tsx'
import type { Picked } from './use-picked.tsx'

/** Opens the page of an item, or a sheet, which has no address. */
export type OpenItem<T> = (reach: Reach, item: T) => (Pick<PageLink, 'onClick'> & Partial<PageLink>) | undefined

/** Exports a list: the given columns, else all. */
export type MakeFile<Key extends string> = (looks?: { columns: Key[]; format: 'xlsx' | 'csv' }) => void

export interface ItemsProps<T, Key extends string = string> {
  readonly of: Omit<ListView<T>, 'first'>
  readonly first: ListPage<unknown> | undefined
  /** The list's name for screen readers, when it differs from the noun. */
  readonly label?: string | undefined
  readonly columns: readonly ListColumn<T, Key>[]
  /** Unit of the records in their total: 单, 辆; 条 by default. */
  readonly unit?: string | undefined
  /** Totals of columns of money in fen, by key. */
  readonly totals?: Readonly<Record<string, number | null>> | undefined
  /** The order in which the server sorts, by columns with `sort`; without it the table sorts by any column. */
  readonly order?: { readonly by: string; readonly choose: (by: string) => void } | undefined
  readonly link?: OpenItem<T> | undefined
  readonly picked?: Partial<Pick<Picked<T>, 'pick' | 'toggle'>>
  readonly onExport?: MakeFile<Key> | undefined
  /** Above the items. */
  readonly head?: ReactNode
  /** Below the last item. */
  readonly foot?: ReactNode
  /** Records with the same key are one row, which opens to them: those of the whole list, or `inRow` of those that follow each other. */
  readonly alike?: Alike<T> | undefined
  /** Among cards: the heading of an item's group, whose items follow each other. */
  readonly groupOf?: (item: T) => string
  /** A card that tells more than columns do, with its usual height. */
  readonly card?: { readonly draw: (item: T) => ReactNode; readonly high: number } | undefined
}

/**
 * Props of a filter's widget: the values of the address, how to change them, and the counts by value from the first
 * page.
 */
export interface FilterProps {
  readonly counts?: Readonly<Record<string, number>> | undefined
  readonly values: Readonly<Record<string, string>>
  readonly patch: (values: Readonly<Record<string, string | undefined>>) => void
}

/** One filter of a list. */
export interface Filter<Name extends string = string, Value = unknown, Address extends string = string> {
  /** Name in the call's input. */
  readonly name: Name
  /** Names of its values in the address. */
  readonly address: readonly Address[]
  /** Undefined: the filter is inactive. */
  read(values: Readonly<Record<string, string>>): Value | undefined
  readonly Field: ComponentType<FilterProps>
  /** Placed beside the search; otherwise it has a separate line. */
  readonly beside?: boolean
  /** The same on wide windows alone. */
  readonly besideWhenWide?: boolean
  /** Rarely used: on a phone it is hidden behind 筛选 until it is active. */
  readonly seldom?: boolean
}
