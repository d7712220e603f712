import type { OpenClient } from '@cheyi/open-client'

/** What the merchant's ledger has for each order of a month, by the platform's own numbers. */
export async function settle(client: OpenClient, month: string) {
  const remitted = new Map<string, number>()
  for (let after: string | undefined; ; ) {
    const { orders, next } = await client.call('statement', { month, after })
    for (const { channelOrderNo, netFen } of orders) remitted.set(channelOrderNo, netFen)
    if (next === null) return remitted
    after = next
  }
}
