import type { Call } from '@cheyi/contract/kernel/call'
import { Refusal } from '@cheyi/domain/refusal'
import { Restart } from '../db/restart.ts'
import { isUniqueViolation } from '../db/unique-refusal.ts'
import type { Unavailable } from '../http/unavailable.ts'
import { type Identity, NOTHING_CHOSEN } from '../identity.ts'

/* What a database failure means for the caller. */

/** A value that passed validation and that the database cannot store (SQLSTATE class 22): a fault of the input, not of the server. */
export const isUnfit = (error: unknown): boolean => /^22...$/.test((error as { code?: string } | null)?.code ?? '')

/**
 * Unique or exclusion violation, deadlock, serialisation failure, or locks that were not available: a concurrent
 * transaction won. Duplicates of typed values are refused by their field before (`db/unique-refusal.ts`).
 */
export function isRace(error: unknown): boolean {
  if (error instanceof Restart || isUniqueViolation(error)) return true
  return /^(23P01|40P01|40001)$/.test((error as { code?: string } | null)?.code ?? '')
}

/**
 * What a race means that a call lost twice. Two orders of one car are refused by the database as an overlap; of any other race nobody can
 * say more than that something was changed meanwhile.
 */
export function refusalOfRace(error: unknown): Refusal {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return new Refusal(code === '23P01' && constraint === 'occupancy_no_overlap' ? 'noVehicleLeft' : 'stale')
}

/** The month of the posting was closed meanwhile: the call is retried with a new date. */
export const isTooLate = (error: unknown): boolean => (error as { code?: string } | null)?.code === 'CY001'

/**
 * A row of a store that the caller may not access, or of all stores: refused by a trigger, or by the
 * row-level policies. A row of another merchant is a fault of the server instead.
 */
export function isBeyondReach(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  return code === 'CY002' || (code === '42501' && /policy "(scope|stores)"/.test(message))
}

/**
 * Whether the call may be retried after its connection was lost: nothing was committed, or the idempotency key shows
 * it. External effects of the attempt (a one-time code, a counter) would happen twice.
 */
export const mayRepeat = (
  error: Unavailable,
  { merchantId }: Identity,
  key: string | null,
  call: Call,
  traces: { readonly outside: boolean },
): boolean => {
  // A retry is recognised by its key, and gets the first answer.
  const keyed = key !== null && call.tenant !== 'none' && merchantId !== NOTHING_CHOSEN
  return error.reason === 'lost' && !traces.outside && (!error.undecided || keyed)
}
