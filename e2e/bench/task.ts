/*
 * How the bench runs a program that needs a browser: what to do stands in BENCH_TASK, the outcome goes back over the
 * channel between the two processes.
 */

/** The task, and the browser to do it with. */
export function given<Task>(): Task & { readonly browser: string } {
  const { BENCH_TASK, CHROME_PATH } = process.env
  if (!BENCH_TASK || !CHROME_PATH) throw new Error('BENCH_TASK or CHROME_PATH is not set; use npm run bench')
  return { ...JSON.parse(BENCH_TASK), browser: CHROME_PATH }
}

export function tell(outcome: unknown): void {
  process.send?.(outcome)
  process.disconnect?.()
}
