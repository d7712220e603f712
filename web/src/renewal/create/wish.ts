import { type ReduceType, reduceType } from '@cheyi/domain/order/codes'
import { DAY, HOUR, type Instant } from '@cheyi/domain/time'
import { useState } from 'react'
import { useNow } from '../../kernel/now.ts'
import type { RenewalWish } from './use-price.ts'

/** Days that a customer on the phone asks for. */
export const LONGER = [1, 2, 3, 7]

/** What may be given away of a renewal. */
export const GIVEN: readonly ReduceType[] = [reduceType.merchant, reduceType.manual, reduceType.roundOff]

interface Reduction {
  readonly reduceType: ReduceType
  readonly amount: number
}

/** A length in words: `2天`, `2天3小时`. */
export function addedText(ms: number): string {
  const days = Math.floor(ms / DAY)
  const hours = Math.round((ms % DAY) / HOUR)
  return [days > 0 && `${days}天`, hours > 0 && `${hours}小时`].filter(Boolean).join('') || '不足1小时'
}

/** What is wished, until somebody chooses: as many days as it takes to be in the future, with everything that runs. */
export function useWish({ orderId, returnAt }: { readonly orderId: string; readonly returnAt: Instant }) {
  const now = useNow()
  const [end, setEnd] = useState<{ readonly days: number } | { readonly at: Instant } | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, number>> | null>(null)
  const [reduces, setReduces] = useState<readonly Reduction[]>([])
  const least = Math.max(1, Math.floor((now - returnAt) / DAY) + 1)
  const newReturnAt = end !== null && 'at' in end ? end.at : returnAt + (end?.days ?? least) * DAY
  const services =
    chosen === null ? undefined : Object.entries(chosen).flatMap(([code, qty]) => (qty === 0 ? [] : [{ code, qty }]))
  return {
    now,
    wish: {
      orderId,
      newReturnAt,
      ...(services !== undefined && { services }),
      ...(reduces.length > 0 && { reduces: [...reduces] as RenewalWish['reduces'] }),
    } satisfies RenewalWish,
    chosen,
    reduces,
    setDays: (days: number) => setEnd({ days }),
    setEnd: (at: Instant) => setEnd({ at }),
    setChosen,
    setReduces,
  }
}
