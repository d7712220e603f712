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
import { shownLanguage } from '../language.ts'
import { seeServerTime } from '../now.ts'
import { passHeaders } from '../pass.ts'
import { persist } from '../persist.ts'
import { currentToken, dropToken } from '../token.ts'
import { noteCall } from './call-log.ts'
import { forgetEarly, takeEarly } from './early.ts'
import { baseCode, CallFailure, hasCode, isUndecided, lostFailure } from './failure.ts'
import { endAttempt, noteAttempt, openKeyOf } from './open-attempts.ts'
import { latestSeen, SEEN, see } from './seen.ts'
import { type AnyCall, type Encoding, encode, partsOf, unwrap, type WireCall } from './wire.ts'

/*
 * The only place that fetches. A screen names a call of the generated table and gets its answer; the envelope, the
 * token, retries, refreshing and the single error toast are handled here.
 */

export * as calls from './features/features.gen.ts'
export type { InputOf, OutputOf } from './wire.ts'

const TIMEOUT = 20_000

/** Default `staleTime` of a query, ms. Passed at each use, because react-query takes an undefined option as 0. */
export const FRESH_FOR = 15_000

/** Called when the server reports an invalid token, after the token has been removed. */
let signedOut: () => void = () => {}
export function onSignedOut(listener: () => void): void {
  signedOut = listener
}

/** Called when the server refuses for a missing permission: the cached user may be out of date. */
let forbidden: () => void = () => {}
export function onForbidden(listener: () => void): void {
  forbidden = listener
}

/**
 * Handles failures of uploads, which do not use `send`, in the same way: -9 removes the token. Returns the failure to
 * the caller.
 */
export function settleFailure(failure: CallFailure, sentToken: string | null): CallFailure {
  if (hasCode(failure, baseCode.invalidToken) && sentToken !== null && dropToken(sentToken)) signedOut()
  if (hasCode(failure, baseCode.forbidden) || hasCode(failure, baseCode.secondFactorMissing)) forbidden()
  return failure
}

interface SendOptions extends Encoding {
  /** Lets the server tell a retry of a write from a new write. */
  readonly idempotencyKey?: string
  /** Values outside the input: the secret of a QR code, an approval. */
  readonly headers?: Readonly<Record<string, string>>
  /** Time-out in ms; longer for a call that the server holds open until something happens. */
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
  headers.set('accept-language', shownLanguage())
  if (token !== null) headers.set('token', token)
  if (contentType) headers.set('content-type', contentType)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  const seen = latestSeen()
  if (seen !== undefined) headers.set(SEEN, seen)
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
    const early = takeEarly(url, body, token)
    const sentAt = Date.now()
    const response = await (early?.catch(asked) ?? asked())
    seeBuild(response.headers.get('x-build'))
    // It is unknown how long an early answer has been here.
    if (early === undefined) seeServerTime(response.headers.get('x-now'), sentAt)
    see(response.headers.get(SEEN))
    const data = unwrap(await response.text(), response.headers.get('x-trace-id'), response.status)
    done('ok')
    return data as O
  } catch (error) {
    // The caller aborted the call: there is no toast.
    if (options.signal?.aborted) throw error
    const failure = error instanceof CallFailure ? error : lostFailure(!navigator.onLine)
    done(failure.message)
    throw settleFailure(failure, token)
  } finally {
    answered?.()
  }
}

interface Manner {
  /** Failures show no toast; the default for reads. */
  readonly quiet?: boolean
  /** Failures that the screen handles itself, without a toast: `isRefusedFor('priceChanged')`. */
  readonly handles?: (failure: CallFailure) => boolean
}

/** Shows the single toast of a failure; none for an invalid token or an aborted call. */
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
      // Reads without an answer are retried; a refusal is an answer.
      retry: (count, error) =>
        count < 2 && navigator.onLine && error instanceof CallFailure && error.kind !== 'refused',
      retryDelay: (count) => 600 * 2 ** count,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
})

/** Cache key of an answer: feature and path, by which it is refreshed, then the input. */
export function keyOf(call: AnyCall, input?: unknown): readonly unknown[] {
  const { feature, path } = partsOf(call)
  return input === undefined ? [feature, path] : [feature, path, input]
}

export interface ReadOptions extends Manner, Encoding {
  /** false: do not send yet, e.g. until a vehicle is chosen. */
  readonly enabled?: boolean
  /** Shows the answer to the previous input until the new one arrives. */
  readonly keepPrevious?: boolean
  /** Milliseconds for which an answer counts as fresh; 15 s by default. */
  readonly freshFor?: number
  /**
   * Fetched when it is shown, and not again when its feature becomes stale. For a sheet that closes after its own write:
   * its subject may no longer exist then.
   */
  readonly once?: boolean
  /** Polling interval in ms while the page is shown. */
  readonly every?: number | false
}

/** ms for which an answer that no page shows stays cached: a page behind another is rendered from it when it comes back. */
const KEPT_FOR = 3_600_000

/** A read in the form that the cache takes; made by {@link ask}. */
export interface Ask<O> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<O>
  readonly staleTime: number
  readonly gcTime: number
  readonly refetchInterval: number | false
  readonly meta: Record<string, unknown>
}

/**
 * A reading call with its input, as a value: a page declares it to be rendered from it and fetches it again by
 * `refresh`. Its failure shows no toast unless `quiet: false`, because the page shows it.
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

/**
 * The answer of a reading call, cached by path and input. `data`, `isPending`, `error`, `refetch`; failures show no
 * toast, as with {@link ask}.
 */
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

/** Fetches an answer that will probably be needed, when a finger touches the card that leads to it. Failures are ignored. */
export const prefetch = <I, O>(call: WireCall<I, O>, input: I): Promise<void> => queries.prefetchQuery(ask(call, input))

export interface WriteOptions<O> extends Manner, Encoding {
  readonly onDone?: (output: O) => void
  readonly onFailure?: (failure: CallFailure) => void
}

export interface Write<I, O> {
  /**
   * Returns the output, or null after a failure, which the user has already seen. Taps while it runs join the running
   * call.
   */
  readonly run: (input: I) => Promise<O | null>
  readonly pending: boolean
  readonly failure: CallFailure | null
  /** Failure of the last run, for a caller that awaited it: `failure` is set only with the next render. */
  readonly why: () => CallFailure | null
  /** Resolves when the visible reads that the last run made stale have been fetched again. */
  readonly refreshed: () => Promise<void>
}

/** A write may require a second person and then a code; one tap asks for at most these two. */
const MOST_ASKED = 2

/** Asks the user for what a refused call requires in addition. @returns the headers for the repeated call, or undefined */
async function whatLets(refused: CallFailure): Promise<Readonly<Record<string, string>> | undefined> {
  if (hasCode(refused, baseCode.proofNeeded)) return (await feedback.prove(refused.data)) ? {} : undefined
  if (hasCode(refused, baseCode.shiftNeeded)) return (await feedback.beginShift()) ? {} : undefined
  if (hasCode(refused, baseCode.approvalNeeded)) return feedback.secondPerson(refused.data)
  return hasCode(refused, baseCode.stepUpNeeded) ? feedback.stepUp() : undefined
}

const atRest: { readonly pending: boolean; readonly failure: CallFailure | null } = { pending: false, failure: null }

/**
 * A writing call. One idempotency key is made per user action. It stays the same while the result is undecided, so that
 * an automatic retry or another tap with the same input is the same action for the server, also after the page was loaded
 * again. Afterwards the reads of its
 * feature and those that the call names are refreshed.
 */
export function useWrite<I, O>(call: WireCall<I, O>, options: WriteOptions<O> = {}): Write<I, O> {
  const attempt = useRef<Attempt | null>(null)
  const running = useRef<Promise<O | null> | null>(null)
  const last = useRef<CallFailure | null>(null)
  const refreshing = useRef(Promise.resolve())
  const [{ pending, failure }, setState] = useState(atRest)
  async function sent(input: I): Promise<O> {
    const { path } = partsOf(call)
    attempt.current = startAttempt(attempt.current, input, (text) => openKeyOf(path, text))
    const { key, fingerprint } = attempt.current
    // Stored before it is sent: the page may be loaded again before the answer comes.
    noteAttempt(path, fingerprint, key)
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
  function end() {
    if (attempt.current !== null) endAttempt(attempt.current.key)
    attempt.current = null
  }
  async function act(input: I): Promise<O | null> {
    setState({ pending: true, failure: null })
    last.current = null
    try {
      const output = await sent(input)
      end()
      refreshing.current = refreshAfter(call)
      options.onDone?.(output)
      return output
    } catch (error) {
      const refused = error as CallFailure
      last.current = refused
      // Only an answer ends the action: an undecided action keeps its idempotency key for the next tap.
      if (!isUndecided(refused)) end()
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

/** Whether a read is fetched again when it becomes stale. */
export const isAskedAgain = ({ meta }: Pick<Query, 'meta'>): boolean => meta?.once !== true

/** Makes the answers of the call's own feature stale, and those that the call names. */
export const refreshAfter = (call: AnyCall): Promise<void> => makeStale(partsOf(call).stale)

/**
 * Makes the answers under these keys stale: of a feature, or of one call by feature and path. Never rejects; resolves when
 * the answers that a page shows have been fetched or have failed.
 */
export async function makeStale(keys: readonly (readonly string[])[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey, predicate: isAskedAgain })))
}

/*
 * How the kernel shows messages and questions without a dependency on the widgets: the shell installs these functions
 * once, at start.
 */

export interface Question {
  readonly title: string
  readonly text?: string
  readonly confirm: string
  readonly cancel: string
}

export interface Feedback {
  /** One line, 2 s; 3 s for errors. */
  toast(text: string, tone?: 'error'): void
  /** Whether something is done: true when confirmed; false when cancelled or closed, after which nothing may happen. */
  ask(question: Question): Promise<boolean>
  /** Which of two things is done, by the buttons; undefined when the question was closed, which decides nothing. */
  decide(question: Question): Promise<boolean | undefined>
  /** The user must prove again that they own the session. @returns whether they did */
  prove(refusal: unknown): Promise<boolean>
  /** Cash may be taken only within a shift: offers to begin a shift. @returns whether one was begun */
  beginShift(): Promise<boolean>
  /** A second person must agree first. @returns the headers for the repeated call, or undefined when it is cancelled */
  secondPerson(refusal: unknown): Promise<Readonly<Record<string, string>> | undefined>
  /**
   * A code is sent to the user's own mobile. @returns the headers for the repeated call, or undefined when it is
   * cancelled
   */
  stepUp(): Promise<Readonly<Record<string, string>> | undefined>
}

let installed: Feedback | undefined

export function installFeedback(feedback: Feedback): void {
  installed = feedback
}

export const feedback: Feedback = {
  toast: (text, tone) => installed?.toast(text, tone),
  ask: (question) => installed?.ask(question) ?? Promise.resolve(false),
  decide: (question) => installed?.decide(question) ?? Promise.resolve(undefined),
  prove: (refusal) => installed?.prove(refusal) ?? Promise.resolve(false),
  beginShift: () => installed?.beginShift() ?? Promise.resolve(false),
  secondPerson: (refusal) => installed?.secondPerson(refusal) ?? Promise.resolve(undefined),
  stepUp: () => installed?.stepUp() ?? Promise.resolve(undefined),
}

/** One action of the user, over all its retries. */
export interface Attempt {
  readonly key: string
  /** Content of the request, to tell a retry from another action. */
  readonly fingerprint: string
}

/**
 * Returns the open attempt when the action is the same, else a new one: with the key under which an earlier page has sent
 * this input without an answer (`earlier`), or with a new idempotency key.
 */
export function startAttempt(
  open: Attempt | null,
  input: unknown,
  earlier: (fingerprint: string) => string | undefined = () => undefined,
): Attempt {
  const fingerprint = JSON.stringify(input) ?? ''
  return open?.fingerprint === fingerprint ? open : { key: earlier(fingerprint) ?? newKey(), fingerprint }
}

/** 128 random bits; crypto.randomUUID is missing on plain-http hosts. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
