import { Refusal } from '../../refusal.ts'
import { price } from './price.ts'
import type { PriceInput, Quote } from './quote.ts'
import type { PriceRules } from './rules.ts'

/**
 * The price, or the refusal as a value: in a list of models, one that cannot be sold must not refuse the whole
 * list. Same arguments as `price`.
 */
export function tryPrice(input: PriceInput, rules: PriceRules): { readonly quote: Quote } | { readonly why: Refusal } {
  try {
    return { quote: price(input, rules) }
  } catch (error) {
    if (error instanceof Refusal) return { why: error }
    throw error
  }
}
