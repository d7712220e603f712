import type { PayWay } from '@cheyi/domain/money/payment/codes'
import { useState } from 'react'
import { useDraft } from '../../../../kernel/draft.ts'

/**
 * By which of these ways money is taken until somebody chooses: customers pay as the one before them did, mostly, and at the first
 * payment of a device by the first way. Money that leaves (`payout`) is paid by the last way, or by the only one.
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
  const only = what === 'pay' || ways.length === 1 ? ways[0] : undefined
  const proposed = ways.find((way) => way === last.value) ?? only ?? null
  const [before] = useState(last.value)
  const lastFirst = (all: readonly PayWay[]) => all.toSorted((a, b) => Number(b === before) - Number(a === before))
  return { proposed, remember: last.set, lastFirst }
}
