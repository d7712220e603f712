import type { PermissionKey } from '../../../permission.ts'
import { MINUTE } from '../../../time.ts'

/** Digits of a code, and its validity in seconds (RFC 6238). */
export const TOTP_DIGITS = 6
export const TOTP_PERIOD = 30

/** Number of recovery codes for a lost phone; each can be used once. */
export const RECOVERY_CODES = 10

/** After a proof of identity, none is requested for this time. */
export const PROOF_LIFE = 10 * MINUTE

/** Methods to prove one's identity, besides the session. */
export const proofWays = ['totp', 'password', 'code'] as const
export type ProofWay = (typeof proofWays)[number]

interface Holder {
  readonly owner: boolean
  /** Letters of the default roles held: `F` is finance. */
  readonly letters: readonly (string | null)[]
  readonly keys: ReadonlySet<PermissionKey>
}

/** Permissions that pay money out or grant rights. */
const weighty: readonly PermissionKey[] = ['deposit.release', 'role.edit']

/**
 * Whether an account needs a second factor when the merchant requires it: owner, finance, and accounts that may
 * release deposits or edit roles.
 */
export const isWeighty = ({ owner, letters, keys }: Holder): boolean =>
  owner || letters.includes('F') || weighty.some((key) => keys.has(key))

/** A recovery code for comparison: `abcde-fghij` in any case, with or without its dash. */
export const bareRecovery = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
