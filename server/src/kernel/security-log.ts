import { addressKey } from './address-key.ts'
import type { Context } from './context.ts'

/** What an attack looks like from here: a limit that was reached, a picture read wrongly, a link that is not ours or over. */
type SecurityEvent = 'limit' | 'captcha' | 'link'

/**
 * A line of the structured log for who watches it. It names no person: the address stands as a keyed hash, the same for
 * the same address, so that lines of one attacker can be told together.
 */
export function tellSecurity(ctx: Pick<Context, 'log' | 'vaults' | 'ip'>, event: SecurityEvent, what: string): void {
  const from = ctx.vaults.platform.index('log.ip', addressKey(ctx.ip)).toString('hex').slice(0, 16)
  ctx.log.warn({ security: event, what, from }, 'security event')
}
