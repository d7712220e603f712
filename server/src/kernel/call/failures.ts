import type { Call } from '@cheyi/contract/kernel/call'
import { Again } from '../db/again.ts'
import { isUniqueViolation } from '../db/taken.ts'
import type { Unavailable } from '../http/unavailable.ts'
import { type Identity, NOTHING_CHOSEN } from '../identity.ts'

/*
 * What a failure of the database means for whoever asked.
 */

/** A value that no field refused and the database cannot hold (SQLSTATE class 22): the asker's, not a failure of ours. */
export const isUnfit = (error: unknown): boolean => /^22...$/.test((error as { code?: string } | null)?.code ?? '')

/**
 * Unique or exclusion violation, deadlock, serialisation failure, or locks that could not be had: somebody else was quicker.
 * What somebody typed is refused by its field before it comes here (`db/taken.ts`).
 */
export function isRace(error: unknown): boolean {
  if (error instanceof Again || isUniqueViolation(error)) return true
  return /^(23P01|40P01|40001)$/.test((error as { code?: string } | null)?.code ?? '')
}

/** The month of the books that it belongs to was closed meanwhile (migration 0122): it is asked for again, and dated anew. */
export const isTooLate = (error: unknown): boolean => (error as { code?: string } | null)?.code === 'CY001'

/**
 * A row of a store that the caller is not of, or of all: a table that guards itself (migration 0420), or the policies that narrow
 * what is seen, which are asked of what is written too. Another merchant's row is no such thing, but a failure of ours.
 */
export function isBeyondReach(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  return code === 'CY002' || (code === '42501' && /policy "(scope|stores)"/.test(message))
}

/**
 * The connection was lost: nothing of the try has happened, or the idempotency key will tell. What it asked outside of
 * the transaction (a code that is good once, a count of tries) would happen twice.
 */
export const mayRepeat = (
  error: Unavailable,
  { merchantId }: Identity,
  key: string | null,
  call: Call,
  traces: { readonly outside: boolean },
): boolean => {
  // A repeat is known by its key, and answered as the first one was.
  const keyed = key !== null && call.tenant !== 'none' && merchantId !== NOTHING_CHOSEN
  return error.reason === 'lost' && !traces.outside && (!error.undecided || keyed)
}
