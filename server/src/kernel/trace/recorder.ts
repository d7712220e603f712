import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'
import { Refusal } from '@cheyi/domain/refusal'
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  ParentBasedSampler,
  RandomIdGenerator,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { isInNetworks, networksOf } from '../http/address/networks.ts'
import { Delivery } from './delivery.ts'
import { maskedStatement, nameOfStatement } from './masked.ts'
import type { Facts, Kind, Recorder } from './trace.ts'

/* The recorder of a process that has a collector. This file and what it imports are loaded only then. */

export interface RecorderOptions {
  readonly exporter: SpanExporter
  /** Attributes of the process, such as `service.name`. */
  readonly process: Facts
  /** Part of the traces that is recorded, unless a proxy has decided. */
  readonly share: number
  /** Proxies whose `traceparent` is taken: addresses and networks. */
  readonly proxies: readonly string[]
  readonly delivery?: ConstructorParameters<typeof Delivery>[1]
}

/** Asked every few seconds by whoever watches, or a file of a page: there is nothing to see. */
const dull = /^\/(?:healthz|readyz|assets\/|internal\/)/
/** Texts whose masked form is remembered; names of statements are bounded in the same way. */
const MOST_TEXTS = 4000

const kinds: Readonly<Record<Kind, SpanKind>> = { work: SpanKind.INTERNAL, asked: SpanKind.CLIENT }

export class Recording implements Recorder {
  readonly #tracer: Tracer
  readonly #provider: TracerProvider
  readonly #delivery: Delivery
  readonly #present = new AsyncLocalStorage<Context>()
  readonly #requests = new WeakMap<IncomingMessage, Context>()
  readonly #ids = new RandomIdGenerator()
  readonly #proxies: BlockList
  readonly #texts = new Map<string, { readonly name: string; readonly text: string }>()

  constructor({ exporter, process, share, proxies, delivery }: RecorderOptions) {
    this.#delivery = new Delivery(exporter, delivery)
    this.#proxies = networksOf(proxies)
    this.#provider = new TracerProvider({
      resource: detectResources({ detectors: [envDetector] }).merge(resourceFromAttributes(process)),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanLimits: { attributeValueLengthLimit: 4096 },
      spanProcessors: [this.#delivery],
    })
    this.#tracer = this.#provider.getTracer('cheyi')
  }

  step<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T> {
    const parent = this.#recorded()
    return parent === undefined ? work() : this.#run(name, facts, parent, work)
  }

  root<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T> {
    return this.#run(name, facts, ROOT_CONTEXT, work)
  }

  async #run<T>(name: string, attributes: Facts, parent: Context, work: () => Promise<T>): Promise<T> {
    const span = this.#tracer.startSpan(name, { attributes }, parent)
    try {
      return await this.#present.run(trace.setSpan(parent, span), work)
    } catch (error) {
      markFailure(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  until<T>(kind: Kind, name: string, attributes: Facts, answer: Promise<T>, known?: (answer: T) => Facts): void {
    const parent = this.#recorded()
    if (parent === undefined) return
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
    answer.then(
      (value) => {
        if (known !== undefined) span.setAttributes(known(value))
        span.end()
      },
      (error: unknown) => {
        markFailure(span, error)
        span.end()
      },
    )
  }

  statement(text: string, answer: Promise<unknown>): void {
    if (this.#recorded() === undefined) return
    const known = this.#known(text)
    this.until('asked', known.name, { 'db.system.name': 'postgresql', 'db.query.text': known.text }, answer)
  }

  #known(text: string) {
    let known = this.#texts.get(text)
    if (known === undefined) {
      const masked = maskedStatement(text)
      known = { name: nameOfStatement(masked), text: masked }
      if (this.#texts.size >= MOST_TEXTS) this.#texts.clear()
      this.#texts.set(text, known)
    }
    return known
  }

  arrives(request: IncomingMessage): string {
    if (dull.test(request.url ?? '')) return this.#ids.generateTraceId()
    const span = this.#tracer.startSpan(request.method ?? 'GET', { kind: SpanKind.SERVER }, this.#parentOf(request))
    this.#requests.set(request, trace.setSpan(ROOT_CONTEXT, span))
    return span.spanContext().traceId
  }

  /** What a trusted proxy began; anybody else's ids could be chosen to mix up the log. */
  #parentOf({ headers, socket }: IncomingMessage): Context {
    const found = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/.exec(String(headers.traceparent ?? ''))
    const address = socket.remoteAddress ?? ''
    if (found === null || isIP(address) === 0 || !isInNetworks(this.#proxies, address)) return ROOT_CONTEXT
    const [, traceId, spanId, flags] = found as unknown as [string, string, string, string]
    const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
    return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
  }

  enter(request: IncomingMessage, work: () => void): void {
    const context = this.#requests.get(request)
    if (context === undefined) work()
    else this.#present.run(context, work)
  }

  know(facts: Facts): void {
    this.#span()?.setAttributes(facts)
  }

  answered(request: IncomingMessage, route: string | undefined, status: number): void {
    const context = this.#requests.get(request)
    const span = context && trace.getSpan(context)
    if (span === undefined) return
    const method = request.method ?? 'GET'
    span.updateName(route === undefined ? method : `${method} ${route}`)
    span.setAttributes({ 'http.request.method': method, 'http.response.status_code': status })
    if (route !== undefined) span.setAttribute('http.route', route)
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  header(): string | undefined {
    const context = this.#span()?.spanContext()
    if (context === undefined) return undefined
    return `00-${context.traceId}-${context.spanId}-0${context.traceFlags & TraceFlags.SAMPLED}`
  }

  traceId(): string | undefined {
    return this.#span()?.spanContext().traceId
  }

  get lost(): number {
    return this.#delivery.lost
  }

  flush(): Promise<void> {
    return this.#delivery.forceFlush()
  }

  close(): Promise<void> {
    return this.#provider.shutdown()
  }

  #span(): Span | undefined {
    const context = this.#present.getStore()
    return context && trace.getSpan(context)
  }

  /**
   * Where a step belongs to. What outlives its call, such as a timer that it set or a stream that it opened, belongs to no trace any more:
   * it would grow without end.
   */
  #recorded(): Context | undefined {
    const context = this.#present.getStore()
    return context !== undefined && trace.getSpan(context)?.isRecording() ? context : undefined
  }
}

/** Says of a failure which kind it was. Its message may quote what somebody typed. A refusal is an answer like any other. */
function markFailure(span: Span, error: unknown): void {
  if (error instanceof Refusal) {
    span.setAttribute('cheyi.refusal', error.key)
    return
  }
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const type = typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : String(name ?? 'unknown')
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
