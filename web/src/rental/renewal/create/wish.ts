import { type ReduceType, reduceType } from '@cheyi/domain/booking/order/codes'
import type { Instant } from '@cheyi/domain/time'
import { useState } from 'react'
import { useNow } from '../../../kernel/now.ts'
import { longerOf, type Renewed } from './longer.ts'
import type { RenewalWish } from './use-price.ts'

/** Kinds of reduction allowed for a renewal. */
export const GIVEN: readonly ReduceType[] = [reduceType.merchant, reduceType.manual, reduceType.roundOff]

interface Reduction {
  readonly reduceType: ReduceType
  readonly amount: number
}

/** The values of the form; by default the fewest days or months that end in the future, with all running services. */
export function useWish(order: Renewed & { readonly orderId: string }) {
  const { orderId } = order
  const now = useNow()
  const [end, setEnd] = useState<{ readonly steps: number } | { readonly at: Instant } | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, number>> | null>(null)
  const [reduces, setReduces] = useState<readonly Reduction[]>([])
  const longer = longerOf(order)
  let least = 1
  while (longer.after(least) <= now && longer.after(least) < longer.furthest) least++
  const newReturnAt = end !== null && 'at' in end ? end.at : longer.after(end?.steps ?? least)
  const services =
    chosen === null ? undefined : Object.entries(chosen).flatMap(([code, qty]) => (qty === 0 ? [] : [{ code, qty }]))
  return {
    now,
    longer,
    wish: {
      orderId,
      newReturnAt,
      ...(services !== undefined && { services }),
      ...(reduces.length > 0 && { reduces: [...reduces] as RenewalWish['reduces'] }),
    } satisfies RenewalWish,
    chosen,
    reduces,
    setSteps: (steps: number) => setEnd({ steps }),
    setEnd: (at: Instant) => setEnd({ at }),
    setChosen,
    setReduces,
  }
}
