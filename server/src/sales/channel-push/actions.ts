import type { Source } from '@cheyi/domain/booking/order/codes'
import { type Context, newId } from '../../kernel/context.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { asSystem } from '../../kernel/make-context.ts'
import { eventView } from './event-view.ts'
import * as store from './store.ts'

export { eventView as eventShown } from './event-view.ts'
export { type Replayed, replaysBy } from './replay.ts'
export { deliver } from './send.ts'
export { type NumberedEvent, webhookRow as webhookOf } from './store.ts'
export { messageOf } from './wires.ts'

/** The events of a channel after a number, for a platform that missed some. */
export async function eventsAfter(ctx: Context, source: Source, after: number, limit: number) {
  const rows = await store.numberedEvents(ctx, source, after, limit + 1)
  return { events: rows.slice(0, limit).map(eventView), more: rows.length > limit }
}

/** Stores a request of a channel with its answer, once the answer was sent. */
export function logRequest(
  kernel: Kernel,
  { merchantId, source }: { readonly merchantId: string; readonly source: Source },
  request: Omit<store.Logged, 'source' | 'outgoing' | 'eventId' | 'fault'>,
): void {
  const write = async () => {
    const vault = await kernel.vaults.merchant(merchantId)
    await asSystem(kernel, { name: 'channelLog', merchantId, vault }, async (ctx) => {
      store.log(ctx, await newId(ctx), { ...request, source, outgoing: false, eventId: null, fault: '' })
    })
  }
  kernel.afterwards.begin([write], { call: 'channelLog' })
}
