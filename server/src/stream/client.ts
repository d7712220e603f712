import type { ServerResponse } from 'node:http'
import type { EventType } from '@cheyi/domain/stream/events'
import { isGone } from '../kernel/http/http2.ts'
import type { Place, Rights } from './store.ts'

/** More than this unread, or waiting, means that nobody reads: the client comes again and is told what it missed. */
const MOST_BYTES = 256 * 1024
const MOST_WAITING = 1000

export interface Message {
  /** `beat`: alive, and the place to come back to; `reset`: ask everything again; `full`: too many tabs, come back when
   * somebody looks at this one; `cars`: where cars are now. */
  readonly type: EventType | 'beat' | 'reset' | 'full' | 'cars'
  readonly data: unknown
  /** Place to come back to. */
  readonly id?: string
}

export class Client {
  readonly sessionId: string
  rights: Rights
  /** Of where cars are it is told nothing, all that speak with the next look, or what changed. */
  cars: 'none' | 'new' | 'told' = 'none'
  /** What lies no farther than this has been told already. */
  told: Place | null = null
  readonly #response: ServerResponse
  #holds = 0
  #waiting: (() => void)[] = []

  constructor(sessionId: string, rights: Rights, response: ServerResponse) {
    this.sessionId = sessionId
    this.rights = rights
    this.#response = response
  }

  get open(): boolean {
    return !this.#response.writableEnded && !isGone(this.#response)
  }

  /** From now on work waits in its order: it catches up, or its rights are looked at anew. */
  hold(): void {
    this.#holds++
  }

  release(): void {
    if (--this.#holds > 0) return
    const due = this.#waiting
    this.#waiting = []
    for (const work of due) work()
  }

  /** Does it now, or in its turn when something else comes first. */
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
