import { type Instant, MINUTE } from '../../time.ts'

/** Wrong passwords of a mobile number, whether or not an account has it. */
export interface LockState {
  readonly failCount: number
  /** When the current count began; null after a success. */
  readonly failSince: Instant | null
  /** Number of locks without a success in between; each doubles the next lock. */
  readonly lockLevel: number
  readonly lockedUntil: Instant | null
}

export const unlocked: LockState = { failCount: 0, failSince: null, lockLevel: 0, lockedUntil: null }

const WINDOW = 15 * MINUTE
const MAX_FAILURES = 10
const FIRST_LOCK = 15 * MINUTE
const LONGEST_LOCK = 24 * 60 * MINUTE

/** From this number of wrong passwords on, a captcha is required. */
const CAPTCHA_FROM = 3

/** Whether a sign-in with this mobile needs a captcha. */
export const needsCaptcha = (state: LockState): boolean => state.failCount >= CAPTCHA_FROM || state.lockLevel > 0

/** Whole minutes until a locked mobile may be used again, 0 when not locked. */
export const lockedMinutes = (state: LockState, now: Instant): number =>
  state.lockedUntil === null || state.lockedUntil <= now ? 0 : Math.ceil((state.lockedUntil - now) / MINUTE)

/** The state after a wrong password: ten within 15 minutes lock it for 15 minutes, doubling up to a day. */
export function afterFailure(state: LockState, now: Instant): LockState {
  const running = state.failSince !== null && now - state.failSince < WINDOW
  const failCount = running ? state.failCount + 1 : 1
  const failSince = running ? state.failSince : now
  if (failCount < MAX_FAILURES) return { ...state, failCount, failSince }
  const lock = Math.min(LONGEST_LOCK, FIRST_LOCK * 2 ** state.lockLevel)
  return { failCount: 0, failSince: null, lockLevel: state.lockLevel + 1, lockedUntil: now + lock }
}
