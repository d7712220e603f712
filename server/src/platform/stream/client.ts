import type { ServerResponse } from 'node:http'
import type { MapBox } from '@cheyi/domain/fleet/vehicle-control/place'
import type { EventType } from '@cheyi/domain/platform/stream/events'
import { isGone } from '../../kernel/http/http2.ts'
import type { Place, Rights } from './store.ts'

/**
 * With more unread bytes or waiting messages, the client is considered dead: it is disconnected, reconnects, and gets
 * the missed events.
 */
const MOST_BYTES = 256 * 1024
const MOST_WAITING = 1000

export interface Message {
  /**
   * `beat`: the stream is alive, with the current position; `reset`: reload everything; `full`: too many tabs,
   * reconnect when this tab becomes visible; `cars`: current positions of cars; `seen`: the position that a
   * replica must have reached before it may answer what the next events concern.
   */
  readonly type: EventType | 'beat' | 'reset' | 'full' | 'cars' | 'seen'
  readonly data: unknown
  /** Position from which the client can continue. */
  readonly id?: string
}

export class Client {
  readonly sessionId: string
  rights: Rights
  /** Identifies the stream to the call that says what its maps show. */
  readonly ticket: string
  /** What its maps showed at the last query for cars; null: it has no map. */
  boxes: readonly MapBox[] | null = null
  /** The last position up to which events were sent. */
  told: Place | null = null
  readonly #response: ServerResponse
  #holds = 0
  #waiting: (() => void)[] = []

  constructor(sessionId: string, ticket: string, rights: Rights, response: ServerResponse) {
    this.sessionId = sessionId
    this.ticket = ticket
    this.rights = rights
    this.#response = response
  }

  get open(): boolean {
    return !this.#response.writableEnded && !isGone(this.#response)
  }

  /** From now on work is queued in order: missed events are being read, or rights are being checked. */
  hold(): void {
    this.#holds++
  }

  release(): void {
    if (--this.#holds > 0) return
    const due = this.#waiting
    this.#waiting = []
    for (const work of due) work()
  }

  /** Runs the work now, or queues it behind earlier work. */
  inTurn(work: () => void): void {
    if (this.#holds === 0) work()
    else if (this.#waiting.push(work) > MOST_WAITING) this.#response.destroy()
  }

  send({ type, data, id }: Message): void {
    if (!this.open) return
    if (this.#response.writableLength > MOST_BYTES) this.#response.destroy()
    else
      this.#response.write(`event: ${type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)
  }

  end(): void {
    this.#response.end()
  }
}
