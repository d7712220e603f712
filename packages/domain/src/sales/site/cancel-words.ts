import { formatMoney } from '../../money.ts'

/** Cancelling at least this early costs so much. */
interface Tier {
  /** Minutes before the pickup. */
  readonly minMinutesBefore: number
  /** Fen. */
  readonly penalty: number
}

/** 24小时, 90分钟. */
const lengthText = (minutes: number): string => (minutes % 60 === 0 ? `${minutes / 60}小时` : `${minutes}分钟`)

/** The terms of a cancellation as sentences, the earliest first; neighbours that cost the same are one. */
export function cancelWords(tiers: readonly Tier[]): string[] {
  const sorted = tiers.toSorted((a, b) => b.minMinutesBefore - a.minMinutesBefore)
  const merged = sorted.filter((tier, i) => i === sorted.length - 1 || sorted[i + 1]!.penalty !== tier.penalty)
  return merged.map(({ minMinutesBefore: from, penalty }, i) => {
    const to = merged[i - 1]?.minMinutesBefore
    const cost = penalty === 0 ? '免费取消' : `取消收${formatMoney(penalty)}`
    if (to === undefined) return from === 0 ? `取车前${cost}` : `取车前${lengthText(from)}以上${cost}`
    return from === 0 ? `取车前不足${lengthText(to)}${cost}` : `取车前${lengthText(from)}至${lengthText(to)}${cost}`
  })
}
