import type { EventData, EventType } from './events.ts'

/** An event as received. */
export type LiveEvent = { readonly [T in EventType]: { readonly type: T; readonly data: EventData[T] } }[EventType]

/** A cached answer of a client: the room of its call, the input, and the answer. */
export interface KeptRead {
  readonly room: string
  readonly input: Readonly<Record<string, unknown>>
  readonly answer: unknown
}

/** Rooms whose answers depend on an order or its money; quotes are excluded, since a form requests them. */
const aboutOrders = new Set([
  'order',
  'deposit',
  'expense',
  'payment',
  'cashShift',
  'pickupReturn',
  'agreement',
  'driver',
  'renewal',
  'damage',
  'violation',
  'instalment',
])

/** Rooms whose answers count and list pending work of all rooms. */
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

/** A read with an id only depends on that record; a read without one, such as a list, depends on any. */
const fits = (asked: unknown, id: string | undefined): boolean =>
  asked === undefined || id === undefined || asked === id

const concerns: { readonly [T in EventType]?: Concerns<T> } = {
  'record.changed': (room, _, data) => room === data.room,
  'order.changed': (room, { orderId }, data, kept) =>
    overviews.has(room) ||
    (aboutOrders.has(room) &&
      fits(orderId, data.orderId) &&
      // The client's own write has already returned this version.
      !(
        room === 'order' &&
        orderId !== undefined &&
        (kept as { version?: number } | undefined)?.version === data.version
      )),
  // The fleet list also shows the state of each car.
  'stock.changed': (room, { storeId, modelId }, data) =>
    inRoom('stock', 'inventory')(room) && fits(storeId, data.storeId) && fits(modelId, data.modelId),
  'todo.changed': inRoom('overview', 'todo'),
  'ticket.changed': inRoom('ticket', 'overview', 'todo', 'damage'),
  'violation.changed': inRoom('violation', 'overview', 'todo'),
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

/** Whether answers of a room are shown around every page. */
export const standsEverywhere = (room: string): boolean => everywhere.has(room)
