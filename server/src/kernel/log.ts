import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** Structured log lines. No call ever logs its input or answer, so no personal data can slip in. */
export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
