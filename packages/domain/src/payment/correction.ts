import { type CodeOf, enumeration } from '../enumeration.ts'

/*
 * Which postings a person may take back by a correction (J21). What follows from a payment, a deduction, a bill of a provider or a
 * step of an order is taken back by its own opposite (a refund, a cancel, a withdrawal): reversed alone it would leave the order's
 * amounts beside its books. Left are those that a person made by hand and that nothing but their own row follows.
 */
export const handMades = enumeration({ writeOff: [1, '坏账核销'], handIn: [2, '交存银行'], arrival: [3, '到账登记'] })
export const handMade = handMades.code
export type HandMade = CodeOf<typeof handMades>

/** The journals' keys of them: what a key ends with is the id of their row. */
export const handMadeKeys: Readonly<Record<HandMade, string>> = {
  [handMade.writeOff]: 'J19:',
  [handMade.handIn]: 'J23:',
  [handMade.arrival]: 'J23:arrival:',
}
const keys = Object.entries(handMadeKeys).map(([what, key]) => [Number(what) as HandMade, key] as const)

/** What was made by hand, and its row, of the key of an entry; undefined for an entry that is not to be corrected. */
export function handMadeOf(idemKey: string): { readonly what: HandMade; readonly id: string } | undefined {
  for (const [what, key] of keys) {
    const id = idemKey.slice(key.length)
    if (idemKey.startsWith(key) && /^\d+$/.test(id)) return { what, id }
  }
  return undefined
}
