import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** Structured log lines. No call ever logs its input or answer, so no personal data can slip in. */
export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  // Lines are gathered for a moment, since each write holds every call up; what is left goes out as the process ends.
  const destination = pino.destination({ sync: false, minLength: 4096, periodicFlush: 500 })
  return pino({ level: config.logLevel, base: null }, destination)
}
