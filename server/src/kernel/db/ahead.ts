/**
 * What is asked now, to travel with what is asked beside it, and awaited where its turn comes: there its refusal is heard,
 * and nowhere when something before it was refused.
 */
export function ahead<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => {})
  return asked
}
