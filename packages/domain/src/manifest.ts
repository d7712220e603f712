import type { PermissionKey } from './permission.ts'

/* What the lists of the platform know of a feature above it: its `manifest.ts`, which `features.ts` names. */

/** A counter of the home page: the stores that it belongs to, and the permission for that work, with which it is shown. */
export type Counted = { readonly counted: 'pickup' | 'return' | 'either'; readonly key: PermissionKey }

/** The daily list shows orders, tickets and requests to a colleague. */
type Listed = {
  readonly subject: 'order' | 'ticket' | 'referral'
  /** The stores whose daily list shows it; missing where no list does. */
  readonly listed?: 'pickup' | 'return' | 'either'
  /** The end of the rental that the list shows, where it differs from that of the store. */
  readonly tellsOf?: 'return'
  /** No customer is waiting at the store: unless a time was promised, it is listed after the rest of the day. */
  readonly money?: true
}

export type PendingKindRow = (Counted | { readonly counted?: never; readonly key?: never }) &
  (Listed | { readonly subject: string; readonly listed?: never; readonly tellsOf?: never; readonly money?: never })

export type RefusalRow = { readonly code: number; readonly message: string }

type Words = Readonly<Record<string, string>>

/** What should be done before a month is closed (月结). */
export interface ClosingPointRow {
  /** Its place among the points of all features: work that finds more work comes first. */
  readonly step: number
  /** The month may be closed without it when somebody says why. The books would be wrong without any other point. */
  readonly mayAccept?: true
}

export interface Manifest {
  /** Why its calls are refused, by name; the ranges of codes are in `refusal.ts`. */
  readonly refusals?: Readonly<Record<string, RefusalRow>>
  /** Its records that wait for a person, in the order of the home page; the server registers how they are found. */
  readonly pendingKinds?: Readonly<Record<string, PendingKindRow>>
  /** Its counters on the home page that are no pending work but a condition over many records, with the permission for that work. */
  readonly counters?: Readonly<Record<string, PermissionKey>>
  /** Its work that a month is not closed without; the server registers its words and how it is counted. */
  readonly closingPoints?: Readonly<Record<string, ClosingPointRow>>
  /** Its records that are open on screens while others change them, with the permissions of their pages. */
  readonly records?: Readonly<Record<string, readonly PermissionKey[]>>
  /** In the log: the feature, as the first word of an action; kinds of records; and fields that no other feature has. */
  readonly audit?: { readonly features?: Words; readonly records?: Words; readonly fields?: Words }
}
