/*
 * A bigint is an id or a number, and PostgreSQL does not say which: its text says the same of both. Ids are named like ids,
 * on every floor; whatever else is a bigint or a numeric – an amount, a sum of amounts, a count – is a number. So a sum
 * under a name that nobody thought of is added, never joined as text.
 */

/** Whether a bigint of that name (camelCase) is an id, which stays a decimal string. */
export const isIdName = (name: string): boolean => /(^id|Id|By|To|Of)$/.test(name)

/** A bigint as a number. @throws RangeError beyond what a number tells exactly: wrong money must not leave. */
export function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint beyond 2^53: ${text}`)
  return value
}

/** A numeric as a number: a quantity, or the sum of bigints. @throws RangeError for a whole one beyond 2^53 */
export const parseNumeric = (text: string): number => (text.includes('.') ? Number(text) : parseInteger(text))
