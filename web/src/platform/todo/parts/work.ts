/** The kinds of work that people are here for. */
export type Work = 'desk' | 'finance' | 'fleet' | 'channel' | 'service'

/** The work somebody is here for, by what they may do; names of roles are the merchant's own. */
export function workOf(held: ReadonlySet<string>): Work {
  if (held.has('inventory.edit') && !held.has('order.create')) return 'fleet'
  if (held.has('order.pickup')) return 'desk'
  if (held.has('deposit.release')) return 'finance'
  return held.has('channel.edit') ? 'channel' : 'service'
}
