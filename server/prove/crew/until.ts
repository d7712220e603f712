/** Waits for a condition, checked every `everyMs`. @throws Error after `withinMs` */
export async function until(
  what: string,
  isTrue: () => Promise<boolean>,
  withinMs: number,
  everyMs = 250,
): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > end) throw new Error(`${what}: not within ${withinMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
