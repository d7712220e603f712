import { Refusal } from '../refusal.ts'
import { price } from './price.ts'
import type { PriceInput, Quote } from './quote.ts'
import type { PriceRules } from './rules.ts'

/**
 * The price as a question: where many models are shown side by side, one that cannot be sold says why instead of
 * refusing them all. Same arguments as `price`.
 */
export function tryPrice(input: PriceInput, rules: PriceRules): { readonly quote: Quote } | { readonly why: Refusal } {
  try {
    return { quote: price(input, rules) }
  } catch (error) {
    if (error instanceof Refusal) return { why: error }
    throw error
  }
}
