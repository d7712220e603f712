import { setTimeout as after } from 'node:timers/promises'
import type { BaseLogger } from 'pino'

/** Parts that were opened at the start, to be closed in the opposite order. */
export interface Shutdown {
  /** Registers how to close a part that was just opened. A close that takes longer than `limitMs` is abandoned. */
  defer(name: string, close: () => unknown, limitMs?: number): void
  /** Closes everything once; later calls wait for the same closing. Resolves to whether all parts closed without an error. */
  run(): Promise<boolean>
  /** Whether closing has begun: a start that fails after that was interrupted on purpose. */
  readonly begun: boolean
}

export function createShutdown(log: Pick<BaseLogger, 'info' | 'warn'>): Shutdown {
  const steps: { name: string; close: () => unknown; limitMs: number }[] = []
  let running: Promise<boolean> | undefined

  async function closeAll(): Promise<boolean> {
    let clean = true
    for (const { name, close, limitMs } of steps.toReversed()) {
      try {
        await closeWithin(limitMs, close)
      } catch (err) {
        clean = false
        log.warn({ err, step: name }, 'a part did not close cleanly')
      }
    }
    return clean
  }

  return {
    defer: (name, close, limitMs = 10_000) => steps.push({ name, close, limitMs }),
    run: () => {
      running ??= closeAll()
      return running
    },
    get begun() {
      return running !== undefined
    },
  }
}

/**
 * Ends the process cleanly on SIGTERM, SIGINT and SIGHUP, when the channel to the launcher is closed (the launcher may
 * have been killed), and after an uncaught error, because the state is then unknown. An unhandled promise rejection is
 * only logged: its own transaction was rolled back, the others continue. A second signal has no effect: npm and a
 * terminal both forward the same Ctrl+C. `own` is the process itself, except in tests.
 */
export function exitOnSignals(
  shutdown: Shutdown,
  log: Pick<BaseLogger, 'info' | 'error' | 'fatal'>,
  own: Pick<NodeJS.Process, 'on' | 'connected' | 'exit'> = process,
): void {
  const stop = async (reason: string) => {
    log.info({ reason }, 'stopping')
    own.exit((await shutdown.run()) ? 0 : 1)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) own.on(signal, () => void stop(signal))
  if (own.connected) own.on('disconnect', () => void stop('launcher gone'))
  own.on('unhandledRejection', (err) => log.error({ err }, 'nobody waited for this'))
  own.on('uncaughtException', async (err) => {
    log.fatal({ err }, 'uncaught error')
    await shutdown.run()
    own.exit(1)
  })
}

async function closeWithin(limitMs: number, close: () => unknown): Promise<void> {
  const timer = new AbortController()
  const overdue = after(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`not closed within ${limitMs} ms`)
  })
  try {
    await Promise.race([close(), overdue])
  } finally {
    timer.abort()
    overdue.catch(() => undefined)
  }
}
