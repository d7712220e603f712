import { useSettled } from '../../../booking/order/parts/use-settled.ts'
import { calls, type InputOf, keyOf, type OutputOf, queries, useRead } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'

export type RenewalPrice = OutputOf<typeof calls.renewal.price>
export type RenewalWish = InputOf<typeof calls.renewal.price>

const PAUSE = 300
/** A quote lives a quarter of an hour; the shown one is renewed before that. */
const RENEWED = 8 * 60_000

interface LivePrice {
  /** Of the wish as it stands. */
  readonly price: RenewalPrice | undefined
  /** The last answer, while another is on its way. */
  readonly shown: RenewalPrice | undefined
  /** Why there is none. */
  readonly failure: CallFailure | null
  readonly waiting: boolean
  readonly reprice: () => void
}

/** What the renewal wished for costs, asked again whenever the wish has rested. */
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

/** A quote is spent with the renewal that was made of it. */
export const forgetPrices = (): void => queries.removeQueries({ queryKey: keyOf(calls.renewal.price) })
