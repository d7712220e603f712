import type { EventData, EventType } from './events.ts'

/** An event as it arrived. */
export type LiveEvent = { readonly [T in EventType]: { readonly type: T; readonly data: EventData[T] } }[EventType]

/** An answer that a client keeps: the room of its call, what was asked, and what came. */
export interface KeptRead {
  readonly room: string
  readonly input: Readonly<Record<string, unknown>>
  readonly answer: unknown
}

/** Rooms whose answers tell of an order, or of its money; a quote is no such answer, it is asked for by a form. */
const aboutOrders = new Set([
  'order',
  'deposit',
  'expense',
  'payment',
  'till',
  'pickupReturn',
  'agreement',
  'driver',
  'renewal',
  'damage',
  'violation',
  'instalment',
])

/** Rooms whose answers count and list what waits anywhere. */
const overviews = new Set(['overview', 'todo'])

type Concerns<T extends EventType> = (
  room: string,
  input: KeptRead['input'],
  data: EventData[T],
  kept: unknown,
) => boolean

const inRoom =
  (...rooms: readonly string[]) =>
  (room: string) =>
    rooms.includes(room)

/** What was asked with an id concerns that one only; what was asked without one, such as a list, concerns any. */
const fits = (asked: unknown, id: string | undefined): boolean =>
  asked === undefined || id === undefined || asked === id

const concerns: { readonly [T in EventType]?: Concerns<T> } = {
  'record.changed': (room, _, data) => room === data.room,
  'order.changed': (room, { orderId }, data, kept) =>
    overviews.has(room) ||
    (aboutOrders.has(room) &&
      fits(orderId, data.orderId) &&
      // One's own write has brought it already.
      !(
        room === 'order' &&
        orderId !== undefined &&
        (kept as { version?: number } | undefined)?.version === data.version
      )),
  // What a car does stands in the fleet's list too.
  'stock.changed': (room, { storeId, modelId }, data) =>
    inRoom('stock', 'inventory')(room) && fits(storeId, data.storeId) && fits(modelId, data.modelId),
  'todo.changed': inRoom('overview', 'todo'),
  'ticket.changed': inRoom('ticket', 'overview', 'todo', 'damage'),
  'illegal.changed': inRoom('violation', 'overview', 'todo'),
  'channel.changed': inRoom('channel'),
  'command.changed': inRoom('vehicleControl'),
  alarm: inRoom('vehicleControl', 'overview', 'todo'),
  notify: inRoom('notify'),
  'approval.changed': inRoom('approval', 'overview', 'todo'),
  'media.ready': inRoom('media', 'pickupReturn'),
  'job.changed': (room, { jobId }, data) => room === 'job' && fits(jobId, data.jobId),
}

export function concernsRead({ type, data }: LiveEvent, { room, input, answer }: KeptRead): boolean {
  const test = concerns[type] as Concerns<EventType> | undefined
  return test?.(room, input, data, answer) ?? false
}

const everywhere: ReadonlySet<string> = new Set(['overview', 'todo', 'notify', 'job', 'approval'])

/** Whether answers of a room stand around every page, whatever it shows. */
export const standsEverywhere = (room: string): boolean => everywhere.has(room)
