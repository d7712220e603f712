import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FRESH_FOR, keyOf, queries, type ReadOptions, send } from './calls.ts'
import type { CallFailure } from './failure.ts'
import type { WireCall } from './wire.ts'

/** A page of a list with keyset pagination, as the calls return it. */
export interface ListPage<T> {
  readonly list: readonly T[]
  readonly total: number | null
  readonly totalCapped?: boolean
  readonly nextCursor: string | null
}

export interface ListResult<T, P extends ListPage<T>> {
  readonly items: readonly T[]
  /** The complete first page: total and further fields such as the counts of tabs. */
  readonly first: P | undefined
  readonly isPending: boolean
  readonly isRefreshing: boolean
  readonly error: CallFailure | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** Fetching the next page failed; `loadMore` tries again. */
  readonly moreFailed: boolean
  readonly loadMore: () => void
  /** Starts again with the first page, as pulling down does. */
  readonly restart: () => Promise<unknown>
}

/** What the pages of a list are made of. */
export type ItemOf<P> = P extends ListPage<infer T> ? T : never

/** An endless list by cursor. `input` is the filter, without cursor. */
export function useList<I extends { cursor?: string }, P extends ListPage<unknown>>(
  call: WireCall<I, P>,
  input: I,
  options: ReadOptions = {},
): ListResult<ItemOf<P>, P & ListPage<ItemOf<P>>> {
  const key = [...keyOf(call, input), 'list']
  const query = useInfiniteQuery<
    P,
    CallFailure,
    InfiniteData<P, string | undefined>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => send(call, { ...input, cursor: pageParam }, { ...options, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    enabled: options.enabled ?? true,
    staleTime: options.freshFor ?? FRESH_FOR,
    refetchInterval: options.every ?? false,
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
    // A return to the window must not fetch fifty pages again.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 3,
    meta: { quiet: options.quiet ?? true, handles: options.handles },
  })
  const pages = query.data?.pages as (P & ListPage<ItemOf<P>>)[] | undefined
  const items = useMemo(() => pages?.flatMap((page) => page.list) ?? [], [pages])
  return {
    items,
    first: pages?.[0],
    isPending: query.isPending,
    isRefreshing: query.isFetching && !query.isFetchingNextPage && !query.isPending,
    error: query.data ? null : query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    restart() {
      queries.setQueryData<InfiniteData<P, string | undefined>>(
        key,
        (old) => old && { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
      )
      return query.refetch()
    },
  }
}
