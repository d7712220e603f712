import type { OrderKind, OrderStatus } from '../../booking/order/codes.ts'
import { profileOf } from '../../booking/order/kinds.ts'
import { rowsOf } from '../../features.ts'
import type { PermissionKey } from '../../permission.ts'
import { type Counter, counterKeys } from '../todo/counters.ts'

/** Features whose records are open on screens while others change them, with the permissions of their pages. */
const recordKeys = {
  ...rowsOf('records'),
  account: ['account'],
  role: ['role'],
  store: ['store'],
} as const satisfies Readonly<Record<string, readonly PermissionKey[]>>
export type RecordFeature = keyof typeof recordKeys
export const isRecordFeature = (feature: string): feature is RecordFeature => Object.hasOwn(recordKeys, feature)

/**
 * Events for running clients. An event only says that something changed and which record, never its content: no
 * name, phone or document. Ids are strings.
 */
export interface EventData {
  /** Records of a feature were saved, without naming one. */
  readonly 'record.changed': { readonly feature: RecordFeature }
  readonly 'order.changed': {
    readonly orderId: string
    readonly orderKind: OrderKind
    readonly status: OrderStatus
    readonly version: number
  }
  /** `to` null: without end. */
  readonly 'stock.changed': {
    readonly storeId: string
    readonly modelId: string
    readonly from: number
    readonly to: number | null
  }
  /**
   * Past data of an order, a car or the cash was corrected from that time on, or a customer was added or lost an order: for the
   * computation of figures, not for clients.
   */
  readonly 'figures.changed': {
    readonly what: 'order' | 'car' | 'cash' | 'person'
    readonly id: string
    readonly from: number
  }
  readonly 'todo.changed': { readonly codes: readonly Counter[] }
  readonly 'ticket.changed': {
    readonly ticketId: string
    readonly kind: string
    readonly status: number
    readonly version: number
  }
  readonly 'violation.changed': {
    readonly violationId: string
    readonly orderId?: string
    readonly status: number
    readonly version: number
  }
  readonly alarm: {
    readonly alarmId: string
    readonly vehicleId: string
    readonly type: number
    readonly level: number
    readonly state: number
  }
  readonly 'command.changed': {
    readonly commandId: string
    readonly vehicleId: string
    readonly type: number
    readonly state: number
    readonly errorCode?: number
  }
  readonly 'channel.changed': { readonly channelId: string; readonly status: number; readonly failed: number }
  readonly 'media.ready': {
    readonly mediaId: string
    readonly biz: string
    readonly bizId: string
    readonly state: number
  }
  readonly notify: {
    readonly type: number
    readonly level: number
    readonly title: string
  }
  readonly 'approval.changed': { readonly approvalId: string; readonly call: string; readonly state: number }
  /** `session`: it has ended, and the stream with it. */
  readonly 'auth.changed': { readonly reason: 'role' | 'scope' | 'status' | 'merchant' | 'session' }
  readonly 'job.changed': {
    readonly jobId: string
    readonly state: number
    readonly done: number
    readonly total: number
  }
}
export type EventType = keyof EventData

/** Recipients of an event: holders of one of `keys` who see one of the stores, and the named accounts. */
export interface Audience {
  /** One of them is sufficient; null: those of the catalogue. */
  readonly keys?: readonly PermissionKey[] | null
  /** Stores of the record; null or none: accounts of every store. */
  readonly storeIds?: readonly string[] | null
  /** Accounts that receive it whatever their permissions; for orders, those that are responsible for it. */
  readonly accountIds?: readonly string[] | null
}

type Keys<T extends EventType> = readonly PermissionKey[] | ((data: EventData[T]) => readonly PermissionKey[])

/** Permissions that allow receiving each event; none: only the named accounts. */
const keys: { readonly [T in EventType]: Keys<T> } = {
  'record.changed': ({ feature }) => recordKeys[feature],
  'order.changed': ({ orderKind }) => [profileOf(orderKind).pageKey],
  'stock.changed': ['stock', 'order.create', 'longOrder.create'],
  'figures.changed': [],
  'todo.changed': ({ codes }) => codes.map((code) => counterKeys[code]),
  'ticket.changed': ['ticket'],
  'violation.changed': ['violation.list', 'violation.record'],
  alarm: ['vehicleControl'],
  'command.changed': [],
  'channel.changed': ['channel'],
  'media.ready': [],
  notify: [],
  'approval.changed': [],
  'auth.changed': [],
  'job.changed': [],
}

/** A connected client. */
export interface Viewer {
  readonly accountId: string
  readonly keys: ReadonlySet<string>
  readonly scope: 'all' | 'stores' | 'own' | 'link'
  readonly storeIds: readonly string[]
}

/**
 * Whether a client receives an event. Scope `own` only receives events that name its account; events of other
 * stores are never received.
 */
export function receives<T extends EventType>(
  { type, data, audience }: { readonly type: T; readonly data: EventData[T]; readonly audience: Audience },
  viewer: Viewer,
): boolean {
  const declared = keys[type] as Keys<T>
  const opening = audience.keys ?? (typeof declared === 'function' ? declared(data) : declared)
  const named = audience.accountIds?.includes(viewer.accountId) ?? false
  if (type === 'order.changed') {
    // Responsible accounts are named for scope `own`; without the page permission of the kind they receive nothing.
    return (
      opening.some((key) => viewer.keys.has(key)) && seesStore(audience, viewer) && (viewer.scope !== 'own' || named)
    )
  }
  if (named) return true
  if (!opening.some((key) => viewer.keys.has(key)) || viewer.scope === 'link') return false
  return seesStore(audience, viewer)
}

const seesStore = ({ storeIds }: Audience, { scope, storeIds: mine }: Viewer): boolean =>
  scope === 'all' || storeIds == null || storeIds.length === 0 || storeIds.some((id) => mine.includes(id))
