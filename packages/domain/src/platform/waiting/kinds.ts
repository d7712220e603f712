import type { Fen } from '../../pricing/quote/money.ts'
import type { Instant } from '../../time.ts'

/*
 * Pending work is stored as rows: the subject, from when it counts, and its deadline. A room registers its kinds
 * here, with a pure function of its facts that returns the pending ones and their times: those of an order, a
 * ticket and a violation are in this folder.
 */

/** Records that can have pending work. */
export const waitSubjects = ['order', 'ticket', 'illegal', 'referral'] as const
export type WaitSubject = (typeof waitSubjects)[number]
/** Records about which a colleague can be asked for an act. */
export const referralSubjects = ['order', 'ticket', 'illegal'] as const satisfies readonly WaitSubject[]
export type ReferralSubject = (typeof referralSubjects)[number]

interface WaitKind {
  /** Missing: an order. */
  readonly subject?: WaitSubject
  /** The stores whose counter shows it; missing where no counter does. */
  readonly counted?: 'pickup' | 'return' | 'either'
  /** The stores whose daily list shows it; missing where no list does. */
  readonly listed?: 'pickup' | 'return' | 'either'
  /** The end of the rental that the list shows, where it differs from that of the store. */
  readonly tellsOf?: 'return'
  /** No customer is waiting at the store: unless a time was promised, it is listed after the rest of the day. */
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
  referral: { subject: 'referral', listed: 'either' },
} as const satisfies Readonly<Record<string, WaitKind>>
export type WaitKindName = keyof typeof waitKinds

const kindsWhere = (holds: (kind: WaitKind) => boolean): readonly WaitKindName[] =>
  (Object.entries(waitKinds) as [WaitKindName, WaitKind][]).flatMap(([name, kind]) => (holds(kind) ? [name] : []))

/** The kinds of a subject. */
export const kindsAbout = (about: WaitSubject): readonly WaitKindName[] =>
  kindsWhere(({ subject = 'order' }) => subject === about)

/** The kinds in the counters for that end of a rental. */
export const kindsCountedAt = (end: 'pickup' | 'return'): readonly WaitKindName[] =>
  kindsWhere(({ counted }) => counted === end || counted === 'either')

/** The kinds on the daily list for that end of a rental. */
export const kindsListedAt = (end: 'pickup' | 'return'): readonly WaitKindName[] =>
  kindsWhere(({ listed }) => listed === end || listed === 'either')

/** The kinds that show the return of the rental: its store, address and driver. */
export const kindsOfReturn = kindsWhere(({ listed, tellsOf = listed }) => tellsOf === 'return')

export const kindsOfMoney = kindsWhere(({ money }) => money === true)

/** One item of pending work, unique by kind and subject. Amounts in fen, instants in epoch ms. */
export interface Waiting {
  readonly kind: WaitKindName
  /** Its counter includes it from this moment until that; null: never, and without an end. */
  readonly countsFrom: Instant | null
  readonly countsUntil: Instant | null
  /** Its amount in the sum of its counter. */
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
export const waiting = (kind: WaitKindName, given: Partial<Omit<Waiting, 'kind'>>): Waiting => ({
  kind,
  ...nothing,
  ...given,
})
