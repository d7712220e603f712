import { useEffect, useState } from 'react'
import type { ListPage } from '../../kernel/call/lists.ts'
import { useNow } from '../../kernel/now.ts'
import { useRowKeys, useShortcut } from '../../kernel/page/shortcuts.ts'
import type { PageLink } from '../../kernel/user.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { DataTable, type DrawnColumn } from '../../ui/list/data-table.tsx'
import { yuan } from '../../ui/show/money.tsx'
import { CardLink } from '../../ui/show/record-card.tsx'
import { choose, open } from '../open.ts'
import { useCount } from '../page.tsx'
import { Cell, filedKey, isAtEnd, isSortable, sortValueOf, widthOf } from './cells.tsx'
import { isShared, type ListColumn } from './columns.tsx'
import type { ItemsProps } from './types.ts'
import { useTable } from './use-table.ts'

/** So many rows at most are fetched to sort them here; whoever has more narrows them first. */
const MOST_SORTED = 500

const formats = [
  { key: 'xlsx', label: 'Excel 表格', note: '.xlsx' },
  { key: 'csv', label: 'CSV', note: '.csv，其他系统导入用' },
  { key: 'all', label: '全部列', note: '.xlsx，不按所选的列' },
] as const

interface ItemTableProps<T, Key extends string> extends Omit<ItemsProps<T, Key>, 'first' | 'link' | 'unit'> {
  readonly first: ListPage<unknown>
  readonly unit: string
  readonly linkOf: (item: T) => Partial<PageLink> | undefined
  /** The other records of the group that an item stands for; undefined for an item alone. */
  readonly restOf: (item: T) => readonly T[] | undefined
  /** The number of records in that group: 4 次. */
  readonly timesOf: (item: T) => string | undefined
}

/**
 * A list as a table by the declaration of its columns, which are chosen and stored. A head sorts the rows: down, up, and as they come, or as
 * the server does. ↑ ↓ and J K move through the rows, Enter opens one, X selects one.
 */
export default function ItemTable<T, Key extends string>({
  of,
  first,
  label = of.noun,
  columns,
  unit,
  totals,
  order,
  linkOf,
  restOf,
  timesOf,
  picked: { pick, toggle } = {},
  onExport,
}: ItemTableProps<T, Key>) {
  const [kept, keep] = useTable()
  const now = useNow()
  const [local, setLocal] = useState<{ key: string; down: boolean }>()
  const [at, setAt] = useState<string>()
  const by = local && columns.find(({ key }) => key === local.key)
  const { hasMore, isLoadingMore, moreFailed, loadMore, keyOf } = of
  const lacks = by !== undefined && hasMore && !moreFailed && of.items.length < MOST_SORTED
  useEffect(() => {
    if (lacks && !isLoadingMore) loadMore()
  }, [lacks, isLoadingMore, loadMore])
  useCount(totalWords(first.total === null ? { total: of.items.length, totalCapped: hasMore } : first, unit))
  const items = by && local ? sorted(of.items, by, local.down, now) : of.items
  const index = items.findIndex((item) => keyOf(item) === at)
  useRowKeys(items.length, index, (next) => setAt(keyOf(items[next] as T)))
  useShortcut('Enter', () => linkOf(items[index] as T)?.onClick?.(), index >= 0)
  useShortcut('x', () => toggle?.(items[index] as T), index >= 0 && toggle !== undefined)

  const possible = columns.filter(({ kind, only }) => kind !== 'picture' && only === undefined)
  const chosen = possible.filter(({ key, extra }) => kept.columns?.includes(key) ?? !extra)
  const opener = (
    columns.find(({ opens }) => opens) ?? columns.find(({ kind, card }) => kind === 'plate' || card === 'title')
  )?.key
  const sortOf = (column: ListColumn<T>) => (order ? column.sort : isSortable(column.kind) ? column.key : undefined)
  const drawn = chosen.map(
    (column): DrawnColumn<T> => ({
      key: column.key,
      title: column.kind === 'act' ? '' : column.title,
      width: widthOf(column),
      end: isAtEnd(column.kind),
      stays: column.kind === 'act',
      sort: sortOf(column),
      cell: (item) => {
        const cell = isShared(column, item, restOf(item) ?? [], now) && <Cell column={column} item={item} />
        if (column.key !== opener) return cell
        // A press anywhere in the row counts as one on this link.
        return (
          <CardLink {...linkOf(item)} className="row-link">
            {cell} {timesOf(item)}
          </CardLink>
        )
      },
    }),
  )
  async function chooseColumns() {
    const answer = await open(() => import('./columns-sheet.tsx'), {
      columns: possible.map((column) => ({ key: column.key, title: column.title, first: !column.extra })),
      chosen: chosen.map(({ key }) => key),
    })
    if (answer) keep({ columns: answer })
  }
  async function make() {
    const format = await choose('导出', formats)
    if (format === 'all') onExport?.()
    if (format === 'xlsx' || format === 'csv')
      onExport?.({ columns: chosen.flatMap((column) => filedKey(column) ?? []), format })
  }
  const sort = (key: string) =>
    order
      ? order.choose(key)
      : setLocal(local?.key !== key ? { key, down: true } : local.down ? { key, down: false } : undefined)
  return (
    <>
      <Row pad={[0, 16]} gap={20} high={36} note num line="below">
        {by && hasMore && !lacks && <Text>{`前 ${items.length} ${unit}排序，可先筛选`}</Text>}
        <Row as="button" push reach type="button" aria-haspopup="dialog" onClick={() => void chooseColumns()}>
          {`列 ${chosen.length}/${possible.length}`}
        </Row>
        {onExport && items.length > 0 && (
          <Row as="button" reach type="button" aria-haspopup="dialog" onClick={() => void make()}>
            导出
          </Row>
        )}
      </Row>
      <DataTable
        key={of.filter}
        label={label}
        items={items}
        keyOf={keyOf}
        columns={pick ? [{ key: 'pick', title: '', width: 40, cell: pick }, ...drawn] : drawn}
        current={at}
        sort={order ? order.by : local?.key}
        sortOrder={local && (local.down ? 'descending' : 'ascending')}
        onSort={sort}
        foot={totals && footOf(totals, columns)}
        more={of.hasMore}
        loading={of.isLoadingMore}
        failed={of.moreFailed}
        onMore={of.loadMore}
        onRefresh={of.restart}
        instead={of.instead}
      />
    </>
  )
}

/** Text of the total number of records, where the call counts them. */
const totalWords = ({ total, totalCapped }: Pick<ListPage<unknown>, 'total' | 'totalCapped'>, unit: string) =>
  total === null ? '' : `共 ${total}${totalCapped ? '+' : ''} ${unit}`

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
