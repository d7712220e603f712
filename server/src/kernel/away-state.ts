import { timingSafeEqual } from 'node:crypto'
import { MINUTE } from '@cheyi/domain/time'
import type { Vault } from './vault.ts'

/*
 * What a browser that is sent away to WeChat brings back (OAuth's `state`): when it was sent, and by whom. Kept nowhere; WeChat takes
 * letters and digits only.
 */

/** Nobody needs longer to come back, ms. */
const LIFE = 10 * MINUTE
const DIGITS = 9

/** Who sends a browser away: a `subject` (a link, a session) in its `place`, under the keys of its owner. */
export interface Sender {
  readonly vault: Pick<Vault, 'index'>
  readonly place: string
  readonly subject: string
}

const macOf = ({ vault, place, subject }: Sender, at: string): string =>
  vault.index(place, `${at}/${subject}`).toString('hex')

export function awayState(sender: Sender, now: number): string {
  const at = now.toString(36).padStart(DIGITS, '0')
  return `${at}${macOf(sender, at)}`
}

/** False: it is somebody else's, nobody's, or of more than ten minutes ago. */
export function isAwayState(sender: Sender, now: number, state: string): boolean {
  const at = state.slice(0, DIGITS)
  const mac = Buffer.from(macOf(sender, at))
  const sent = Buffer.from(state.slice(DIGITS))
  const age = now - Number.parseInt(at, 36)
  return mac.length === sent.length && timingSafeEqual(mac, sent) && age >= 0 && age <= LIFE
}
