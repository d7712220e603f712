import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import type { RunningPostgres } from './postgres.ts'

/** ms between two checks whether PostgreSQL is alive. */
const LOOK = 500
/** ms until a failed start is retried; doubled after each failure. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000

/**
 * Restarts the embedded PostgreSQL when its postmaster has died, for example because memory ran out. Committed data is
 * in its log, which it replays first; meanwhile calls get the answer for an unreachable database. The first restart may
 * be too early, while processes of the old cluster are still ending.
 * @returns a function that stops watching, to be called before PostgreSQL is stopped on purpose
 */
export function watchPostgres(
  postgres: Pick<RunningPostgres, 'isAlive' | 'start'>,
  log: Pick<BaseLogger, 'warn' | 'error'>,
): () => Promise<void> {
  const stop = new AbortController()
  const rest = (ms: number) => sleep(ms, undefined, { signal: stop.signal }).catch(() => {})

  async function startAgain(): Promise<void> {
    log.warn('the database has died and is started again')
    for (let pause = FIRST_PAUSE; !stop.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        await postgres.start()
        return
      } catch (err) {
        log.error({ err }, 'the database does not start')
        await rest(pause)
      }
    }
  }

  const watching = (async () => {
    while (!stop.signal.aborted) {
      if (!(await postgres.isAlive())) await startAgain()
      await rest(LOOK)
    }
  })()
  return () => {
    stop.abort()
    return watching
  }
}
