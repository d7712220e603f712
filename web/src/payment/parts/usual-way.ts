import type { PayWay } from '@cheyi/domain/payment/codes'
import { useState } from 'react'
import { useDraft } from '../../kernel/draft.ts'

/**
 * By which of these ways money is taken until somebody chooses: customers pay as the one before them did, mostly.
 * @param what `payout`: money that leaves, which has a usual way of its own
 */
export function useUsualWay(
  ways: readonly PayWay[],
  what: 'pay' | 'payout' = 'pay',
): {
  readonly proposed: PayWay | null
  readonly remember: (way: PayWay | null) => void
  /** The ways in their order, the last used first; it stays where it is while another is tried. */
  readonly lastFirst: (ways: readonly PayWay[]) => readonly PayWay[]
} {
  const last = useDraft<PayWay | null>(`${what}Way`, null)
  const proposed = ways.find((way) => way === last.value) ?? (ways.length === 1 ? ways[0]! : null)
  const [before] = useState(last.value)
  const lastFirst = (all: readonly PayWay[]) => all.toSorted((a, b) => Number(b === before) - Number(a === before))
  return { proposed, remember: last.set, lastFirst }
}
