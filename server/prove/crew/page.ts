import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { eventsIn } from '../../bench/measure/stream.ts'
import type { Caller } from './caller.ts'

/** Two heartbeats of a stream that did not come: its page opens another. */
const SILENCE_MS = 30_000

/** A page that stays open: it listens to events, and comes back to its place when its stream ends. */
export class Page {
  /** Orders that its events named, and those that it read when an event made it read everything again. */
  readonly heard = new Set<string>()

  /** Until the load ends. `acknowledged`: the orders that a page would read now. */
  async listen(
    caller: Caller,
    server: () => string,
    stop: AbortSignal,
    acknowledged: readonly string[],
  ): Promise<void> {
    let place: string | undefined
    while (!stop.aborted) {
      try {
        const { ticket } = await caller.ask(contract.stream.ticket, {})
        const query = new URLSearchParams({ ticket, ...(place !== undefined && { after: place }) })
        const silent = new AbortController()
        const signal = AbortSignal.any([stop, silent.signal])
        const { body } = await fetch(`${server()}/api/stream/v1/events?${query}`, { signal })
        const feed = eventsIn((event, data, id) => {
          place = id ?? place
          if (event === 'order.changed') this.heard.add((JSON.parse(data) as { orderId: string }).orderId)
          else if (event === 'reset') for (const orderId of acknowledged) this.heard.add(orderId)
        })
        let overdue = setTimeout(() => silent.abort(), SILENCE_MS)
        for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
          clearTimeout(overdue)
          overdue = setTimeout(() => silent.abort(), SILENCE_MS)
          feed(chunk)
        }
        clearTimeout(overdue)
      } catch {
        // The stream has ended, or no server gave a ticket.
      }
      await after(1000)
    }
  }
}
