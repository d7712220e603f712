import { calls, type InputOf, keyOf, type OutputOf, queries, useRead } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { useSettled } from './use-settled.ts'

export type Quote = OutputOf<typeof calls.quote.quote>
export type QuoteInput = InputOf<typeof calls.quote.quote>

const PAUSE = 350
/** A quote is valid for 15 minutes; the shown one is renewed before that. */
const RENEWED = 8 * 60_000
const NOTHING: QuoteInput = { storeId: '', modelId: '', pickupAt: 0, returnAt: 0 }

export interface LiveQuote {
  /** The last answer, shown while a new one is loading; undefined when there is nothing to price. */
  readonly quote: Quote | undefined
  /** The answer does not match the current form. */
  readonly waiting: boolean
  /** Why there is no price. */
  readonly failure: CallFailure | null
  /** Prices the form again by the current rules. */
  readonly reprice: () => Promise<Quote | undefined>
}

/**
 * The price of the form while it is filled in. A quote changes no data, so it is cached like a read: outdated requests are dropped, and
 * an answered one is not repeated. `input` null: nothing to price, or not yet; `coming`: an input will follow soon.
 */
export function useQuote(input: QuoteInput | null, coming: boolean): LiveQuote {
  const asked = useSettled(input, PAUSE)
  const query = useRead(calls.quote.quote, asked ?? NOTHING, {
    enabled: asked !== null,
    keepPrevious: true,
    freshFor: RENEWED,
    every: RENEWED,
  })
  const current = input !== null && JSON.stringify(asked) === JSON.stringify(input)
  const waiting = coming || (input !== null && (!current || query.isPending || query.isPlaceholderData))
  return {
    quote: current || waiting ? query.data : undefined,
    waiting,
    failure: current && !waiting ? query.error : null,
    reprice: async () => (await query.refetch()).data,
  }
}

/** A quote can be used for one order only: the next form requests a new one. */
export const forgetQuotes = (): void => queries.removeQueries({ queryKey: keyOf(calls.quote.quote) })
