import type { PermissionKey } from '../../permission.ts'
import { MINUTE } from '../../time.ts'

/** Digits of a code, and the seconds that one stands for (RFC 6238). */
export const TOTP_DIGITS = 6
export const TOTP_PERIOD = 30

/** Codes for who lost the phone; each serves once. */
export const RECOVERY_CODES = 10

/** After a proof of who one is, nobody is asked again for so long. */
export const PROOF_LIFE = 10 * MINUTE

/** What shows who one is, apart from the session. */
export const proofWays = ['totp', 'password', 'code'] as const
export type ProofWay = (typeof proofWays)[number]

interface Holder {
  readonly owner: boolean
  /** Letters of the default roles held: `F` is finance. */
  readonly letters: readonly (string | null)[]
  readonly keys: ReadonlySet<PermissionKey>
}

/** Keys that move money out or make others powerful. */
const weighty: readonly PermissionKey[] = ['deposit.release', 'role.edit']

/** Whom a merchant that requires a second factor means: owner, finance, and who may release deposits or edit roles. */
export const isWeighty = ({ owner, letters, keys }: Holder): boolean =>
  owner || letters.includes('F') || weighty.some((key) => keys.has(key))

/** A recovery code as it is compared: `abcde-fghij` in whatever case, with or without its dash. */
export const bareRecovery = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
