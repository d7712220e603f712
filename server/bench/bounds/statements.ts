import pg from 'pg'

/** A statement of a call with what it cost, its triggers included. */
export interface Spent {
  readonly text: string
  readonly buffers: number
}

/** What PostgreSQL itself counts of each statement, of one database. */
export async function openStatements(rootUrl: string) {
  const database = new URL(rootUrl).pathname.slice(1)
  // From beside it: what the looking costs is not counted.
  const client = new pg.Client({ connectionString: rootUrl.replace(/[^/]+$/, 'postgres') })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  return {
    /** @returns each statement once, the dearest first; what it cost in all while `work` ran */
    async spent(work: () => Promise<unknown>): Promise<Spent[]> {
      await client.query('select pg_stat_statements_reset()')
      await work()
      const { rows } = await client.query(
        `select min(query) as text, sum(shared_blks_hit + shared_blks_read)::int as buffers from pg_stat_statements
          where dbid = (select oid from pg_database where datname = $1) group by queryid order by buffers desc, text`,
        [database],
      )
      return rows
    },
    close: () => client.end(),
  }
}
