import { Refusal } from '@cheyi/domain/refusal'
import type { Logger } from 'pino'
import type { Metrics } from '../http/metrics.ts'
import { isConnectionLoss } from '../http/unavailable.ts'
import { createPool, type Pools } from './pools.ts'

/*
 * A replica of the database (physical streaming), for the reads that the contract marks as `stale`. The replica itself
 * decides in the first statement of each transaction whether it is recent enough (`inTenant`), so that the address may be
 * that of a proxy before several replicas.
 */

const BEAT_MS = 1000
/** ms that an answer of a replica may be behind the primary: a beat and its time on the way. */
const MOST_LAG_MS = 2 * BEAT_MS + 500

/** How recent a replica must be. */
export interface Recent {
  /** It has replayed a commit of this instant (clock of the primary, epoch ms) or a later one. */
  readonly at: number
  /** It has replayed the log up to this position: what the caller has written or was notified of. */
  readonly seen: string
}

/** SQL of the replica: whether it is that recent. Its values are added to those of the statement. */
export function isRecent(values: unknown[], { at, seen }: Recent): string {
  const n = values.push(new Date(at), seen)
  return `pg_last_xact_replay_timestamp() >= $${n - 1}::timestamptz
    and pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= $${n}::numeric`
}

export interface Replica {
  readonly pool: Pools['main']
  /** What a read now requires of the replica; null: the primary has to be read. */
  recent(seen: string | null): Recent | null
  /** A transaction on the replica failed: the primary is read until the replica answers again. */
  failed(): void
  /** The position of the log up to which everything that is committed now is written. */
  position(): Promise<string>
  end(): Promise<void>
}

/** The position that a client sends back; a text that is none counts as the newest, so that the primary is read. */
const positionOf = (seen: string | null): string | null => (seen === null ? '0' : /^\d{1,18}$/.test(seen) ? seen : null)

const POSITION = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as position`

/**
 * Every second a transaction number is used up on the primary: its commit record has the primary's time, and reaches the
 * replica even when nothing else is written. A replica that does not follow this primary any more never gets it, whatever
 * position it has reached.
 */
const BEAT = 'select clock_timestamp() as at, pg_current_xact_id()::text as xid'

/** Where a read runs instead of the primary. */
export interface OnReplica {
  readonly pool: Replica['pool']
  readonly recent: Recent
}

/**
 * Runs a read that may be a second old on the replica; on the primary when there is no replica, or when it is not recent,
 * does not know the session, or fails.
 * @param seen the position that the caller knows; null: none
 */
export async function readStale<T>(
  { replica, metrics }: { readonly replica: Replica | undefined; readonly metrics: Pick<Metrics, 'replicaReads'> },
  seen: string | null,
  read: (on?: OnReplica) => Promise<T>,
): Promise<T> {
  const recent = replica?.recent(seen)
  if (replica === undefined || recent === null || recent === undefined) return read()
  try {
    const answer = await read({ pool: replica.pool, recent })
    metrics.replicaReads.inc()
    return answer
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (isConnectionLoss(error)) replica.failed()
    return read()
  }
}

export function openReplica(address: string, primary: Pools['side'], max: number | undefined, log: Logger): Replica {
  const pool = createPool(address, max)
  let beats: readonly { readonly at: number; readonly since: number }[] = []
  let answered = Number.NEGATIVE_INFINITY
  const every = (work: () => Promise<unknown>) => {
    let running = false
    const tick = () => {
      if (running) return
      running = true
      work()
        .catch((err: unknown) => log.debug({ err }, 'no beat of the database'))
        .finally(() => {
          running = false
        })
    }
    tick()
    const timer = setInterval(tick, BEAT_MS)
    timer.unref()
    return timer
  }
  const timers = [
    every(async () => {
      const since = performance.now()
      const { rows } = await primary.query<{ at: number }>(BEAT)
      beats = [...beats.slice(-1), { at: rows[0]!.at, since }]
    }),
    every(async () => {
      await pool.query('select 1')
      answered = performance.now()
    }),
  ]
  return {
    pool,
    recent(seen) {
      const [beat] = beats
      const position = positionOf(seen)
      const now = performance.now()
      if (beat === undefined || position === null || now - beat.since > MOST_LAG_MS) return null
      return now - answered > MOST_LAG_MS ? null : { at: beat.at, seen: position }
    },
    failed() {
      answered = Number.NEGATIVE_INFINITY
    },
    position: async () => (await primary.query<{ position: string }>(POSITION)).rows[0]!.position,
    async end() {
      for (const timer of timers) clearInterval(timer)
      await pool.end()
    },
  }
}
