import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import type { RunningPostgres } from './postgres.ts'

/** ms between two looks whether it lives. */
const LOOK = 500
/** ms until a start that failed is tried again; twice as long each time. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000

/**
 * Starts the embedded PostgreSQL again whenever its postmaster has died: killed where memory ran out, or by hand. What it
 * had acknowledged is in its log, which it reads first; meanwhile calls are answered as whenever the database is away.
 * The first start may come too early, while processes of the dead one are still ending.
 * @returns how to leave off, before it is stopped on purpose
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
