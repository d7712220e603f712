/*
 * A bigint may be an id or a number, and PostgreSQL does not distinguish them. Ids have names of ids everywhere; any
 * other bigint or numeric – an amount, a sum, a count – is a number. So a sum under any new name is added as a number,
 * never concatenated as text.
 */

/** Whether a bigint of that name (camelCase) is an id, which stays a decimal string. */
export const isIdName = (name: string): boolean => /(^id|Id|By|To|Of)$/.test(name)

/** A bigint as a number. @throws RangeError beyond 2^53, because a wrong amount must never be returned */
export function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint beyond 2^53: ${text}`)
  return value
}

/** A numeric as a number: a quantity, or a sum of bigints. @throws RangeError for a whole one beyond 2^53 */
export const parseNumeric = (text: string): number => (text.includes('.') ? Number(text) : parseInteger(text))
