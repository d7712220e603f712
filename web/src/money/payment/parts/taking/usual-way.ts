import type { PayWay } from '@cheyi/domain/money/payment/codes'
import { useState } from 'react'
import { useDraft } from '../../../../kernel/draft.ts'

/**
 * The default payment method. Customers usually pay as the previous customer did, so the last method is proposed; on a new device
 * it is the first one. For a payout the last method is proposed, or the only one.
 */
export function useUsualWay(
  ways: readonly PayWay[],
  what: 'pay' | 'payout' = 'pay',
): {
  readonly proposed: PayWay | null
  readonly remember: (way: PayWay | null) => void
  /** The methods with the last used one first; the order does not change while the user tries another. */
  readonly lastFirst: (ways: readonly PayWay[]) => readonly PayWay[]
} {
  const last = useDraft<PayWay | null>(`${what}Way`, null)
  const only = what === 'pay' || ways.length === 1 ? ways[0] : undefined
  const proposed = ways.find((way) => way === last.value) ?? only ?? null
  const [before] = useState(last.value)
  const lastFirst = (all: readonly PayWay[]) => all.toSorted((a, b) => Number(b === before) - Number(a === before))
  return { proposed, remember: last.set, lastFirst }
}
