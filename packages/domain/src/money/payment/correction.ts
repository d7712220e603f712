import { type CodeOf, enumeration } from '../../enumeration.ts'

/**
 * Postings that staff may reverse by a correction (J21). What follows from a payment, a deduction, a provider's bill or
 * a step of an order is reversed by its own opposite (a refund, a cancellation, a withdrawal), because a reversal alone
 * would make the order's amounts differ from its books. Only manual postings without any consequence remain.
 */
export const handMades = enumeration({ writeOff: [1, '坏账核销'], handIn: [2, '交存银行'], arrival: [3, '到账登记'] })
export const handMade = handMades.code
export type HandMade = CodeOf<typeof handMades>

/** Prefixes of their idempotency keys; the rest of a key is the id of the row. */
export const handMadeKeys: Readonly<Record<HandMade, string>> = {
  [handMade.writeOff]: 'J19:',
  [handMade.handIn]: 'J23:',
  [handMade.arrival]: 'J23:arrival:',
}
const keys = Object.entries(handMadeKeys).map(([what, key]) => [Number(what) as HandMade, key] as const)

/** The kind and row of a manual posting, by the key of its entry; undefined for an entry that cannot be corrected. */
export function handMadeOf(idemKey: string): { readonly what: HandMade; readonly id: string } | undefined {
  for (const [what, key] of keys) {
    const id = idemKey.slice(key.length)
    if (idemKey.startsWith(key) && /^\d+$/.test(id)) return { what, id }
  }
  return undefined
}
