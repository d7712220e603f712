/** The kinds of work that employees do. */
export type Work = 'desk' | 'finance' | 'fleet' | 'channel' | 'service'

/** The user's kind of work, derived from permissions, because each merchant names its own roles. */
export function workOf(held: ReadonlySet<string>): Work {
  if (held.has('inventory.edit') && !held.has('order.create')) return 'fleet'
  if (held.has('order.pickup')) return 'desk'
  if (held.has('deposit.release')) return 'finance'
  return held.has('channel.edit') ? 'channel' : 'service'
}
