import { rowsOf } from '../../features.ts'

/* What should be done before a month is closed. Each feature names its own points in its manifest. */

const rows = rowsOf('closingPoints')

export type ClosingPoint = keyof typeof rows

/** In the order in which the work is done. */
export const closingPoints: readonly ClosingPoint[] = (Object.keys(rows) as ClosingPoint[]).toSorted(
  (a, b) => rows[a].step - rows[b].step,
)

/** Whether a month may be closed without this work, when somebody says why. */
export const mayAcceptPoint = (point: ClosingPoint): boolean => 'mayAccept' in rows[point]

/** What somebody accepted for a month: so many, and not more. */
export interface Acceptance {
  readonly count: number
}

/** Whether a point hinders the closing: there is work, and nobody accepted as much of it. */
export const hindersClosing = (count: number, acceptance: Acceptance | undefined): boolean =>
  count > (acceptance?.count ?? 0)

/** Fewest characters of the reason for which a point is accepted. */
export const LEAST_ACCEPT_REASON = 5
