import { contract } from '@cheyi/contract/index'
import type { Source } from '@cheyi/domain/booking/order/codes'
import type { TestApp } from './app.ts'
import { type Asked, askOpen, type Credentials, makeKey, openChannel, type Told } from './open-api.ts'
import { openReceiver, type Reaction, type Received, type Receiver } from './receiver.ts'
import type { World } from './world/world.ts'

/*
 * A platform that sells by our own protocol, over lines that fail: its requests are repeated, arrive late and in another
 * order, or get no answer, and it does the same to the messages that it receives. It keeps a copy of each order, as a
 * platform does, and counts what must not happen.
 */

/** What happens to a request: it is sent once; twice at once; later, in another order; not at all; or its answer is lost. */
export type LineFault = 'none' | 'repeat' | 'late' | 'lost' | 'unanswered'
export const lineFaults: readonly LineFault[] = ['none', 'none', 'none', 'repeat', 'late', 'lost', 'unanswered']

/** How the platform takes messages: all; none; only some, and late. */
export type Reception = 'takes' | 'fails' | 'unsteady'
export const receptions: readonly Reception[] = ['takes', 'takes', 'unsteady', 'fails']

/** A platform gives up after so many answers that ask for a retry (503). */
const TRIES = 6

export interface Copy {
  readonly seq: number
  readonly data: Received['data']
}

/** The state of a pool (store and model) as it was sent. */
export interface PoolCopy {
  readonly storeId: string
  readonly modelId: string
  readonly days: readonly {
    readonly date: string
    readonly sellable: number
    readonly total: number
    readonly closed: boolean
    readonly priceFen: number | null
  }[]
}

export interface PlatformSimulator {
  readonly source: Source
  /** The state of each order by its number, from the messages. */
  readonly copies: ReadonlyMap<string, Copy>
  /** The newest state of each pool; empty for a platform that asks for it. */
  readonly pools: ReadonlyMap<string, PoolCopy>
  /** How often each request was answered with which code. */
  readonly seen: Map<string, number>
  /** @returns the answer; undefined: the platform has none, or not yet */
  ask(asked: Asked, fault?: LineFault): Promise<Told | undefined>
  /** The requests that are late arrive, the last one first. */
  deliverLate(): Promise<void>
  receive(how: Reception): void
  /** Fills the copies from the list of events, after the last number without a gap. */
  catchUp(): Promise<void>
  /** Numbers that were answered with more than one order. */
  doubled(): readonly string[]
  close(): Promise<void>
}

interface Terms {
  readonly source: Source
  readonly terms: Record<string, unknown>
  readonly pushStock: boolean
}

export async function platformSimulator(
  t: TestApp,
  w: World,
  { source, terms, pushStock }: Terms,
): Promise<PlatformSimulator> {
  await openChannel(t, w, source, terms)
  const key: Credentials = await makeKey(t, w, source)
  const secrets: string[] = []
  const receiver: Receiver = await openReceiver(() => secrets)
  const { secret } = await t.call(
    contract.channelPush.webhookSave,
    { source, url: receiver.url, enabled: true, pushStock },
    { token: w.tokens.owner },
  )
  secrets.push(secret!)

  const copies = new Map<string, Copy>()
  const pools = new Map<string, PoolCopy & { readonly at: string }>()
  const orders = new Map<string, Set<string>>()
  const seen = new Map<string, number>()
  const late: Asked[] = []
  let messages = 0
  let how: Reception = 'takes'
  receiver.react = (message): Reaction => {
    messages++
    if (how === 'fails') return messages % 2 === 0 ? 503 : 'drop'
    if (how === 'unsteady' && messages % 3 === 0) return messages % 2 === 0 ? 'drop' : 500
    take(message)
    return how === 'unsteady' && messages % 4 === 1 ? 'unanswered' : 204
  }

  function take({ type, seq, timestamp, data }: Received): void {
    if (type === 'stock.updated') {
      for (const pool of data.pools as PoolCopy[]) {
        const key = `${pool.storeId}/${pool.modelId}`
        if (timestamp >= (pools.get(key)?.at ?? '')) pools.set(key, { ...pool, at: timestamp })
      }
      return
    }
    const before = copies.get(data.channelOrderNo)
    if (before === undefined || before.seq < seq) copies.set(data.channelOrderNo, { seq, data })
  }

  async function once(asked: Asked): Promise<Told> {
    for (let attempt = 1; ; attempt++) {
      const answer = await askOpen(t, key, asked)
      // The server asks for a retry, or its clock was moved meanwhile.
      if ((answer.httpStatus === 503 || answer.errorCode === 9102) && attempt < TRIES) continue
      const name = `${asked.method ?? 'POST'} ${asked.url.replace(/\/[A-Z]\d[\w-]*|\/\d+/g, '/:').replace(/\?.*/, '')} ${answer.errorCode}`
      seen.set(name, (seen.get(name) ?? 0) + 1)
      // What the platform sends is well-formed.
      if (answer.httpStatus >= 500 || answer.errorCode === -2)
        throw new Error(`${asked.url}: ${answer.httpStatus} ${answer.message}`)
      note(answer)
      return answer
    }
  }

  function note({ success, data }: Told): void {
    const { channelOrderNo, orderId } = (data ?? {}) as { channelOrderNo?: string; orderId?: string }
    if (!success || channelOrderNo === undefined || orderId === undefined) return
    orders.set(channelOrderNo, (orders.get(channelOrderNo) ?? new Set()).add(orderId))
  }

  return {
    source,
    copies,
    pools,
    seen,
    async ask(asked, fault = 'none') {
      if (fault === 'lost') return undefined
      if (fault === 'late') {
        late.push(asked)
        return undefined
      }
      const answers = await Promise.all(fault === 'repeat' ? [once(asked), once(asked)] : [once(asked)])
      return fault === 'unanswered' ? undefined : answers[0]
    },
    async deliverLate() {
      for (let asked = late.pop(); asked !== undefined; asked = late.pop()) await once(asked)
    },
    receive(next) {
      how = next
    },
    async catchUp() {
      for (let after = 0, more = true; more; ) {
        const { data } = await once({ method: 'GET', url: `/open/v1/events?after=${after}&limit=50` })
        const page = data as { events: readonly Received[]; more: boolean }
        for (const event of page.events) {
          if (event.seq !== after + 1) throw new Error(`event ${event.seq} follows ${after}`)
          take(event)
          after = event.seq
        }
        more = page.more
      }
    },
    doubled: () => [...orders].filter(([, ids]) => ids.size > 1).map(([no]) => no),
    close: () => receiver.close(),
  }
}
