/**
 * Asks every `everyMs` until the answer is there: another process answers when it is ready, and may lose what it had a moment ago.
 * @returns that answer @throws Error after `withinMs`
 */
export async function waitUntil<Answer>(
  what: string,
  ask: () => Promise<Answer | false | undefined>,
  withinMs: number,
  everyMs = 250,
): Promise<Answer> {
  const end = performance.now() + withinMs
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > end) throw new Error(`${what}: not within ${withinMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
