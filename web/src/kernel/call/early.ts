/*
 * Answers to calls that the first script of the page sent while this code was loading (web/src/build/first-asks.ts).
 */

interface Early {
  /** Token with which the calls were sent. */
  readonly token: string
  /** Address and body of a call → its answer. */
  readonly answers: Record<string, Promise<Response> | undefined>
}

/** ms since the page was opened; an older answer may be out of date. */
const FRESH = 15_000

const given = (): Early | undefined => (globalThis as { early?: Early }).early

/** The answer to exactly this call under this token, returned once; undefined when it was not sent or is too old. */
export function takeEarly(url: string, body: string | undefined, token: string | null): Promise<Response> | undefined {
  const early = given()
  const key = `${url} ${body}`
  const answer = early?.answers[key]
  if (early === undefined || answer === undefined) return undefined
  delete early.answers[key]
  return early.token === token && performance.now() < FRESH ? answer : undefined
}

/** After a write, answers to earlier calls must not be used. */
export function forgetEarly(): void {
  delete (globalThis as { early?: Early }).early
}
