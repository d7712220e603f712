/*
 * What the first script of the page has asked already (web/src/build/first-asks.ts), while this code was on its way.
 */

interface Early {
  /** Whose answers they are. */
  readonly token: string
  /** Address and body of a call → its answer. */
  readonly answers: Record<string, Promise<Response> | undefined>
}

/** ms since the page was opened; what is older than its first drawing may have changed. */
const FRESH = 15_000

const given = (): Early | undefined => (globalThis as { early?: Early }).early

/** The answer to this very call under this token, once; undefined where nobody asked, or too long ago. */
export function takeEarly(url: string, body: string | undefined, token: string | null): Promise<Response> | undefined {
  const early = given()
  const key = `${url} ${body}`
  const answer = early?.answers[key]
  if (early === undefined || answer === undefined) return undefined
  delete early.answers[key]
  return early.token === token && performance.now() < FRESH ? answer : undefined
}

/** After a write nothing that was asked before it is taken. */
export function forgetEarly(): void {
  delete (globalThis as { early?: Early }).early
}
