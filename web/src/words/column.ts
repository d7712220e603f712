/* The shape of a language: what a column of words has to contain. */

/** The names in braces of a phrase: `'n'` of `共 {n} 条`. */
export type Slots<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never

/** The values of a phrase's slots. */
export type Values<P extends string> = { readonly [Name in Slots<P>]: string | number }

/** A phrase in a language: a text with the same slots, or a function where the words depend on a value, such as plurals. */
export type Said<P extends string> = string | ((values: Values<P>) => string)

/** Declares phrases: each function gets the slots of its own phrase. */
/* @__NO_SIDE_EFFECTS__ */
export const phrases = <const P extends string>(
  table: { readonly [K in P]: Said<K> },
): { readonly [K in P]: Said<K> } => table

/** `1 photo`, `2 photos`. */
export const count = (n: string | number, one: string, many = `${one}s`): string =>
  `${n} ${Number(n) === 1 ? one : many}`
