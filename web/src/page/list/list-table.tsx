import { type ReactNode, useState } from 'react'
import type { ListPage } from '../../kernel/call/lists.ts'
import { useRowKeys, useShortcut } from '../../kernel/page/shortcuts.ts'
import { Row } from '../../ui/layout.tsx'
import { DataTable, type DrawnColumn } from '../../ui/list/data-table.tsx'
import { open } from '../open.ts'
import type { ListView } from './use-list-page.tsx'
import type { TableLook } from './use-table.ts'

export type TableFormat = 'xlsx' | 'csv'

/** A column of a list's table; `first`: shown by default. */
export interface TableColumn<T> extends DrawnColumn<T> {
  readonly first?: boolean
}

/** Text of the total number of records, where the call counts them. */
export const totalWords = ({ total, totalCapped }: ListPage<unknown>, unit: string): string =>
  total === null ? '' : `共 ${total}${totalCapped ? '+' : ''} ${unit}`

interface ListTableProps<T> {
  readonly of: Omit<ListView<T>, 'first'>
  readonly look: Pick<TableLook, 'columns' | 'choose'>
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
  /** Current sort key, where sorting is possible. */
  readonly sort?: string | undefined
  readonly sortOrder?: 'ascending' | 'descending' | undefined
  readonly onSort?: (sort: string) => void
  /** Totals by key of the column. */
  readonly foot?: Readonly<Record<string, ReactNode>> | undefined
  readonly onOpen: (item: T) => void
  /** The checkbox of a row, when several can be selected. */
  readonly pick?: ((item: T) => ReactNode) | undefined
  /** Selects a row or not: the key X. */
  readonly toggle?: ((item: T) => void) | undefined
  /** Exports these columns to a file; undefined without permission. */
  readonly onExport?: ((columns: readonly string[], format: TableFormat) => void) | undefined
  /** Above the table: the total. */
  readonly children?: ReactNode
}

const formats = [
  { key: 'xlsx', label: 'Excel 表格', note: '.xlsx' },
  { key: 'csv', label: 'CSV', note: '.csv，其他系统导入用' },
] as const

/** A list as a dense table: its columns are chosen and stored, ↑ ↓ and J K move through its rows, Enter opens one. */
export function ListTable<T>({
  of,
  look,
  label,
  columns,
  sort,
  sortOrder,
  onSort,
  foot,
  onOpen,
  pick,
  toggle,
  onExport,
  children,
}: ListTableProps<T>) {
  const [at, setAt] = useState<string>()
  const { items, keyOf } = of
  const index = items.findIndex((item) => keyOf(item) === at)
  const chosen = columns.filter(({ key, first }) => look.columns?.includes(key) ?? first)
  useRowKeys(items.length, index, (next) => setAt(keyOf(items[next] as T)))
  useShortcut('Enter', () => onOpen(items[index] as T), index >= 0)
  useShortcut('x', () => toggle?.(items[index] as T), index >= 0 && toggle !== undefined)
  async function choose() {
    const keys = await open(() => import('./columns-sheet.tsx'), { columns, chosen: chosen.map(({ key }) => key) })
    if (keys) look.choose(keys)
  }
  async function make() {
    const { choose: chooseOne } = await import('../choose.ts')
    const format = await chooseOne('导出', formats)
    if (format)
      onExport?.(
        chosen.filter(({ stays }) => !stays).map(({ key }) => key),
        format as TableFormat,
      )
  }
  return (
    <>
      <Row pad={[0, 16]} gap={20} high={36} note num line="below">
        {children}
        <Row as="button" push reach type="button" aria-haspopup="dialog" onClick={() => void choose()}>
          {`列 ${chosen.length}/${columns.length}`}
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
        columns={pick ? [{ key: 'pick', title: '', width: 40, cell: pick }, ...chosen] : chosen}
        current={at}
        sort={sort}
        sortOrder={sortOrder}
        onSort={onSort}
        foot={foot}
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
