import type { EventData, EventType } from './events.ts'

/** An event as received. */
export type LiveEvent = { readonly [T in EventType]: { readonly type: T; readonly data: EventData[T] } }[EventType]

/** A cached answer of a client: the feature of its call, the input, and the answer. */
export interface KeptRead {
  readonly feature: string
  readonly input: Readonly<Record<string, unknown>>
  readonly answer: unknown
}

/** Features whose answers depend on an order or its money; quotes are excluded, since a form requests them. */
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
  'insurance',
  'violation',
  'instalment',
])

/** Features whose answers count and list pending work of all features. */
const overviews = new Set(['overview', 'todo'])

type Concerns<T extends EventType> = (
  feature: string,
  input: KeptRead['input'],
  data: EventData[T],
  kept: unknown,
) => boolean

const inFeature =
  (...features: readonly string[]) =>
  (feature: string) =>
    features.includes(feature)

/** A read with an id only depends on that record; a read without one, such as a list, depends on any. */
const mayConcern = (asked: unknown, id: string | undefined): boolean =>
  asked === undefined || id === undefined || asked === id

const concerns: { readonly [T in EventType]?: Concerns<T> } = {
  'record.changed': (feature, _, data) => feature === data.feature,
  'order.changed': (feature, { orderId }, data, kept) =>
    overviews.has(feature) ||
    (aboutOrders.has(feature) &&
      mayConcern(orderId, data.orderId) &&
      // The client's own write has already returned this version.
      !(
        feature === 'order' &&
        orderId !== undefined &&
        (kept as { version?: number } | undefined)?.version === data.version
      )),
  // The fleet list also shows the state of each car.
  'stock.changed': (feature, { storeId, modelId }, data) =>
    inFeature('stock', 'inventory')(feature) && mayConcern(storeId, data.storeId) && mayConcern(modelId, data.modelId),
  'todo.changed': inFeature('overview', 'todo'),
  'ticket.changed': inFeature('ticket', 'overview', 'todo', 'damage'),
  'violation.changed': inFeature('violation', 'overview', 'todo'),
  'channel.changed': inFeature('channel'),
  'command.changed': inFeature('vehicleControl'),
  alarm: inFeature('vehicleControl', 'overview', 'todo'),
  notify: inFeature('notify'),
  'approval.changed': inFeature('approval', 'overview', 'todo'),
  'media.ready': inFeature('media', 'pickupReturn'),
  'job.changed': (feature, { jobId }, data) => feature === 'job' && mayConcern(jobId, data.jobId),
}

export function concernsRead({ type, data }: LiveEvent, { feature, input, answer }: KeptRead): boolean {
  const test = concerns[type] as Concerns<EventType> | undefined
  return test?.(feature, input, data, answer) ?? false
}

const everywhere: ReadonlySet<string> = new Set(['overview', 'todo', 'notify', 'job', 'approval'])

/** Whether answers of a feature are shown around every page. */
export const standsEverywhere = (feature: string): boolean => everywhere.has(feature)
