import { TraceFlags } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'

interface Limits {
  /** Steps that wait at most; later ones are lost. */
  readonly most: number
  /** Steps of one message. */
  readonly batch: number
  /** ms between messages. */
  readonly pause: number
}

/**
 * Steps on their way to the collector. Nobody waits for them: they gather in memory up to a limit, one message is under way at a time, and
 * steps for which there is no room, or which the collector refused, are dropped and counted. The SDK's own processor drops them uncounted.
 */
export class Delivery implements SpanProcessor {
  readonly #exporter: SpanExporter
  readonly #limits: Limits
  readonly #timer: NodeJS.Timeout
  #waiting: ReadableSpan[] = []
  #sending: Promise<void> | undefined
  lost = 0

  constructor(exporter: SpanExporter, limits: Limits = { most: 4096, batch: 512, pause: 2000 }) {
    this.#exporter = exporter
    this.#limits = limits
    this.#timer = setInterval(() => void this.forceFlush(), limits.pause)
    this.#timer.unref()
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return
    if (this.#waiting.length >= this.#limits.most) {
      this.lost++
      return
    }
    this.#waiting.push(span)
    if (this.#waiting.length >= this.#limits.batch) void this.forceFlush()
  }

  forceFlush(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#limits.batch)
      if (!(await this.#send(batch))) {
        this.lost += batch.length
        // A collector that is away is asked again at the next message, not for each batch that gathered.
        return
      }
    }
  }

  #send(batch: ReadableSpan[]): Promise<boolean> {
    return new Promise((resolve) => {
      try {
        // 0 is success.
        this.#exporter.export(batch, ({ code }) => resolve(!code))
      } catch {
        resolve(false)
      }
    })
  }

  async shutdown(): Promise<void> {
    clearInterval(this.#timer)
    await this.forceFlush()
    await this.#exporter.shutdown()
  }
}
