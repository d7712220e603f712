/**
 * Starts a query early, so that it is sent together with others, and is awaited later. Its error is thrown where it is
 * awaited, and ignored when something before it failed.
 */
export function prefetch<T>(asked: Promise<T>): Promise<T> {
  asked.catch(() => {})
  return asked
}
