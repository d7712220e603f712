import { DAY, HOUR, type Instant, MINUTE } from '../../time.ts'

/* When a message to a channel is sent again, and when its address rests. */

/** Pauses after each failed attempt, ms; the last one repeats. */
const pauses = [5000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR]
/** No message is put off for so long, and no address reserved or at rest; the clock of whoever wrote so was ahead. ms */
export const MOST_PUT_OFF = 9 * HOUR
export const isHeld = (until: Instant, now: Instant): boolean => until > now && until <= now + 2 * PROBE_EVERY

/** How long an event is tried, ms. */
export const TRIED_FOR = 2 * DAY

/** The pause after so many failed attempts, ±10 % so that not all return at once. @param chance 0 to 1 */
export const pauseAfter = (tries: number, chance: number): number =>
  Math.round(pauses[Math.min(tries, pauses.length) - 1]! * (0.9 + chance / 5))

/** The next attempt after so many; null when it would be too late, and the event is a dead letter. */
export function nextTry(tries: number, now: Instant, until: Instant, chance: number): Instant | null {
  const next = now + pauseAfter(tries, chance)
  return next > until ? null : next
}

/** After so many failures in a row the address counts as failing, and is only probed. */
export const MOST_FAILURES = 20
export const PROBE_EVERY = 5 * MINUTE
export const isFailing = (failures: number): boolean => failures >= MOST_FAILURES

/** How long the previous secret signs as well after it was replaced. */
export const SECRET_OVERLAP = 7 * DAY

/** Status by which an address says that it is no longer valid. */
export const GONE = 410

/** What a platform's refusal of a message says to staff, by its status; null: it took the message. */
export function answerFault(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return `平台应答 ${status}：${reasonOf(status)}`
}

function reasonOf(status: number): string {
  if (status >= 300 && status < 400) return '地址被转到别处，系统不跟随跳转，请填写最终的地址'
  if (status === 401 || status === 403) return '平台没有接受，多为签名密钥不符，请与平台核对密钥'
  if (status === 404 || status === 405) return '该地址没有接收回调的接口，请与平台核对地址'
  if (status === GONE) return '地址已失效，请向平台索取新地址'
  if (status === 429) return '平台要求放慢，请稍后再试'
  if (status >= 500) return '平台的服务器出错，请联系平台'
  return '平台没有接受，请联系平台'
}
