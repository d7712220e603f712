import { addressKey } from './address-key.ts'
import type { Context } from './context.ts'

/** Signs of an attack: a limit that was reached, a wrong captcha, a link that is forged or expired. */
type SecurityEvent = 'limit' | 'captcha' | 'link'

/**
 * Writes a log line for monitoring. It contains no personal data: the address is a keyed hash, equal for the same
 * address, so that lines of one attacker can be grouped.
 */
export function tellSecurity(ctx: Pick<Context, 'log' | 'vaults' | 'ip'>, event: SecurityEvent, what: string): void {
  const from = ctx.vaults.platform.index('log.ip', addressKey(ctx.ip)).toString('hex').slice(0, 16)
  ctx.log.warn({ security: event, what, from }, 'security event')
}
