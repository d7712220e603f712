/** One call as the debug console shows it, without query, body and token. */
export interface LoggedCall {
  readonly at: number
  readonly method: string
  readonly path: string
  /** 'ok', the failure's text, or null while it runs. */
  result: string | null
  /** Milliseconds until the answer. */
  took: number | null
}

const KEEP = 100
const log: LoggedCall[] = []

/** Logs the start of a call; the returned function logs its result. */
export function noteCall(method: string, url: string): (result: string) => void {
  const entry: LoggedCall = { at: Date.now(), method, path: url.split('?')[0] ?? url, result: null, took: null }
  log.push(entry)
  if (log.length > KEEP) log.shift()
  return (result) => {
    entry.result = result
    entry.took = Date.now() - entry.at
  }
}

/** The last calls, oldest first. */
export const loggedCalls = (): readonly LoggedCall[] => log
