import {
  keepPreviousData,
  type Query,
  QueryCache,
  QueryClient,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { holdBuild, seeBuild } from '../build.ts'
import { deviceSecret } from '../device/device.ts'
import { apiHost } from '../device/hosts.ts'
import { passHeaders } from '../pass.ts'
import { persist } from '../persist.ts'
import { currentToken, dropToken } from '../token.ts'
import { type Attempt, startAttempt } from './attempt.ts'
import { noteCall } from './call-log.ts'
import { forgetEarly, takeEarly } from './early.ts'
import { baseCode, CallFailure, hasCode, isUndecided, lost } from './failure.ts'
import { feedback } from './feedback.ts'
import { type AnyCall, type Encoding, encode, partsOf, unwrap, type WireCall } from './wire.ts'

/*
 * The only place that fetches. A screen names a call of the generated table and gets its answer; the envelope, the
 * token, repeats, refreshing and the one toast are done here.
 */

export * as calls from './rooms/rooms.gen.ts'
export type { InputOf, OutputOf } from './wire.ts'

const TIMEOUT = 20_000

/** Default `staleTime` of a query, ms. Passed at each use, because react-query takes an undefined option as 0. */
export const FRESH_FOR = 15_000

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
  if (hasCode(failure, baseCode.invalidToken) && sentToken !== null && dropToken(sentToken)) signedOut()
  if (hasCode(failure, baseCode.forbidden) || hasCode(failure, baseCode.secondFactorMissing)) forbidden()
  return failure
}

interface SendOptions extends Encoding {
  /** Tells a repeat of a write from a new one. */
  readonly idempotencyKey?: string
  /** What is no part of the input: the secret of a QR code, an approval. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds to wait for an answer; longer for one that is held back until something happens. */
  readonly patience?: number
  readonly signal?: AbortSignal
}

/** Sends one call, once. Screens use the hooks below. */
export async function send<I, O>(call: WireCall<I, O>, input: I, options: SendOptions = {}): Promise<O> {
  const { method, path } = partsOf(call)
  const { url, body, contentType } = encode({ method, path }, input, options)
  const token = currentToken()
  const headers = new Headers({ accept: 'application/json', ...passHeaders(), ...options.headers })
  headers.set('x-device', deviceSecret())
  if (token !== null) headers.set('token', token)
  if (contentType) headers.set('content-type', contentType)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  const timeout = AbortSignal.timeout(options.patience ?? TIMEOUT)
  const done = noteCall(method, url)
  const answered = options.idempotencyKey ? holdBuild() : undefined
  if (options.idempotencyKey) forgetEarly()
  try {
    const asked = () =>
      fetch(apiHost + url, {
        method,
        headers,
        body,
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
        cache: 'no-store',
        credentials: 'omit',
      })
    const response = await (takeEarly(url, body, token)?.catch(asked) ?? asked())
    seeBuild(response.headers.get('x-build'))
    const data = unwrap(await response.text(), response.headers.get('x-trace-id'), response.status)
    done('ok')
    return data as O
  } catch (error) {
    // The caller went away: nobody is told.
    if (options.signal?.aborted) throw error
    const failure = error instanceof CallFailure ? error : lost(!navigator.onLine)
    done(failure.message)
    throw settleFailure(failure, token)
  } finally {
    answered?.()
  }
}

interface Manner {
  /** Failures make no toast; so it is of reads unless said otherwise. */
  readonly quiet?: boolean
  /** Failures that the screen answers itself, without a toast: `refusedAs('priceChanged')`. */
  readonly handles?: (failure: CallFailure) => boolean
}

/** The one toast. Nothing is shown for an invalid token, nor for what was aborted. */
function report(error: unknown, { quiet, handles }: Manner): void {
  if (!(error instanceof CallFailure) || quiet || handles?.(error) || hasCode(error, baseCode.invalidToken)) return
  feedback.toast(error.message, 'error')
}

const mannerOf = (meta: Record<string, unknown> | undefined): Manner => (meta ?? {}) as Manner

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => report(error, mannerOf(query.meta)) }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_FOR,
      // Reads that got no answer are tried again; a refusal is an answer.
      retry: (count, error) =>
        count < 2 && navigator.onLine && error instanceof CallFailure && error.kind !== 'refused',
      retryDelay: (count) => 600 * 2 ** count,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
})

/** Key of a cached answer: room and path for refreshing, then the input. */
export function keyOf(call: AnyCall, input?: unknown): readonly unknown[] {
  const { room, path } = partsOf(call)
  return input === undefined ? [room, path] : [room, path, input]
}

export interface ReadOptions extends Manner, Encoding {
  /** false: wait, e.g. for a chosen vehicle. */
  readonly enabled?: boolean
  /** Keeps showing the answer to the previous input until the new one is in. */
  readonly keepPrevious?: boolean
  /** Milliseconds for which an answer is taken as fresh; 15 s unless said. */
  readonly freshFor?: number
  /**
   * Asked when it is shown, and not again by what makes its room stale: what it is about may be over then. Of a sheet that closes
   * by its own deed.
   */
  readonly once?: boolean
  /** Asks again at this interval, in ms, while the page is on stage. */
  readonly every?: number | false
}

/** ms for which an answer that no page shows any more is kept: a page behind another is drawn from it when it comes back. */
const KEPT_FOR = 3_600_000

/** A read as the cache takes it; made by {@link ask}. */
export interface Ask<O> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<O>
  readonly staleTime: number
  readonly gcTime: number
  readonly refetchInterval: number | false
  readonly meta: Record<string, unknown>
}

/**
 * A reading call with its input, as a value: what a page names to be drawn from, and asks again by `refresh`. Its failure
 * makes no toast unless `quiet: false`, because the page shows it.
 */
export function ask<I, O>(
  call: WireCall<I, O>,
  input: I,
  options: Omit<ReadOptions, 'enabled' | 'keepPrevious'> = {},
): Ask<O> {
  return {
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => send(call, input, { ...options, signal }),
    staleTime: options.freshFor ?? FRESH_FOR,
    gcTime: KEPT_FOR,
    refetchInterval: options.every ?? false,
    meta: { quiet: options.quiet ?? true, handles: options.handles, once: options.once },
  }
}

/** The answer of a reading call, cached by path and input. `data`, `isPending`, `error`, `refetch`; no toast, as of {@link ask}. */
export function useRead<I, O>(
  call: WireCall<I, O>,
  input: I,
  options: ReadOptions = {},
): UseQueryResult<O, CallFailure> {
  return useQuery<O, CallFailure>({
    ...ask(call, input, options),
    enabled: options.enabled ?? true,
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
  })
}

/** Asks for an answer that is about to be needed, when a finger touches the card that leads to it. Failures say nothing. */
export const prefetch = <I, O>(call: WireCall<I, O>, input: I): Promise<void> => queries.prefetchQuery(ask(call, input))

export interface WriteOptions<O> extends Manner, Encoding {
  readonly onDone?: (output: O) => void
  readonly onFailure?: (failure: CallFailure) => void
}

export interface Write<I, O> {
  /** Answers the output, or null when it failed (the person has been told). Taps while it runs join the first. */
  readonly run: (input: I) => Promise<O | null>
  readonly pending: boolean
  readonly failure: CallFailure | null
  /** Why the last one failed, for who waited for it: `failure` comes with the next drawing. */
  readonly why: () => CallFailure | null
  /** Until what is on stage of the reads that the last one made stale has been asked for again. */
  readonly refreshed: () => Promise<void>
}

/** A deed may take another person and then a code; no more than that is asked for one tap. */
const MOST_ASKED = 2

/** Asks the person for what a refused call wants besides. @returns the headers with which it is repeated, or undefined */
async function whatLets(refused: CallFailure): Promise<Readonly<Record<string, string>> | undefined> {
  if (hasCode(refused, baseCode.proofNeeded)) return (await feedback.prove(refused.data)) ? {} : undefined
  if (hasCode(refused, baseCode.shiftNeeded)) return (await feedback.beginShift()) ? {} : undefined
  if (hasCode(refused, baseCode.approvalNeeded)) return feedback.secondPerson(refused.data)
  return hasCode(refused, baseCode.stepUpNeeded) ? feedback.stepUp() : undefined
}

const atRest: { readonly pending: boolean; readonly failure: CallFailure | null } = { pending: false, failure: null }

/**
 * A writing call. One key is made per user action; it is kept while nothing is decided, so that a retry, by itself or
 * by another tap on the same input, is the same action to the server. Afterwards the reads of its room and those the
 * call names are refreshed.
 */
export function useWrite<I, O>(call: WireCall<I, O>, options: WriteOptions<O> = {}): Write<I, O> {
  const attempt = useRef<Attempt | null>(null)
  const running = useRef<Promise<O | null> | null>(null)
  const last = useRef<CallFailure | null>(null)
  const refreshing = useRef(Promise.resolve())
  const [{ pending, failure }, setState] = useState(atRest)
  async function sent(input: I): Promise<O> {
    attempt.current = startAttempt(attempt.current, input)
    const { key } = attempt.current
    let headers: Readonly<Record<string, string>> = {}
    for (let asked = 0; ; asked++) {
      try {
        return await persist(() => send(call, input, { ...options, idempotencyKey: key, headers }))
      } catch (error) {
        if (!(error instanceof CallFailure) || asked === MOST_ASKED) throw error
        const more = await whatLets(error)
        if (more === undefined) throw error
        headers = { ...headers, ...more }
      }
    }
  }
  async function act(input: I): Promise<O | null> {
    setState({ pending: true, failure: null })
    last.current = null
    try {
      const output = await sent(input)
      attempt.current = null
      refreshing.current = refreshAfter(call)
      options.onDone?.(output)
      return output
    } catch (error) {
      const refused = error as CallFailure
      last.current = refused
      // Only an answer ends the action: what is undecided keeps its key for the next tap.
      if (!isUndecided(refused)) attempt.current = null
      report(refused, options)
      options.onFailure?.(refused)
      return null
    } finally {
      running.current = null
      setState({ pending: false, failure: last.current })
    }
  }
  return {
    run(input) {
      running.current ??= act(input)
      return running.current
    },
    pending,
    failure,
    why: () => last.current,
    refreshed: () => refreshing.current,
  }
}

/** Whether what makes a read stale asks for it again. */
export const isAskedAgain = ({ meta }: Pick<Query, 'meta'>): boolean => meta?.once !== true

/** Makes stale the answers of the call's own room, and those it names. */
export const refreshAfter = (call: AnyCall): Promise<void> => makeStale(partsOf(call).stale)

/**
 * Has the answers under these keys asked for again: of a room, or of one call by room and path. Never fails; it is over
 * when those that a page shows have come, or could not.
 */
export async function makeStale(keys: readonly (readonly string[])[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey, predicate: isAskedAgain })))
}
