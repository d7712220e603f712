import type { ReactNode } from 'react'
import { type ItemOf, type ListPage, type ListResult, useList } from '../../kernel/call/lists.ts'
import type { WireCall } from '../../kernel/call/wire.ts'
import { useWide } from '../../kernel/device/media-query.ts'
import { useBesideId } from '../../kernel/page/pages.tsx'
import { useRowKeys } from '../../kernel/page/shortcuts.ts'
import { Empty, LoadError } from '../../ui/frame/empty.tsx'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { RefreshButton } from '../../ui/list/pull.tsx'
import { VirtualList, type VirtualListProps } from '../../ui/list/virtual-list.tsx'
import { Lost } from '../not-loaded.tsx'

interface Way {
  readonly label: string
  readonly onClick: () => void
}

export interface ListOptions<T> {
  /** Name of the records: 订单. */
  readonly noun: string
  readonly keyOf: (item: T) => string
  /** Set while a filter is active: how to clear all filters, and their description in words, if available. */
  readonly narrowed?: { readonly clear: () => void; readonly words?: readonly string[] }
  /** Texts of an empty list, when 暂无 and the noun are not enough. */
  readonly empty?: { readonly title?: string; readonly note?: string; readonly second?: Way }
  /** Creates a new record; undefined without permission. */
  readonly add?: Way
  /** Opens an item beside the list; ↑ and ↓ do so too. */
  readonly open?: (item: T) => void
  /** Shown before the first rows are loaded. */
  readonly skeleton?: ReactNode
  /** Polling interval in ms while the page is visible. */
  readonly every?: number
  /** Shows the old rows until those of another filter are loaded. */
  readonly keepPrevious?: boolean
}

/** A list in the form that {@link Rows} renders. */
export interface ListView<T, P extends ListPage<unknown> = ListPage<T>> extends ListResult<T, P & ListPage<T>> {
  readonly noun: string
  readonly keyOf: (item: T) => string
  /** Key of the filter: another filter is another list, shown from its top. */
  readonly filter: string
  /** Id of the item whose page is open beside the list. */
  readonly current: string | undefined
  /** Replaces the rows: a skeleton, a failure, or the text of an empty list. */
  readonly instead: ReactNode
  /** The refresh button for devices without a touch screen. */
  readonly refresh: ReactNode
}

/**
 * A list with all that a page needs except its head and its rows; used by `listPage()` and by lists with their own
 * head. `input` is the filter, without cursor.
 */
export function useListPage<I extends { cursor?: string }, P extends ListPage<unknown>>(
  call: WireCall<I, P>,
  input: I,
  options: ListOptions<ItemOf<P>>,
): ListView<ItemOf<P>, P> {
  const { noun, keyOf, open } = options
  const list = useList(call, input, { keepPrevious: options.keepPrevious, every: options.every ?? false })
  const wide = useWide()
  const current = useBesideId()
  const at = list.items.findIndex((item) => keyOf(item) === current)
  useRowKeys(
    list.items.length,
    at,
    (index) => {
      const item = list.items[index]
      if (item !== undefined) open?.(item)
    },
    wide && open !== undefined,
  )
  return {
    ...list,
    noun,
    keyOf,
    filter: JSON.stringify(input),
    current,
    instead: insteadOf(list, options),
    refresh: <RefreshButton busy={list.isRefreshing} onRefresh={() => void list.restart()} />,
  }
}

/** A list that an answer contains whole; `empty` stands in its place when it has no items. */
export const wholeList = <T,>(
  noun: string,
  items: readonly T[],
  keyOf: (item: T) => string,
  restart: () => Promise<unknown>,
  empty?: ReactNode,
): ListView<T> => ({
  noun,
  items,
  keyOf,
  restart,
  first: { list: items, total: items.length, nextCursor: null },
  filter: '',
  current: undefined,
  instead: items.length === 0 ? empty : undefined,
  refresh: undefined,
  error: null,
  isPending: false,
  isRefreshing: false,
  hasMore: false,
  isLoadingMore: false,
  moreFailed: false,
  loadMore: () => undefined,
})

function insteadOf<T>(
  { isPending, error, items, restart }: Pick<ListResult<T, never>, 'isPending' | 'error' | 'items' | 'restart'>,
  { noun, narrowed, empty, add, skeleton }: ListOptions<T>,
): ReactNode {
  if (isPending) return skeleton ?? <Skeleton cards={5} shape="rows" />
  if (error?.kind === 'lost') return <Lost note={`${noun}没有加载出来`} onRetry={() => void restart()} />
  if (error) return <LoadError title="加载失败" note={error.message} onRetry={() => void restart()} />
  if (items.length > 0) return undefined
  if (!narrowed)
    return <Empty title={empty?.title ?? `暂无${noun}`} note={empty?.note} action={add} second={empty?.second} />
  return (
    <Empty
      art="search"
      title={`没有匹配的${noun}`}
      note={narrowed.words && `已筛选：${narrowed.words.join(' · ')}`}
      action={{ label: '清除筛选', onClick: narrowed.clear }}
      second={add}
    />
  )
}

type Drawn<T> = Pick<VirtualListProps<T>, 'render' | 'estimate' | 'gap' | 'inset' | 'head' | 'foot' | 'still'>

export interface RowsProps<T> extends Drawn<T> {
  readonly of: Omit<ListView<T>, 'first'>
  /** The list's name for screen readers, when it differs from the noun. */
  readonly label?: string
}

/**
 * The rows of a list: pulling down refreshes, scrolling loads more; the row that is open beside the list is scrolled
 * into view.
 */
export function Rows<T>({ of, label, ...drawn }: RowsProps<T>) {
  return <RowsOf of={of} label={label} items={of.items} keyOf={of.keyOf} {...drawn} />
}

/** Rows that do not correspond to single items: under headings, several items in a row. */
export function RowsOf<T, U>({
  of,
  label,
  ...drawn
}: Drawn<U> &
  Pick<VirtualListProps<U>, 'items' | 'keyOf'> & {
    readonly of: Omit<ListView<T>, 'first'>
    readonly label?: string
  }) {
  return (
    <VirtualList
      key={of.filter}
      label={label ?? of.noun}
      gap={10}
      inset
      more={of.hasMore}
      loading={of.isLoadingMore}
      failed={of.moreFailed}
      onMore={of.loadMore}
      onRefresh={of.restart}
      reveal={of.current}
      instead={of.instead}
      {...drawn}
    />
  )
}
