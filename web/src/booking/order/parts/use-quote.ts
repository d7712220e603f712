import { calls, type InputOf, keyOf, type OutputOf, queries, useRead } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { useSettled } from './use-settled.ts'

export type Quote = OutputOf<typeof calls.quote.quote>
export type QuoteInput = InputOf<typeof calls.quote.quote>

const PAUSE = 350
/** A quote lives a quarter of an hour; the shown one is renewed before that. */
const RENEWED = 8 * 60_000
const NOTHING: QuoteInput = { storeId: '', modelId: '', pickupAt: 0, returnAt: 0 }

export interface LiveQuote {
  /** The last answer, kept while a new one is on its way; undefined when there is nothing to price. */
  readonly quote: Quote | undefined
  /** The answer is not that of the form as it stands. */
  readonly waiting: boolean
  /** Why there is no price. */
  readonly failure: CallFailure | null
  /** Has it priced anew, by today's rules. */
  readonly reprice: () => Promise<Quote | undefined>
}

/**
 * The price of the form while it is filled in. A quote changes nothing that anyone reads, so it is kept like a reading:
 * superseded questions are dropped, and one already answered is not asked again. `input` null: nothing to price, or not
 * yet; `coming` says that it soon will be.
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

/** Quotes are spent with the order that was made of one: the next form asks anew. */
export const forgetQuotes = (): void => queries.removeQueries({ queryKey: keyOf(calls.quote.quote) })
