import { useSettled } from '../../../booking/order/parts/use-settled.ts'
import { calls, type InputOf, keyOf, type OutputOf, queries, useRead } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'

export type RenewalPrice = OutputOf<typeof calls.renewal.price>
export type RenewalWish = InputOf<typeof calls.renewal.price>

const PAUSE = 300
/** A quote is valid for 15 minutes; the shown one is renewed before that. */
const RENEWED = 8 * 60_000

interface LivePrice {
  /** The price of the current values. */
  readonly price: RenewalPrice | undefined
  /** The last answer, while a new one is loading. */
  readonly shown: RenewalPrice | undefined
  /** Why there is no price. */
  readonly failure: CallFailure | null
  readonly waiting: boolean
  readonly reprice: () => void
}

/** The price of the renewal, requested again after each pause in the changes. */
export function usePrice(wish: RenewalWish, enabled: boolean): LivePrice {
  const asked = useSettled(wish, PAUSE)
  const query = useRead(calls.renewal.price, asked, {
    enabled,
    keepPrevious: true,
    freshFor: RENEWED,
    every: RENEWED,
  })
  const current = JSON.stringify(asked) === JSON.stringify(wish)
  const waiting = !current || query.isPending || query.isPlaceholderData || (query.isFetching && query.isError)
  return {
    price: waiting || query.error ? undefined : query.data,
    shown: query.data,
    failure: waiting ? null : query.error,
    waiting,
    reprice: () => void query.refetch(),
  }
}

/** A quote can be used for one renewal only. */
export const forgetPrices = (): void => queries.removeQueries({ queryKey: keyOf(calls.renewal.price) })
