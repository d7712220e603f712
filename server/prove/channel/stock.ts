import { localDate } from '@cheyi/domain/time'
import type { Ground } from './campaign.ts'
import { codeOf } from './platform.ts'
import type { Message } from './receiver.ts'

/* Stock and prices that were pushed: they are what the platform reads, and what an order is accepted by. */

interface Pool {
  readonly storeId: string
  readonly modelId: string
  readonly days: readonly {
    readonly date: string
    readonly sellable: number
    readonly closed: boolean
    readonly priceFen: number | null
  }[]
}

/** Pools whose stays are tried. */
const TRIED = 8

export async function proveStock({ client, report, random }: Ground, got: readonly Message[]): Promise<void> {
  const newest = new Map<string, Pool & { readonly at: string }>()
  for (const { type, timestamp, data } of got) {
    if (type !== 'stock.updated') continue
    for (const pool of (data as unknown as { pools: Pool[] }).pools) {
      const name = `${pool.storeId}/${pool.modelId}`
      if (timestamp >= (newest.get(name)?.at ?? '')) newest.set(name, { ...pool, at: timestamp })
    }
  }
  report.check('pools were pushed', newest.size > 0, () => 'none')
  const today = localDate(Date.now())
  for (const [name, { storeId, modelId, days }] of newest) {
    const ahead = days.filter(({ date }) => date >= today)
    const range = { storeId, modelId, from: ahead[0]!.date, to: ahead.at(-1)!.date }
    const [stock, prices] = await Promise.all([client.call('stock', range), client.call('prices', range)])
    for (const [n, { date, sellable, closed, priceFen }] of ahead.entries()) {
      const read = [stock.days[n]?.sellable, stock.days[n]?.closed, closed ? null : prices.days[n]?.priceFen]
      report.same('pushed days that equal the read', `${name} ${date}`, [sellable, closed, priceFen], read)
    }
  }
  for (const { storeId, modelId, days } of [...newest.values()].slice(0, TRIED)) {
    const n = 1 + random(days.length - 2)
    const [first, second] = [days[n]!, days[n + 1]!]
    const trip = {
      storeId,
      modelId,
      pickupAt: `${first.date}T10:00:00+08:00`,
      returnAt: `${second.date}T10:00:00+08:00`,
      customer: { name: '核对库存', mobile: '18621070938' },
    }
    const isFree = [first, second].every(({ sellable, closed }) => sellable > 0 && !closed) && first.priceFen !== null
    const code = await codeOf(client.call('checkOrder', trip))
    report.check(
      'stays that are accepted where they were pushed as free',
      (code === 0) === isFree,
      () =>
        `${storeId}/${modelId} ${first.date}: ${code}, pushed ${first.sellable}/${second.sellable} at ${first.priceFen}`,
    )
  }
}
