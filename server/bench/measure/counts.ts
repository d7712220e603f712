import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { listen, waitedFlights } from '../../src/testing/flights.ts'
import { withClient } from '../data/cluster.ts'
import { median } from './measure.ts'

/*
 * What a call costs in what no other program on the machine can blur: counted on the product in this process, call by
 * call, nothing else being asked of the database.
 */

export interface Counts {
  /** Pages of tables and indexes that were looked at, in memory or not. */
  readonly buffers: number
  /** Rows that travelled to Node. */
  readonly rows: number
  /** Round trips to the database, one after the other, before there was an answer. */
  readonly flights: number
  /** Statements sent, those that begin and end the transaction included. */
  readonly statements: number
  /** Versions of rows written, and rows deleted. */
  readonly versions: number
  /** Bytes of WAL; whole pages after a checkpoint do not count, see {@link withoutWholePages}. */
  readonly wal: number
  /** Bytes of the answer's JSON. */
  readonly json: number
}

export const countNames = ['buffers', 'rows', 'flights', 'statements', 'versions', 'wal', 'json'] as const

/** Of each count its median: what the database does by itself falls on a call here and there. */
export const medianCounts = (all: readonly Counts[]): Counts =>
  Object.fromEntries(countNames.map((name) => [name, median(all.map((one) => one[name]))])) as unknown as Counts

/** A finished read ends its transaction a moment later; so does what is written after an answer. */
const SETTLED_MS = 25

interface Totals {
  readonly buffers: number
  readonly versions: number
  readonly wal: number
}

/** Counts the calls that are made one after the other on a database of which `rootUrl` is the superuser's address. */
export async function openCounter(rootUrl: string) {
  const database = new URL(rootUrl).pathname.slice(1)
  // From beside it: what the looking costs is not counted.
  const client = new pg.Client({ connectionString: rootUrl.replace(/[^/]+$/, 'postgres') })
  await client.connect()

  async function totals(): Promise<Totals> {
    const { rows } = await client.query(
      `select blks_hit + blks_read as buffers, tup_inserted + tup_updated + tup_deleted as versions,
         pg_current_wal_insert_lsn() - '0/0' as wal from pg_stat_database where datname = $1`,
      [database],
    )
    const { buffers, versions, wal } = rows[0]
    return { buffers: Number(buffers), versions: Number(versions), wal: Number(wal) }
  }

  return {
    /** @param work makes one call @returns what it cost; the rows that came on connections of others count, too */
    async count(work: () => Promise<string>): Promise<Counts> {
      const before = await totals()
      let body = ''
      const sent = await listen(async () => {
        body = await work()
      })
      // What had not been answered when the call was is looked at now: it was not waited for.
      const flights = waitedFlights(sent.map((one) => ({ ...one })))
      await after(SETTLED_MS)
      for (const used of new Set(sent.map((one) => one.client))) await used.query('select pg_stat_force_next_flush()')
      const then = await totals()
      return {
        buffers: then.buffers - before.buffers,
        rows: sent.reduce((sum, { rows }) => sum + rows.length, 0),
        flights,
        statements: sent.length,
        versions: then.versions - before.versions,
        wal: then.wal - before.wal,
        json: Buffer.byteLength(body),
      }
    },
    close: () => client.end(),
  }
}

/**
 * Runs work while PostgreSQL logs changes only: in a copy that was just made, every page is touched for the first time
 * since a checkpoint and would be logged whole, which measures the copy.
 */
export async function withoutWholePages<T>(rootUrl: string, work: () => Promise<T>): Promise<T> {
  const set = (statement: string) =>
    withClient(rootUrl, async (client) => {
      await client.query(statement)
      await client.query('select pg_reload_conf()')
      await client.query('checkpoint')
    })
  await set('alter system set full_page_writes = off')
  try {
    return await work()
  } finally {
    await set('alter system reset full_page_writes')
  }
}
