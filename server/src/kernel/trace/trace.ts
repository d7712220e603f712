import type { IncomingMessage } from 'node:http'

/*
 * Traces: how long the steps of a call, its statements and its questions to vendors took, and which of them waited for which. Without
 * a collector (`start.ts`) there is no recorder, nothing of OpenTelemetry is loaded, and each function here only calls the work.
 *
 * A trace contains no personal data: names of steps and calls, codes, templates of paths, and texts of statements without their values.
 */

/** What is known of a step. Values are names and numbers of the program, never of a merchant or a customer. */
export type Facts = Readonly<Record<string, string | number>>

/** `work`: one of the product's own steps; `asked`: a question to another program. */
export type Kind = 'work' | 'asked'

export interface Recorder {
  /** Runs `work` as a step of what is recorded now; without that it only runs. */
  step<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T>
  /** Runs `work` as a trace of its own. */
  root<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T>
  /** A step that began now and ends with `answer`. `known` tells facts of an answer. */
  until<T>(kind: Kind, name: string, facts: Facts, answer: Promise<T>, known?: (answer: T) => Facts): void
  /** A statement that was asked now. */
  statement(text: string, answer: Promise<unknown>): void
  /** Begins the trace of a request. @returns its id */
  arrives(request: IncomingMessage): string
  /** Runs `work`, and whatever it begins, in the trace of this request. */
  enter(request: IncomingMessage, work: () => void): void
  /** Adds to what is known of the request or run of the present. */
  know(facts: Facts): void
  /** The answer of a request is being sent. */
  answered(request: IncomingMessage, route: string | undefined, status: number): void
  /** The header by which another server of this installation goes on with the trace. */
  header(): string | undefined
  traceId(): string | undefined
  /** Steps that could not be delivered so far. */
  readonly lost: number
}

let recorder: Recorder | undefined

/** Set once when the process starts, before anything is served. */
export function recordBy(one: Recorder | undefined): void {
  recorder = one
}

export const recording = (): Recorder | undefined => recorder

const nothing: Facts = {}

/** Runs a step of a call or a run. */
export const inStep = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  recorder === undefined ? work() : recorder.step(name, nothing, work)

/** Runs scheduled work as a trace of its own. */
export const inRun = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  recorder === undefined ? work() : recorder.root(name, nothing, work)

/** The id of the present trace under the name that lines of the log have for it. */
export function traceOfLog(): { readonly traceId?: string } {
  const traceId = recorder?.traceId()
  return traceId === undefined ? {} : { traceId }
}

/** For requests to another server of this installation; vendors and platforms are told nothing. */
export function traceHeaders(): { readonly traceparent?: string } {
  const traceparent = recorder?.header()
  return traceparent === undefined ? {} : { traceparent }
}
