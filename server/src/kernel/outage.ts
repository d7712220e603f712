import { timingSafeEqual } from 'node:crypto'
import { MINUTE } from '@cheyi/domain/time'
import type { Vault } from './vault.ts'

/*
 * The `state` parameter of WeChat's OAuth redirect: time and a MAC over the sender. It is not stored; WeChat only
 * allows letters and digits.
 */

/** Time until the browser has to come back, ms. */
const LIFE = 10 * MINUTE
const DIGITS = 9

/** Who redirects a browser: a `subject` (a link, a session) in its `place`, with the keys of its owner. */
export interface Sender {
  readonly vault: Pick<Vault, 'index'>
  readonly place: string
  readonly subject: string
}

const macOf = ({ vault, place, subject }: Sender, at: string): string =>
  vault.index(place, `${at}/${subject}`).toString('hex')

export function outage(sender: Sender, now: number): string {
  const at = now.toString(36).padStart(DIGITS, '0')
  return `${at}${macOf(sender, at)}`
}

/** False for the state of another sender, an invalid one, or one older than ten minutes. */
export function isOutage(sender: Sender, now: number, state: string): boolean {
  const at = state.slice(0, DIGITS)
  const mac = Buffer.from(macOf(sender, at))
  const sent = Buffer.from(state.slice(DIGITS))
  const age = now - Number.parseInt(at, 36)
  return mac.length === sent.length && timingSafeEqual(mac, sent) && age >= 0 && age <= LIFE
}
