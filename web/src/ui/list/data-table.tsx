// biome-ignore-all lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the browser's own table cannot lay out rows that are not drawn.
import './data-table.css'
import type { CSSProperties, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { VirtualList, type VirtualListProps } from './virtual-list.tsx'

/** A column in its displayed form. */
export interface DrawnColumn<T> {
  readonly key: string
  readonly title: string
  /** Minimum width in design pixels; the remaining width is shared in this proportion. */
  readonly width: number
  readonly cell: (item: T) => ReactNode
  /** Figures are aligned to the end. */
  readonly end?: boolean
  /** Stays in view when a table wider than its window is scrolled. */
  readonly stays?: boolean
  /** Sort key that a press on the heading selects. */
  readonly sort?: string
}

type DataTableProps<T> = Omit<
  VirtualListProps<T>,
  'render' | 'estimate' | 'gap' | 'inset' | 'head' | 'foot' | 'table'
> & {
  readonly columns: readonly DrawnColumn<T>[]
  /** Key of the row selected by keyboard. */
  readonly current: string | undefined
  /** Current sort key, where sorting is possible. */
  readonly sort?: string | undefined
  /** Of the current sort key, where its direction can be changed. */
  readonly sortOrder?: 'ascending' | 'descending' | undefined
  readonly onSort?: ((sort: string) => void) | undefined
  /** A last row of totals, by key of the column; it stays in view. */
  readonly foot?: Readonly<Record<string, ReactNode>> | undefined
}

const ROW = 40

/**
 * A list as a dense table: one line per item, columns in the given order, fixed headings; only visible rows are
 * rendered.
 */
export function DataTable<T>({ columns, current, sort, sortOrder, onSort, foot, label, ...list }: DataTableProps<T>) {
  const style = {
    '--columns': columns.map(({ width }) => `minmax(${width / 37.5}rem, ${width}fr)`).join(' '),
    '--wide': columns.reduce((sum, { width }) => sum + width, 16),
  } as CSSProperties
  return (
    <div className="data-table" style={style}>
      <VirtualList
        {...list}
        label={label}
        table
        estimate={ROW}
        reveal={current}
        foot={
          foot && (
            <div role="row" className="data-table-row data-table-foot">
              {columns.map(({ key, end }) => (
                <span key={key} role="cell" className={end ? 'data-table-end' : undefined}>
                  {foot[key]}
                </span>
              ))}
            </div>
          )
        }
        head={
          <div role="row" className="data-table-row data-table-head">
            {columns.map(({ key, title, end, sort: by }) => (
              <span
                key={key}
                role="columnheader"
                className={end ? 'data-table-end' : undefined}
                aria-sort={by !== undefined && by === sort ? (sortOrder ?? 'other') : undefined}
              >
                {by === undefined || onSort === undefined ? (
                  title
                ) : (
                  <button type="button" onClick={() => onSort(by)}>
                    {title}
                    {by === sort && <Icon name="chevron-down" size={14} />}
                  </button>
                )}
              </span>
            ))}
          </div>
        }
        render={(item) => (
          <div className="data-table-row" aria-current={list.keyOf(item) === current || undefined}>
            {columns.map(({ key, end, stays, cell }) => (
              <span
                key={key}
                role="cell"
                className={cx(end && 'data-table-end', stays && 'data-table-stays') || undefined}
              >
                {cell(item)}
              </span>
            ))}
          </div>
        )}
      />
    </div>
  )
}
