import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/** Structured log lines. Input and output of calls are never logged, so that no personal data gets into the log. */
export const createLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino({ level: config.logLevel, base: null, serializers }, bufferedOutput())

/** Lines are written when they reach this size or age, because each write blocks all calls. */
const GATHERED = { bytes: 16_384, ms: 500 }

/**
 * Standard output, with one write for many lines. pino's own destination buffers too, but measures its whole buffer at
 * each line, which costs as much as the line itself.
 */
function bufferedOutput(): { write(line: string): void } {
  let lines: string[] = []
  let length = 0
  const flush = () => {
    if (length > 0) destination.write(lines.join(''))
    lines = []
    length = 0
  }
  // Registered before the destination's own listener, which writes what it has received.
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

export const serializers = { err: (error: unknown) => errorLine(error) }

/**
 * The loggable part of an error. For errors of PostgreSQL only fields without values are logged: `detail`, `where` and
 * `parameters` quote stored or sent data, and so does the message for a value that does not fit (SQLSTATE class 22).
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

/** The output of a failed command: the message of a StartError, otherwise the error as it is logged. */
export const failureText = (error: unknown): string =>
  error instanceof StartError ? error.message : JSON.stringify(errorLine(error), null, 2)
