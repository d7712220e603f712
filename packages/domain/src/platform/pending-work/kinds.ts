import { rowsOf } from '../../features.ts'
import type { Counted, PendingKindRow } from '../../manifest.ts'
import type { Fen } from '../../money.ts'
import type { PermissionKey } from '../../permission.ts'
import type { Instant } from '../../time.ts'

/*
 * Pending work is stored as rows: the subject, from when it counts, and its deadline. Each kind is a row
 * below; a pure function of the facts of its subject returns the pending ones and their times: those of an order, a
 * ticket and a violation are in this folder.
 */

/** Every kind of pending work. The feature of a subject registers how it is found, and its counters, with `registerPendingWork` of the server. */
export const pendingKinds = {
  ...rowsOf('pendingKinds'),
  referral: { subject: 'referral', listed: 'either' },
} as const satisfies Readonly<Record<string, PendingKindRow>>
type Kinds = typeof pendingKinds
export type PendingKind = keyof Kinds
/** Records that can have pending work. */
export type PendingSubject = Kinds[PendingKind]['subject']
export const pendingSubjects: readonly PendingSubject[] = [
  ...new Set(Object.values(pendingKinds).map(({ subject }) => subject)),
]
/** Records about which a colleague can be asked for an act. */
export const referredRecords = ['order', 'ticket', 'violation'] as const satisfies readonly PendingSubject[]
export type ReferredRecord = (typeof referredRecords)[number]
/** `draft`: a filled form of which there is no record yet. */
export type ReferralSubject = ReferredRecord | 'draft'
/** Screens whose form can be handed to a colleague before it is sent. */
export const draftScreens = [
  'order.create',
  'longOrder.create',
  'relocation.create',
  'maintenance.create',
  'yearly.create',
] as const
export type DraftScreen = (typeof draftScreens)[number]
/** The kinds of a subject that have a counter. */
export type CounterOf<S extends PendingSubject> = {
  [K in PendingKind]: Kinds[K] extends Counted & { readonly subject: S } ? K : never
}[PendingKind]

const kindsWhere = (holds: (kind: PendingKindRow) => boolean): readonly PendingKind[] =>
  (Object.entries(pendingKinds) as [PendingKind, PendingKindRow][]).flatMap(([name, kind]) =>
    holds(kind) ? [name] : [],
  )

/** The kinds of a subject. */
export const kindsAbout = (about: PendingSubject): readonly PendingKind[] =>
  kindsWhere(({ subject }) => subject === about)

/** The kinds of a subject that have a counter, in the order of the home page. */
export const countersOf = <S extends PendingSubject>(about: S) =>
  kindsWhere(({ subject, counted }) => subject === about && counted !== undefined) as readonly CounterOf<S>[]

/** The permissions of all counters of pending work. */
export const waitKeys = Object.fromEntries(
  Object.entries<PendingKindRow>(pendingKinds).flatMap(([name, { key }]) => (key === undefined ? [] : [[name, key]])),
) as Readonly<Record<CounterOf<PendingSubject>, PermissionKey>>

/** The kinds in the counters for that end of a rental. */
export const kindsCountedAt = (end: 'pickup' | 'return'): readonly PendingKind[] =>
  kindsWhere(({ counted }) => counted === end || counted === 'either')

/** The kinds on the daily list for that end of a rental. */
export const kindsListedAt = (end: 'pickup' | 'return'): readonly PendingKind[] =>
  kindsWhere(({ listed }) => listed === end || listed === 'either')

/** The kinds that show the return of the rental: its store, address and driver. */
export const kindsOfReturn = kindsWhere(({ listed, tellsOf = listed }) => tellsOf === 'return')

/**
 * Kinds that an order has exactly while it is in certain statuses: at most one at a time, counted without a time limit and
 * by everybody. Their number is therefore the number of orders in these statuses, which is kept as a sum.
 */
export const statusKinds = ['confirm', 'arrange', 'cancelling'] as const satisfies readonly PendingKind[]
export type StatusKind = (typeof statusKinds)[number]

export const kindsOfMoney = kindsWhere(({ money }) => money === true)

/** One item of pending work, unique by kind and subject. Amounts in fen, instants in epoch ms. */
export interface Waiting {
  readonly kind: PendingKind
  /** The kind that its order has by its status, if any: who counts orders by that kind has counted the order. */
  readonly statusKind: StatusKind | null
  /** Its counter includes it from this moment until that; null: never, and without an end. */
  readonly countsFrom: Instant | null
  readonly countsUntil: Instant | null
  /** The amount that it adds to the sum of its counter, fen; null: the counter has no sum. */
  readonly countsFen: Fen | null
  /** It is on the daily list from this moment; null: never. */
  readonly listedFrom: Instant | null
  /** Its deadline; null when it is on no list. */
  readonly dueAt: Instant | null
  /** The amount shown in the list. */
  readonly listedFen: Fen | null
  /** The time that staff promised to the customer. */
  readonly promisedAt: Instant | null
  /** The list shows it only to this account, while that account is permitted to do it. */
  readonly assigneeId: string | null
  /** Every account except this one may do it. */
  readonly exceptId: string | null
}

/** Counts, or is listed, without a start. */
export const ALWAYS: Instant = 0

const nothing = {
  statusKind: null,
  countsFrom: null,
  countsUntil: null,
  countsFen: null,
  listedFrom: null,
  dueAt: null,
  listedFen: null,
  promisedAt: null,
  assigneeId: null,
  exceptId: null,
} as const

/** One item of pending work; missing fields are null. */
export const waiting = (kind: PendingKind, given: Partial<Omit<Waiting, 'kind'>>): Waiting => ({
  kind,
  ...nothing,
  ...given,
})
