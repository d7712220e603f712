import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/** Structured log lines. No call ever logs its input or answer, so no personal data can slip in. */
export const createLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino({ level: config.logLevel, base: null, serializers }, gathered())

/** So much is written at once, or what there is after so long: each write holds every call up. */
const GATHERED = { bytes: 16_384, ms: 500 }

/**
 * Standard output, written to for many lines at once. pino's destination gathers too, but measures all that it holds anew at
 * each line, which costs as much as the line itself.
 */
function gathered(): { write(line: string): void } {
  let lines: string[] = []
  let length = 0
  const flush = () => {
    if (length > 0) destination.write(lines.join(''))
    lines = []
    length = 0
  }
  // Ahead of the destination's own listener, which writes what it was given.
  process.once('exit', flush)
  const destination = pino.destination({ sync: false })
  setInterval(flush, GATHERED.ms).unref()
  return {
    write(line) {
      lines.push(line)
      length += line.length
      if (length >= GATHERED.bytes) flush()
    },
  }
}

/** How values are written into lines, by their names there. */
export const serializers = { err: (error: unknown) => errorLine(error) }

/**
 * An error as a log keeps it. Of PostgreSQL's errors only what names no value: `detail`, `where` and `parameters` quote what
 * was stored or sent, and so does the message of a value that does not fit (SQLSTATE class 22).
 */
export function errorLine(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, table, constraint } = error as Error & Record<string, unknown>
  const quotes = typeof code === 'string' && /^22...$/.test(code)
  return {
    type: error.name,
    code,
    table,
    constraint,
    message: quotes ? undefined : error.message,
    stack: error.stack?.slice(Math.max(0, error.stack.indexOf('\n    at '))),
    ...(error.cause !== undefined && { cause: errorLine(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(errorLine) }),
  }
}

/** What a command that failed prints: its own words where it has any, else the error as a log keeps it. */
export const failureText = (error: unknown): string =>
  error instanceof StartError ? error.message : JSON.stringify(errorLine(error), null, 2)
