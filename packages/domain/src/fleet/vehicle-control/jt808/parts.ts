import type { Message } from './message.ts'

/** Limit of parts of one message; ours never have more. */
const MOST_PARTS = 64
const WITHIN_MS = 60_000
/** Limit of incomplete messages of one connection: parts of two may be interleaved. */
const MOST_OPEN = 4
/** Limit of buffered bytes of one connection. */
const MOST_BYTES = 64 * 1024

interface Open {
  readonly first: Message
  readonly since: number
  readonly parts: Map<number, Uint8Array>
  bytes: number
  asked: boolean
}

export type Joined =
  | { readonly kind: 'whole'; readonly message: Message }
  /** Buffered; `missing` is returned once, with the last part (0x8003). `serial` is that of the first part. */
  | { readonly kind: 'waits'; readonly serial: number; readonly missing: readonly number[] }
  /** An invalid part number, too many parts, or a part that does not match. */
  | { readonly kind: 'refused' }

/** Joins the parts of split messages of one connection (2019 §4.4.3: parts of a message have consecutive serials). */
export class PartJoiner {
  readonly #open = new Map<string, Open>()

  /** Buffered bytes. */
  get held(): number {
    return this.#open.values().reduce((sum, { bytes }) => sum + bytes, 0)
  }

  join(message: Message, now: number): Joined {
    if (message.split === null) return { kind: 'whole', message }
    const { total, index } = message.split
    if (total === 0 || total > MOST_PARTS || index === 0 || index > total) return { kind: 'refused' }
    if (total === 1) return { kind: 'whole', message: { ...message, split: null } }
    this.forget(now)
    const serial = (message.serial - (index - 1)) & 0xffff
    const key = `${message.id} ${serial} ${total}`
    let open = this.#open.get(key)
    if (open === undefined) {
      if (this.#open.size === MOST_OPEN) this.#open.delete(this.#open.keys().next().value!)
      open = { first: message, since: now, parts: new Map(), bytes: 0, asked: false }
      this.#open.set(key, open)
    }
    if (!open.parts.has(index)) {
      open.parts.set(index, message.body)
      open.bytes += message.body.length
    }
    while (this.held > MOST_BYTES) this.#open.delete(this.#open.keys().next().value!)
    if (!this.#open.has(key)) return { kind: 'refused' }
    if (open.parts.size === total) {
      this.#open.delete(key)
      return { kind: 'whole', message: { ...message, serial, split: null, body: whole(open) } }
    }
    const ask = index === total && !open.asked
    open.asked ||= ask
    const missing = ask ? Array.from({ length: total }, (_, at) => at + 1).filter((one) => !open.parts.has(one)) : []
    return { kind: 'waits', serial, missing }
  }

  /** Drops messages that were not completed in time. */
  forget(now: number): void {
    for (const [key, { since }] of this.#open) if (now - since > WITHIN_MS) this.#open.delete(key)
  }
}

function whole({ parts, bytes }: Open): Uint8Array {
  const body = new Uint8Array(bytes)
  let at = 0
  for (let index = 1; index <= parts.size; index++) {
    const part = parts.get(index)!
    body.set(part, at)
    at += part.length
  }
  return body
}
