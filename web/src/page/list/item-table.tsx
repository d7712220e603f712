import { useEffect, useState } from 'react'
import type { ListPage } from '../../kernel/call/lists.ts'
import { useNow } from '../../kernel/now.ts'
import type { PageLink } from '../../kernel/page/reach.ts'
import { Text } from '../../ui/layout.tsx'
import { yuan } from '../../ui/show/money.tsx'
import { CardLink } from '../../ui/show/record-card.tsx'
import { Cell, isAtEnd, isSortable, type ListColumn, sortValueOf, widthOf } from './columns.tsx'
import { ListTable, type TableColumn, type TableFormat, totalWords } from './list-table.tsx'
import type { ListView } from './use-list-page.tsx'
import type { Picked } from './use-picked.tsx'
import { useColumns } from './use-table.ts'

/** So many rows at most are fetched to sort them here; whoever has more narrows them first. */
const MOST_SORTED = 500

interface ItemTableProps<T> extends Pick<Picked<T>, 'pick' | 'toggle'> {
  readonly of: Omit<ListView<T>, 'first'>
  readonly first: ListPage<unknown>
  readonly columns: readonly ListColumn<T>[]
  readonly unit: string
  /** Totals of columns of money in fen, by their key. */
  readonly totals: Readonly<Record<string, number | null>> | undefined
  readonly linkOf: (item: T) => Partial<PageLink> | undefined
  readonly onExport?: ((columns: readonly string[], format: TableFormat) => void) | undefined
}

/** A list as a table by the declaration of its columns. A head sorts the rows: down, up, and as they come. */
export default function ItemTable<T>({
  of,
  first,
  columns,
  unit,
  totals,
  linkOf,
  pick,
  toggle,
  onExport,
}: ItemTableProps<T>) {
  const look = useColumns()
  const now = useNow()
  const [sort, setSort] = useState<{ key: string; down: boolean }>()
  const by = sort && columns.find(({ key }) => key === sort.key)
  const { items, hasMore, isLoadingMore, moreFailed, loadMore } = of
  const lacks = by !== undefined && hasMore && !moreFailed && items.length < MOST_SORTED
  useEffect(() => {
    if (lacks && !isLoadingMore) loadMore()
  }, [lacks, isLoadingMore, loadMore])
  const opener = columns.find(({ kind, card }) => kind === 'plate' || card === 'title')?.key
  const drawn = columns
    .filter(({ kind }) => kind !== 'picture')
    .map(
      (column): TableColumn<T> => ({
        key: column.key,
        title: column.kind === 'act' ? '' : column.title,
        width: widthOf(column),
        first: !column.extra,
        end: isAtEnd(column.kind),
        stays: column.kind === 'act',
        ...(isSortable(column.kind) && { sort: column.key }),
        cell: (item) => {
          const cell = <Cell column={column} item={item} />
          if (column.key !== opener) return cell
          // A press anywhere in the row counts as one on this link.
          return (
            <CardLink {...linkOf(item)} className="row-link">
              {cell}
            </CardLink>
          )
        },
      }),
    )
  return (
    <ListTable
      of={by ? { ...of, items: sorted(items, by, sort.down, now) } : of}
      look={look}
      label={of.noun}
      columns={drawn}
      sort={sort?.key}
      sortOrder={sort && (sort.down ? 'descending' : 'ascending')}
      onSort={(key) => setSort(sort?.key !== key ? { key, down: true } : sort.down ? { key, down: false } : undefined)}
      foot={totals && footOf(totals, columns)}
      onOpen={(item) => linkOf(item)?.onClick?.()}
      pick={pick}
      toggle={toggle}
      onExport={onExport}
    >
      <span role="status">
        {totalWords(first.total === null ? { ...first, total: items.length, totalCapped: hasMore } : first, unit)}
      </span>
      {by && hasMore && !lacks && <Text>{`前 ${items.length} ${unit}排序，可先筛选`}</Text>}
    </ListTable>
  )
}

function sorted<T>(items: readonly T[], by: ListColumn<T>, down: boolean, now: number): readonly T[] {
  const valued = items.map((item) => ({ item, value: sortValueOf(by, item, now) }))
  valued.sort((a, b) => (down ? -1 : 1) * compare(a.value, b.value))
  return valued.map(({ item }) => item)
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a < b
      ? -1
      : Number(a > b)
    : String(a).localeCompare(String(b), 'zh-CN', { numeric: true })

function footOf<T>(totals: Readonly<Record<string, number | null>>, columns: readonly ListColumn<T>[]) {
  const sums = Object.entries(totals).flatMap(([key, fen]) => (fen === null ? [] : [[key, yuan(fen)] as const]))
  const [head] = columns.filter(({ extra, kind }) => !extra && kind !== 'picture')
  return sums.length === 0 ? undefined : { ...(head && { [head.key]: '合计' }), ...Object.fromEntries(sums) }
}
