// biome-ignore-all lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the browser's own table cannot lay out rows that are not drawn.
import './virtual-list.css'
import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { LoadError } from '../frame/empty.tsx'
import { Spinner } from '../show/spinner.tsx'
import { Pull } from './pull.tsx'
import type { Row, RowsOptions, Scroller } from './virtual-rows.ts'

/** Scroll position and row heights of a list, stored by the parent while the list is unmounted. */
export type ListMemory = { offset: number; rows: VirtualItem[] }

export type VirtualListProps<T> = {
  items: readonly T[]
  keyOf: (item: T) => string
  render: (item: T, index: number) => ReactNode
  /** Usual height of a row, and the gap below it, in design pixels; rendered rows are measured. */
  estimate: number
  gap?: number
  /** There is another page after the last item. */
  more: boolean
  /** Called when the last rows come near; not again while `loading` or after `failed`. */
  onMore: () => void
  loading?: boolean
  failed?: boolean
  onRefresh?: () => Promise<unknown>
  /** Scrolls with the rows, above them: chips, count and sort. */
  head?: ReactNode
  /** After the last row, and in view while there are rows below: the totals of a table. */
  foot?: ReactNode
  /** Instead of rows: `Skeleton`, `Empty`, `LoadError`. */
  instead?: ReactNode
  /** 12 padding at both sides and at the bottom, for cards; off for rows from edge to edge. */
  inset?: boolean
  memory?: { current: ListMemory | undefined }
  /** Scrolls to this item when it changes: the chosen row of a list pane. */
  reveal?: string
  /** Rows contain no focusable element, so the scroller itself must be focusable. */
  still?: boolean
  /** The items are rows of a table; `head` contains the row of headings. */
  table?: boolean
  label: string
}

/** An item that moved while the list was scrolled may come with two pages; it is shown at its first position. */
function useOnce<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every render passes another `keyOf` with the same results.
  return useMemo(() => {
    const shown = new Set<string>()
    return items.filter((item) => {
      const key = keyOf(item)
      return !shown.has(key) && shown.add(key)
    })
  }, [items])
}

interface DrawnRow {
  readonly key: VirtualItem['key']
  readonly index: number
  /** Undefined for rows in normal document flow. */
  readonly start?: number
}

/** The first rows, before the visible range is known. */
const firstRows = <T,>(items: readonly T[], keyOf: (item: T) => string, count: number): readonly DrawnRow[] =>
  items.slice(0, count).map((item, index) => ({ key: keyOf(item), index }))

/** Maximum number of rows rendered beyond each edge of the window, so that fast scrolling shows no gap. */
const BEYOND = 6

const unplaced = (gap: number) => ({ position: 'static', marginBottom: `${gap / 37.5}rem` }) as const

/** The single row and cell that replaces all rows of a table. */
const Only = ({ children }: { children: ReactNode }) => (
  <div role="row">
    <div role="cell">{children}</div>
  </div>
)

/** A scroller that renders only the visible rows, whatever the number of items. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { keyOf, render, estimate, gap = 0, more, onMore, loading, failed, memory, reveal } = props
  const items = useOnce(props.items, keyOf)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const [unit] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 37.5)
  const [above, setAbove] = useState(0)
  /** Number of rows that fill the window. */
  const fill = Math.ceil(innerHeight / ((estimate + gap) * unit))
  // Rendered content of the rows, as long as the parent renders the same rows the same way: scrolling renders only new
  // rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, or another render function, clear the cache.
  const drawings = useMemo(() => new Map<VirtualItem['key'], ReactNode>(), [items, render])
  function contentOf({ key, index }: DrawnRow): ReactNode {
    if (!drawings.has(key)) drawings.set(key, render(items[index] as T, index))
    return drawings.get(key)
  }

  const virtualizer = useVirtualRows({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => keyOf(items[index] as T),
    estimateSize: () => estimate * unit,
    gap: gap * unit,
    overscan: Math.min(BEYOND, fill),
    scrollMargin: above,
    initialOffset: () => memory?.current?.offset ?? scroller.current?.scrollTop ?? 0,
    initialMeasurementsCache: memory?.current?.rows,
  })
  const drawn: readonly DrawnRow[] = virtualizer?.getVirtualItems() ?? firstRows(items, keyOf, fill)
  const nearEnd = virtualizer !== undefined && items.length > 0 && (drawn.at(-1)?.index ?? 0) >= items.length - 5

  useEffect(() => {
    if (nearEnd && more && !loading && !failed) onMore()
  }, [nearEnd, more, loading, failed, onMore])

  // The head may wrap or grow; rows begin below it. The first rows are in normal flow, so that no layout is forced
  // before the virtualizer is loaded.
  const placed = virtualizer !== undefined
  useLayoutEffect(() => {
    const element = rows.current
    if (!element || !placed) return
    const measure = () => setAbove(element.offsetTop)
    measure()
    const observer = new ResizeObserver(measure)
    if (element.previousElementSibling) observer.observe(element.previousElementSibling)
    return () => observer.disconnect()
  }, [placed])

  useLayoutEffect(() => {
    if (!memory || !virtualizer) return
    return () => {
      memory.current = { offset: virtualizer.scrollOffset ?? 0, rows: virtualizer.measurementsCache }
    }
  }, [memory, virtualizer])

  const isFilled = items.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another item is chosen, or the first items are there.
  useEffect(() => {
    const index = reveal === undefined ? -1 : items.findIndex((item) => keyOf(item) === reveal)
    // The first item is shown with the head above it.
    if (index === 0) virtualizer?.scrollToOffset(0)
    else if (index > 0) virtualizer?.scrollToIndex(index)
  }, [reveal, virtualizer, isFilled])

  // A table may contain only rows of cells.
  const instead = props.instead && props.table ? <Only>{props.instead}</Only> : props.instead
  const content = (
    <>
      <div className="virtual-list-head">{props.head}</div>
      <div ref={rows} className={props.inset ? 'virtual-list-inset' : undefined}>
        {instead ?? (
          <ul
            className="virtual-list-rows"
            role={props.table ? 'rowgroup' : undefined}
            aria-label={props.label}
            style={{ height: virtualizer?.getTotalSize() }}
          >
            {drawn.map((row) => (
              <li
                key={row.key}
                ref={virtualizer?.measureElement}
                data-index={row.index}
                {...(props.table
                  ? { role: 'row', 'aria-rowindex': row.index + 2 }
                  : { 'aria-setsize': more ? -1 : items.length, 'aria-posinset': row.index + 1 })}
                className="virtual-list-row"
                style={row.start === undefined ? unplaced(gap) : { transform: `translateY(${row.start - above}px)` }}
              >
                {contentOf(row)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {props.foot && !props.instead && <div className="virtual-list-foot">{props.foot}</div>}
    </>
  )
  return (
    <Pull scroller={scroller} onRefresh={props.onRefresh} still={props.still} className="virtual-list">
      {props.table ? (
        <div role="table" aria-label={props.label} aria-rowcount={more ? -1 : items.length + 1}>
          {content}
        </div>
      ) : (
        content
      )}
      {!props.instead && (
        <div className="row justify-center note virtual-list-end" role="status">
          {failed ? (
            <LoadError inline onRetry={onMore} />
          ) : more || loading ? (
            <>
              {/* An animated element is painted sixty times per second, even outside the view. */}
              {loading && <Spinner />} 加载中
            </>
          ) : (
            '没有更多了'
          )}
        </div>
      )}
    </Pull>
  )
}

type Code = typeof import('./virtual-rows.ts')

let code: Code | undefined

/**
 * The virtualizer of a list, as `useVirtualizer` of the library returns it; undefined until its code is loaded, which
 * is 7 kB and loads after the first rows. `initialOffset` is read at that time, since the user may have scrolled
 * meanwhile.
 */
function useVirtualRows(options: RowsOptions): Virtualizer<Scroller, Row> | undefined {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const kept = useRef<Virtualizer<Scroller, Row>>(undefined)
  const current: RowsOptions = { ...options, onChange: (_, sync) => (sync ? flushSync(drawAgain) : drawAgain()) }
  if (code !== undefined) {
    kept.current ??= code.virtualRows(current)
    code.updateOptions(kept.current, current)
  }
  const rows = kept.current
  useLayoutEffect(() => {
    // Rows beyond the first ones are rendered as a transition, because they are not visible yet.
    if (code === undefined)
      void load().then(
        () => startTransition(drawAgain),
        () => {},
      )
  }, [])
  useLayoutEffect(() => rows?._didMount(), [rows])
  useLayoutEffect(() => rows?._willUpdate())
  return rows
}

async function load(): Promise<void> {
  code = await import('./virtual-rows.ts')
}
