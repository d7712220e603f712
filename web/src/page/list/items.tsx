import { lazy, memo, type ReactNode } from 'react'
import type { ListPage } from '../../kernel/call/lists.ts'
import { useTableWide } from '../../kernel/device/media-query.ts'
import { useHasBeside, useHasList, useRow } from '../../kernel/page/pages.tsx'
import { type PageLink, type Reach, useReach } from '../../kernel/page/reach.ts'
import { LazyArea } from '../../ui/frame/skeleton.tsx'
import { ItemCard, type ListColumn } from './columns.tsx'
import type TableOfItems from './item-table.tsx'
import type { TableFormat } from './list-table.tsx'
import { type ListView, Rows } from './use-list-page.tsx'
import type { Picked } from './use-picked.tsx'

// `lazy` and `memo` forget that a component is generic.
const ItemTable = lazy(() => import('./item-table.tsx')) as unknown as typeof TableOfItems
const Card = memo(ItemCard) as typeof ItemCard

/** Usual height of a card: title, plate, one line, deadline and act. */
const CARD = 116

/** Opens the page of an item, or a sheet, which has no address. */
export type OpenItem<T> = (reach: Reach, item: T) => (Pick<PageLink, 'onClick'> & Partial<PageLink>) | undefined

/** Whether there is room for a table: the window is wide, the page too, and nothing stands beside the list. */
export function useHasTable(): boolean {
  const wide = useTableWide()
  const { narrow } = useRow()
  const hasBeside = useHasBeside()
  return !useHasList() && !hasBeside && !narrow && wide
}

interface ItemsProps<T> {
  readonly of: Omit<ListView<T>, 'first'>
  readonly first: ListPage<unknown> | undefined
  readonly columns: readonly ListColumn<T>[]
  /** Unit of the records in their total: 单, 辆; 条 by default. */
  readonly unit?: string | undefined
  /** Totals of columns of money in fen, by key. */
  readonly totals?: Readonly<Record<string, number | null>> | undefined
  readonly link?: OpenItem<T> | undefined
  readonly picked?: Pick<Picked<T>, 'pick' | 'toggle'>
  readonly onExport?: ((columns: readonly string[], format: TableFormat) => void) | undefined
  /** Above the items. */
  readonly head?: ReactNode
}

/** The items of a list by the declaration of its columns: a table where there is room, else cards. */
export function Items<T>({ of, first, columns, unit = '条', totals, link, picked, onExport, head }: ItemsProps<T>) {
  const reach = useReach()
  const hasTable = useHasTable()
  if (hasTable && first !== undefined && of.instead === undefined)
    return (
      <LazyArea cards={5}>
        <div className="list-above">{head}</div>
        <ItemTable
          of={of}
          first={first}
          columns={columns}
          unit={unit}
          totals={totals}
          linkOf={(item) => link?.(reach, item)}
          pick={picked?.pick}
          toggle={picked?.toggle}
          onExport={onExport}
        />
      </LazyArea>
    )
  return (
    <Rows
      of={of}
      render={(item) => (
        <Card
          columns={columns}
          item={item}
          link={link}
          current={of.keyOf(item) === of.current}
          pick={picked?.pick?.(item)}
        />
      )}
      estimate={CARD}
      head={head}
      still={link === undefined}
    />
  )
}
