import type { Instant } from '../../time.ts'
import { type CarTime, holderAt, type RentalStretch } from '../violation/match.ts'
import { type TollStatus, tollStatus } from './codes.ts'

/** Who bears a line of a bill. `unknown`: several orders, or one so near that a person has to decide. */
export type Bearer =
  | { readonly by: 'order'; readonly orderId: string; readonly stretch: RentalStretch }
  | { readonly by: 'merchant' }
  | { readonly by: 'unknown' }

/**
 * The bearer at a minute: the order that had the car; the merchant while an employee drove it, while it was in repair, and while it was
 * idle with no rental near that minute.
 */
function bearerAt(car: CarTime, at: Instant): Bearer {
  const holder = holderAt(car, at)
  if (holder.by === 'order') return holder
  return holder.by === 'nobody' && holder.candidates.length > 0 ? { by: 'unknown' } : { by: 'merchant' }
}

const nameOf = (bearer: Bearer): string => (bearer.by === 'order' ? bearer.orderId : bearer.by)

/**
 * The bearer of a line: the one who had the car when it left the road, the car park or the charger, if the same one had it on entry. A
 * stay that begins with one and ends with another waits for the decision of a person.
 */
export function bearerOf(
  car: CarTime,
  { inAt, outAt }: { readonly inAt: Instant | null; readonly outAt: Instant },
): Bearer {
  const bearer = bearerAt(car, outAt)
  return inAt === null || nameOf(bearerAt(car, inAt)) === nameOf(bearer) ? bearer : { by: 'unknown' }
}

const statuses: Readonly<Record<Bearer['by'], TollStatus>> = {
  order: tollStatus.toCharge,
  merchant: tollStatus.borne,
  unknown: tollStatus.unmatched,
}

export const orderOf = (bearer: Bearer): string | null => (bearer.by === 'order' ? bearer.orderId : null)

/** What a line records of its bearer. */
export const recordOf = (bearer: Bearer) => ({ status: statuses[bearer.by], orderId: orderOf(bearer) })
