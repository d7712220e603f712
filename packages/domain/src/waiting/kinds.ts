import type { Fen } from '../quote/money.ts'
import type { Instant } from '../time.ts'

/*
 * What waits for a person is a row: of which subject, since when it counts, by when it is to be done. A room brings its kinds here,
 * and a pure function of its facts that says which of them wait and until when: those of an order, a ticket and a violation stand beside.
 */

/** What something waits about. */
export const waitSubjects = ['order', 'ticket', 'illegal'] as const
export type WaitSubject = (typeof waitSubjects)[number]

interface WaitKind {
  /** Left out: an order. */
  readonly subject?: WaitSubject
  /** The stores whose counter shows it; left out where no counter does. */
  readonly counted?: 'pickup' | 'return' | 'either'
  /** The stores on whose list of the day it stands; left out where it is on no list. */
  readonly listed?: 'pickup' | 'return' | 'either'
  /** The end of the rental that the list tells of, where it is not that of the store. */
  readonly tellsOf?: 'return'
  /** Nobody waits at the counter for it: unless a time was promised it stands behind the rest of the day. */
  readonly money?: true
}

export const waitKinds = {
  confirm: { counted: 'either', listed: 'pickup' },
  cancelling: { counted: 'either' },
  refund: { counted: 'either', listed: 'pickup', tellsOf: 'return', money: true },
  payback: { counted: 'either', listed: 'pickup', tellsOf: 'return', money: true },
  payCheck: { counted: 'either', listed: 'pickup', money: true },
  authEnded: { counted: 'either', listed: 'pickup', money: true },
  authExpiry: { counted: 'either' },
  reimburse: { counted: 'either' },
  prepay: { counted: 'either' },
  debt: { counted: 'either' },
  instalmentDue: { counted: 'either', listed: 'pickup', money: true },
  instalmentLate: { counted: 'either', listed: 'pickup', money: true },
  damage: { counted: 'either' },
  lost: { counted: 'either' },
  video: { counted: 'either' },
  arrange: { counted: 'either', listed: 'pickup' },
  conflict: { counted: 'either' },
  reassign: { counted: 'either' },
  pickup: { counted: 'pickup', listed: 'pickup' },
  return: { counted: 'return', listed: 'return' },
  overdue: { counted: 'return' },
  selfCheck: { counted: 'either', listed: 'either' },
  rentalDeposit: { counted: 'return' },
  violationDeposit: { counted: 'return', listed: 'return', money: true },
  noShow: { listed: 'pickup' },
  depositBack: { listed: 'return', money: true },
  ticketDue: { subject: 'ticket', counted: 'either', listed: 'either' },
  ticketApprove: { subject: 'ticket', counted: 'either', listed: 'either' },
  ticketAssign: { subject: 'ticket', counted: 'either', listed: 'either' },
  ticketReassign: { subject: 'ticket', counted: 'either', listed: 'either' },
  illegalMatch: { subject: 'illegal', counted: 'either' },
  illegalTodo: { subject: 'illegal', counted: 'either' },
  illegalClose: { subject: 'illegal', counted: 'either' },
} as const satisfies Readonly<Record<string, WaitKind>>
export type WaitKindName = keyof typeof waitKinds

const kindsWhere = (holds: (kind: WaitKind) => boolean): readonly WaitKindName[] =>
  (Object.entries(waitKinds) as [WaitKindName, WaitKind][]).flatMap(([name, kind]) => (holds(kind) ? [name] : []))

/** What may wait about a subject. */
export const kindsAbout = (about: WaitSubject): readonly WaitKindName[] =>
  kindsWhere(({ subject = 'order' }) => subject === about)

/** What the counters of that end of a rental show. */
export const kindsCountedAt = (end: 'pickup' | 'return'): readonly WaitKindName[] =>
  kindsWhere(({ counted }) => counted === end || counted === 'either')

/** What is done at that end of a rental, on the list of its store. */
export const kindsListedAt = (end: 'pickup' | 'return'): readonly WaitKindName[] =>
  kindsWhere(({ listed }) => listed === end || listed === 'either')

/** What is told with the return of its rental: its store, its address, its driver. */
export const kindsOfReturn = kindsWhere(({ listed, tellsOf = listed }) => tellsOf === 'return')

export const kindsOfMoney = kindsWhere(({ money }) => money === true)

/** Something that waits, once a kind and subject. Amounts in fen, instants in epoch ms. */
export interface Waiting {
  readonly kind: WaitKindName
  /** Its counter counts it from this moment until that; null: never, and without an end. */
  readonly countsFrom: Instant | null
  readonly countsUntil: Instant | null
  /** What it adds to the sum of its counter. */
  readonly countsFen: Fen | null
  /** It is on the list of the day from this moment; null: never. */
  readonly listedFrom: Instant | null
  /** By when it is, or was, to be done. Of what is on no list: null. */
  readonly dueAt: Instant | null
  /** What it is about, as the list says. */
  readonly listedFen: Fen | null
  /** Until when somebody promised the customer that it is done. */
  readonly promisedAt: Instant | null
  /** The list shows it to this account alone, as long as that may do it. */
  readonly assigneeId: string | null
  /** Anybody but this account may do it. */
  readonly exceptId: string | null
}

/** Counts, or is on the list, from the first moment on. */
export const ALWAYS: Instant = 0

const nothing = {
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

/** One that waits; what is not given is none. */
export const waiting = (kind: WaitKindName, given: Partial<Omit<Waiting, 'kind'>>): Waiting => ({
  kind,
  ...nothing,
  ...given,
})
