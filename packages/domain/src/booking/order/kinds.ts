import type { PermissionKey } from '../../permission.ts'
import { agreementType, type LeaseType } from '../../rental/agreement/codes.ts'
import { type OrderKind, orderKind } from './kind.ts'

/** Sections of the detail screen, in their order. */
export type Panel =
  | 'vehicle'
  | 'period'
  | 'customer'
  | 'drivers'
  | 'fees'
  | 'instalments'
  | 'deposits'
  | 'damage'
  | 'violation'
  | 'agreements'
  | 'records'
  | 'remarks'
  | 'log'

/** Everything in which regular and long orders differ. Code reads the profile instead of comparing the kind. */
export interface OrderProfile {
  readonly kind: OrderKind
  /** First part of the names of its screens. */
  readonly feature: 'order' | 'longOrder'
  /** Base of the routes. */
  readonly base: '/order' | '/long-order'
  readonly titles: { readonly list: string; readonly create: string; readonly detail: string }
  /** Required for every call and screen about an order of this kind, besides their own permission. */
  readonly pageKey: PermissionKey
  readonly createKey: PermissionKey
  readonly panels: readonly Panel[]
  /** `once`: the whole price is billed when the order is submitted; `instalments`: row by row when due. */
  readonly billing: 'once' | 'instalments'
  /** Unit of the rental's length. */
  readonly counts: 'hours' | 'dates'
  /** How a rental ends before its agreed end: recalculated, or terminated with a penalty. */
  readonly earlyEnd: 'reprice' | 'terminate'
  /** The contract that is signed at the pickup. */
  readonly lease: LeaseType
  /** Only regular orders have separate cancellation rules for holidays. */
  readonly holidayCancelRule: boolean
  /** Pages that only orders of this kind have. */
  readonly ownPages: readonly string[]
  /** Whether an order can be booked for a customer who picks up the car at once. */
  readonly walkIn: boolean
}

const short: OrderProfile = {
  kind: orderKind.short,
  feature: 'order',
  base: '/order',
  titles: { list: '短租订单', create: '新建订单', detail: '订单详情' },
  pageKey: 'order.list',
  createKey: 'order.create',
  panels: [
    'vehicle',
    'period',
    'customer',
    'drivers',
    'fees',
    'deposits',
    'damage',
    'violation',
    'agreements',
    'records',
    'remarks',
    'log',
  ],
  billing: 'once',
  counts: 'hours',
  earlyEnd: 'reprice',
  lease: agreementType.pickup,
  holidayCancelRule: true,
  ownPages: [],
  walkIn: true,
}

const long: OrderProfile = {
  kind: orderKind.long,
  feature: 'longOrder',
  base: '/long-order',
  titles: { list: '长租订单', create: '新建长租', detail: '长租订单详情' },
  pageKey: 'longOrder.list',
  createKey: 'longOrder.create',
  panels: [
    'instalments',
    'vehicle',
    'period',
    'customer',
    'drivers',
    'fees',
    'deposits',
    'damage',
    'violation',
    'agreements',
    'records',
    'remarks',
    'log',
  ],
  billing: 'instalments',
  counts: 'dates',
  earlyEnd: 'terminate',
  lease: agreementType.long,
  holidayCancelRule: false,
  ownPages: ['instalment-list', 'flow-record'],
  walkIn: false,
}

/** Both profiles, the regular one first. */
export const orderProfiles: readonly OrderProfile[] = [short, long]

export const profileOf = (kind: OrderKind): OrderProfile => (kind === orderKind.long ? long : short)

/** The profile of a page's path; undefined for pages of both kinds. */
export const profileAt = (path: string): OrderProfile | undefined =>
  orderProfiles.find(({ base }) => path === base || path.startsWith(`${base}/`))

/** Caches a value that is built from a profile, per kind. */
export function perKind<T>(make: (profile: OrderProfile) => T): (kind: OrderKind) => T {
  const made: Partial<Record<OrderKind, T>> = {}
  return (kind) => (made[kind] ??= make(profileOf(kind)))
}

/** The kinds whose page permission is held: a list never shows others, whatever was requested. */
export const kindsOpenTo = (held: ReadonlySet<string>): OrderKind[] =>
  orderProfiles.filter((profile) => held.has(profile.pageKey)).map((profile) => profile.kind)
