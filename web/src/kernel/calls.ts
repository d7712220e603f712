import type { RefusalKey } from '@cheyi/domain/refusal'
import {
  type InfiniteData,
  keepPreviousData,
  QueryCache,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { type Attempt, startAttempt } from './attempt.ts'
import { noteCall } from './call-log.ts'
import { CallFailure, lost } from './failure.ts'
import { feedback } from './feedback.ts'
import { apiHost } from './hosts.ts'
import { currentToken, dropToken } from './token.ts'
import { type Encoding, encode, unwrap, type WireCall } from './wire.ts'

/*
 * The only place that fetches. A screen names a call of the generated table and gets its answer; the envelope, the
 * token, repeats, refreshing and the one toast are done here.
 */

const TIMEOUT = 20_000

/** Told when the server says that the token is no longer valid, after it has been dropped. */
let signedOut: () => void = () => {}
export function onSignedOut(listener: () => void): void {
  signedOut = listener
}

/** Told when the server refuses for want of a permission: what the web knows of the user may be old. */
let forbidden: () => void = () => {}
export function onForbidden(listener: () => void): void {
  forbidden = listener
}

/** Gives the kernel's other way out (uploads) the same end: -9 drops the token, the failure goes on to the caller. */
export function settleFailure(failure: CallFailure, sentToken: string | null): CallFailure {
  if (failure.is('invalidToken') && sentToken !== null && dropToken(sentToken)) signedOut()
  if (failure.is('forbidden')) forbidden()
  return failure
}

interface SendOptions extends Encoding {
  /** Tells a repeat of a write from a new one. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** Sends one call, once. Screens use the hooks below. */
export async function send<I, O>(call: WireCall<I, O>, input: I, options: SendOptions = {}): Promise<O> {
  const { url, body, contentType } = encode(call, input, options)
  const token = currentToken()
  const headers = new Headers({ accept: 'application/json' })
  if (token !== null) headers.set('token', token)
  if (contentType) headers.set('content-type', contentType)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  const timeout = AbortSignal.timeout(TIMEOUT)
  const done = noteCall(call.method, url)
  try {
    const response = await fetch(apiHost + url, {
      method: call.method,
      headers,
      body,
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      cache: 'no-store',
      credentials: 'omit',
    })
    const data = unwrap(await response.text(), response.headers.get('x-trace-id'))
    done('ok')
    return data as O
  } catch (error) {
    // The caller went away: nobody is told.
    if (options.signal?.aborted) throw error
    const failure = error instanceof CallFailure ? error : lost(!navigator.onLine)
    done(failure.message)
    throw settleFailure(failure, token)
  }
}

interface Manner {
  /** Failures make no toast. */
  readonly quiet?: boolean
  /** Refusals that the screen answers itself, so that no toast is shown for them. */
  readonly handles?: readonly RefusalKey[]
}

/** The one toast. Nothing is shown for an invalid token, nor for what was aborted. */
function report(error: unknown, { quiet, handles }: Manner): void {
  if (!(error instanceof CallFailure) || quiet || error.is('invalidToken', ...(handles ?? []))) return
  feedback.toast(error.message, 'error')
}

const mannerOf = (meta: Record<string, unknown> | undefined): Manner => (meta ?? {}) as Manner

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => report(error, mannerOf(query.meta)) }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Reads that got no answer are tried again; a refusal is an answer.
      retry: (count, error) =>
        count < 2 && navigator.onLine && error instanceof CallFailure && error.kind !== 'refused',
      retryDelay: (count) => 600 * 2 ** count,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Key of a cached answer: room and path for refreshing, then the input. */
export const keyOf = (call: WireCall, input?: unknown): readonly unknown[] =>
  input === undefined ? [call.room, call.path] : [call.room, call.path, input]

export interface ReadOptions extends Manner, Encoding {
  /** false: wait, e.g. for a chosen vehicle. */
  readonly enabled?: boolean
  /** Keeps showing the answer to the previous input until the new one is in. */
  readonly keepPrevious?: boolean
  /** Milliseconds for which an answer is taken as fresh; 15 s unless said. */
  readonly freshFor?: number
  /** Asks again at this interval, in ms, while the page is on stage. */
  readonly every?: number | false
}

/** The answer of a reading call, cached by path and input. `data`, `isPending`, `error`, `refetch`. */
export function useRead<I, O>(
  call: WireCall<I, O>,
  input: I,
  options: ReadOptions = {},
): UseQueryResult<O, CallFailure> {
  return useQuery<O, CallFailure>({
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => send(call, input, { ...options, signal }),
    enabled: options.enabled ?? true,
    staleTime: options.freshFor,
    refetchInterval: options.every ?? false,
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
    meta: { quiet: options.quiet, handles: options.handles },
  })
}

/** A page of a keyset list, as the calls answer it. */
export interface ListPage<T> {
  readonly list: readonly T[]
  readonly total: number | null
  readonly totalCapped?: boolean
  readonly nextCursor: string | null
}

export interface ListResult<T, P extends ListPage<T>> {
  readonly items: readonly T[]
  /** The first page whole: total and whatever else comes with it, such as the counts of tabs. */
  readonly first: P | undefined
  readonly isPending: boolean
  readonly isRefreshing: boolean
  readonly error: CallFailure | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** The page after the last one failed; `loadMore` tries again. */
  readonly moreFailed: boolean
  readonly loadMore: () => void
  /** Begins again with the first page, as pulling down does. */
  readonly restart: () => Promise<unknown>
}

type ItemOf<P> = P extends ListPage<infer T> ? T : never

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
    staleTime: options.freshFor,
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
    // Coming back to the window must not fetch fifty pages again.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 3,
    meta: { quiet: options.quiet, handles: options.handles },
  })
  const pages = query.data?.pages as (P & ListPage<ItemOf<P>>)[] | undefined
  return {
    items: pages?.flatMap((page) => page.list) ?? [],
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

export interface WriteOptions<O> extends Manner, Encoding {
  readonly onDone?: (output: O) => void
  readonly onFailure?: (failure: CallFailure) => void
}

export interface Write<I, O> {
  /** Answers the output, or null when it failed (the person has been told). Taps while it runs join the first. */
  readonly run: (input: I) => Promise<O | null>
  readonly pending: boolean
  readonly failure: CallFailure | null
}

/**
 * A writing call. One key is made per user action; it is kept while no answer has come, so that a retry, by itself or
 * by another tap on the same input, is the same action to the server. Afterwards the reads of its room and those the
 * call names are refreshed.
 */
export function useWrite<I, O>(call: WireCall<I, O>, options: WriteOptions<O> = {}): Write<I, O> {
  const attempt = useRef<Attempt | null>(null)
  const running = useRef<Promise<O | null> | null>(null)
  const mutation = useMutation<O, CallFailure, I>({
    mutationFn(input) {
      attempt.current = startAttempt(attempt.current, input)
      const { key } = attempt.current
      return persist(() => send(call, input, { ...options, idempotencyKey: key }))
    },
  })
  async function act(input: I): Promise<O | null> {
    try {
      const output = await mutation.mutateAsync(input)
      attempt.current = null
      refreshAfter(call)
      options.onDone?.(output)
      return output
    } catch (error) {
      const failure = error as CallFailure
      // Only an answer ends the action: a lost one keeps its key for the next tap.
      if (failure.kind === 'refused') attempt.current = null
      report(failure, options)
      options.onFailure?.(failure)
      return null
    } finally {
      running.current = null
    }
  }
  return {
    run(input) {
      running.current ??= act(input)
      return running.current
    },
    pending: mutation.isPending,
    failure: mutation.error,
  }
}

const RETRY_PAUSES = [800, 2_000, 4_000]
const PATIENCE = 25_000

/** Repeats what got no answer, up to three times, waiting for the network in between; gives up when it takes long. */
async function persist<O>(work: () => Promise<O>): Promise<O> {
  const giveUp = performance.now() + PATIENCE
  for (const pause of RETRY_PAUSES) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CallFailure) || error.kind !== 'lost' || performance.now() > giveUp) throw error
      await networkOr(pause)
    }
  }
  return work()
}

/** Waits `ms`, or less when the network comes back meanwhile. */
function networkOr(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      removeEventListener('online', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    addEventListener('online', wake)
  })
}

/** Makes stale the answers of the call's own room and of the rooms it names. */
export function refreshAfter(call: Pick<WireCall, 'room' | 'refreshes' | 'changes'>): void {
  if (call.changes === false) return
  void queries.invalidateQueries({ queryKey: [call.room] })
  for (const name of call.refreshes ?? []) void queries.invalidateQueries({ queryKey: [name.split('.')[0]] })
}
