import { formatMoney } from '@cheyi/domain/money'
import type { PriceTier } from '@cheyi/domain/quote/rules'

interface Tiered {
  readonly basePrice: number
  readonly tiers: readonly PriceTier[]
}

/** The cheapest day that a long stay reaches: `满30天低至 ¥140.00`; nothing without tiers. */
export function lowestTier({ basePrice, tiers }: Tiered): string {
  const prices = tiers.map(({ fromDays, rateBp, fixedDayPrice }) => ({
    fromDays,
    fen: fixedDayPrice ?? Math.round((basePrice * (rateBp ?? 10_000)) / 10_000),
  }))
  const [lowest] = prices.toSorted((a, b) => a.fen - b.fen || a.fromDays - b.fromDays)
  return lowest === undefined ? '' : `满${lowest.fromDays}天低至 ${formatMoney(lowest.fen)}`
}
