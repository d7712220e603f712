import type pg from 'pg'
import type { Logger } from 'pino'
import { newClient } from './db/pools.ts'

/** A notification between the processes that share the database: there may be new events. It carries no data. */
export interface Wake {
  /** Notifies every listener, after a commit; at most ten times a second. */
  notify(): void
  /** Calls back whenever any process notifies. It uses a connection of its own, which is reopened when it is lost. */
  listen(heard: () => void): { stop(): Promise<void> }
  close(): void
}

const CHANNEL = 'cheyi_event'
/** Each NOTIFY takes a lock that all notifications share, so their number is limited. */
const SHORTEST_GAP_MS = 100
const REOPEN_MS = 1000

export function createWake(address: string, pool: pg.Pool, log: Logger): Wake {
  let gap: NodeJS.Timeout | undefined
  let again = false
  let closed = false

  function notify(): void {
    if (closed) return
    if (gap !== undefined) {
      again = true
      return
    }
    gap = setTimeout(() => {
      gap = undefined
      if (again) notify()
    }, SHORTEST_GAP_MS)
    gap.unref()
    again = false
    // A process that is not notified checks by itself within a second.
    pool.query(`notify ${CHANNEL}`).catch((err: unknown) => log.warn({ err }, 'nobody was woken'))
  }

  function listen(heard: () => void) {
    let stopped = false
    let client: pg.Client | undefined
    let reopen: NodeJS.Timeout | undefined
    const open = async () => {
      const opened = newClient({ connectionString: address, application_name: 'cheyi listen' })
      client = opened
      opened.on('notification', heard)
      opened.on('end', () => {
        if (stopped) return
        reopen = setTimeout(() => void open(), REOPEN_MS)
        reopen.unref()
      })
      try {
        await opened.connect()
        await opened.query(`listen ${CHANNEL}`)
        heard()
      } catch (err) {
        if (!stopped) log.warn({ err }, 'listening again in a moment')
        await opened.end().catch(() => undefined)
      }
    }
    const opening = open()
    return {
      async stop() {
        stopped = true
        clearTimeout(reopen)
        await opening
        await client?.end()
      },
    }
  }

  return {
    notify,
    listen,
    close() {
      closed = true
      clearTimeout(gap)
    },
  }
}
