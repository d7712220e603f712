import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { newClient } from '../../kernel/db/pools.ts'
import type { TestApp } from '../app.ts'

/*
 * What happens to connections: an administrator ends them, PostgreSQL restarts, a network drops. Tests end backends of
 * the web server's role as the superuser; whoever held one is told by the driver as in a real failure.
 */

/** Backends of the web server's role on the test's database that hold a transaction or run a statement. */
const BUSY = `select pid from pg_stat_activity
  where datname = current_database() and usename = 'cheyi_web' and application_name = 'cheyi' and state <> 'idle'`

/** Ends one busy backend, any of them. @returns whether there was one */
export async function endBusyBackend(root: pg.Client): Promise<boolean> {
  const { rows } = await root.query(
    `select pg_terminate_backend(pid) as ended from (${BUSY} order by random() limit 1) busy`,
  )
  return rows[0]?.ended === true
}

/** Ends every connection of the server, idle ones too. */
export async function endAllBackends(root: pg.Client): Promise<void> {
  await root.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'cheyi_web'`,
  )
}

/**
 * Ends busy backends one by one while `work` goes on, at most `most` of them, one as soon as the one before is gone: a
 * property test has its faults at places of PostgreSQL's choosing. `work` may ask how many it were so far.
 * @returns what the work answered, and how many were ended
 */
export async function withFaults<T>(
  t: Pick<TestApp, 'root'>,
  most: number,
  work: (ended: () => number) => Promise<T>,
): Promise<{ answer: T; ended: number }> {
  let over = false
  let ended = 0
  const faults = (async () => {
    while (!over && ended < most) {
      if (await endBusyBackend(t.root)) ended++
      else await sleep(1)
    }
  })()
  const answer = await work(() => ended).finally(async () => {
    over = true
    await faults
  })
  return { answer, ended }
}

/**
 * Holds what `lock` takes (`lock table store`, an advisory lock) until `release`, so that a call stands still at a place
 * that the test has chosen.
 */
export async function holding(t: Pick<TestApp, 'root' | 'database'>, lock: string) {
  const holder = newClient({ connectionString: t.database.migratorUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(lock)
  const blocked = async (): Promise<number[]> => {
    const { rows } = await t.root.query<{ pid: number }>(`${BUSY} and wait_event_type = 'Lock'`)
    return rows.map(({ pid }) => pid)
  }
  return {
    blocked,
    /** The backends that wait for it, once there is one. */
    async someBlocked(): Promise<number[]> {
      for (;;) {
        const pids = await blocked()
        if (pids.length > 0) return pids
        await sleep(2)
      }
    },
    /** Ends the connection of who waits for it. */
    async cut(): Promise<number> {
      const [pid] = await this.someBlocked()
      await t.root.query('select pg_terminate_backend($1)', [pid])
      return pid!
    },
    /** Resolves when nobody waits for it any more. */
    async noneBlocked(): Promise<void> {
      while ((await blocked()).length > 0) await sleep(2)
    },
    async release(): Promise<void> {
      await holder.end()
    },
  }
}
