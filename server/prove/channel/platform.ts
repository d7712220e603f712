import { setTimeout as after } from 'node:timers/promises'
import { OpenClient, OpenRefusal, type OutputOf, type WebhookEvent } from '@cheyi/open-client'
import type { Message } from './receiver.ts'
import type { Report } from './report.ts'

/* A platform: its client, by the library that partners use, and its copy of each order. */

export type Order = OutputOf<'order'>

/** A platform gives a request up after so many; a server starts in less time. */
const ATTEMPTS = 200
const PAUSE_MS = 300
/** Longer than the server's own limit for a call. */
const ANSWER_MS = 35_000

interface Key {
  readonly appKey: string
  readonly secret: string
}

/** Sends to the servers in turn, and again until one answers. */
export function clientOf(key: Key, urls: () => readonly string[]): OpenClient {
  let turn = 0
  return new OpenClient({
    ...key,
    address: 'http://server',
    attempts: ATTEMPTS,
    fetch(to, init) {
      const { pathname, search } = new URL(String(to))
      const all = urls()
      const url = new URL(`${pathname}${search}`, all[turn++ % all.length])
      return fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })
    },
    pause: () => after(PAUSE_MS),
  })
}

/** The code of a refusal; 0 for an answer. Everything else is thrown. */
export async function codeOf(asked: Promise<unknown>): Promise<number> {
  try {
    await asked
    return 0
  } catch (error) {
    if (error instanceof OpenRefusal) return error.code
    throw error
  }
}

/** All events after a number, whose numbers must have no gap. */
export async function eventsOf(client: OpenClient, report: Report, from = 0): Promise<WebhookEvent[]> {
  const all: WebhookEvent[] = []
  for (let last = from, more = true; more; ) {
    const page = await client.call('events', { after: last, limit: 50 })
    for (const event of page.events) {
      // What is older than thirty days is gone, so that the first number is any.
      if (all.length > 0) report.same('numbers of events without a gap', event.eventId, event.seq, last + 1)
      last = event.seq
      all.push(event as WebhookEvent)
    }
    more = page.more
  }
  return all
}

/** The newest state of each order by its number. */
export const copiesOf = (events: readonly WebhookEvent[]): Map<string, WebhookEvent['data']> =>
  new Map(events.map(({ data }) => [data.channelOrderNo, data]))

/** Compares a copy with the order as it is read now: what both have must be equal. */
export async function compareCopies(
  client: OpenClient,
  copies: ReadonlyMap<string, WebhookEvent['data']>,
  report: Report,
): Promise<void> {
  for (const [no, { renewalId: _, violation: __, deduction: ___, ...copy }] of copies) {
    const order = await client.call('order', { channelOrderNo: no })
    const same = Object.fromEntries(Object.keys(copy).map((name) => [name, order[name as keyof Order]]))
    report.same('copies of orders that equal the order', no, copy, same)
  }
}

/**
 * Compares what was received with the list: each event once at least, none that is not in it, of each order in its order. What came twice
 * has the id of the first.
 */
export function compareReceived(got: readonly Message[], events: readonly WebhookEvent[], report: Report): void {
  const byId = new Map(events.map((event) => [event.eventId, event]))
  const first = new Map<string, number>()
  const last = new Map<string, number>()
  for (const { eventId, seq, data } of got) {
    if (seq === undefined || first.has(eventId)) continue
    first.set(eventId, seq)
    const listed = byId.get(eventId)
    report.check('received events that the list has', listed?.seq === seq, () => `event ${eventId} (${seq})`)
    const no = (data as WebhookEvent['data']).channelOrderNo
    const before = last.get(no) ?? 0
    report.check('events of an order in their order', before < seq, () => `${no}: ${seq} after ${before}`)
    last.set(no, seq)
  }
  for (const { eventId, seq } of events)
    report.check('listed events that were received', first.has(eventId), () => `event ${eventId} (${seq})`)
}
