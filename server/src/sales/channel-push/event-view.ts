import { eventData, eventTypeOf } from '@cheyi/domain/sales/channel-push/event'
import { toIso } from '@cheyi/domain/time'
import type { NumberedEvent } from './store.ts'

/** An event as the platform gets it, by its address or by a read. */
export const eventView = (row: NumberedEvent) => ({
  eventId: row.id,
  seq: row.seq,
  type: eventTypeOf(row),
  timestamp: toIso(row.at),
  test: false,
  data: eventData(row),
})
export type EventView = ReturnType<typeof eventView>
