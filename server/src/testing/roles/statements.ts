import { appendFile } from 'node:fs/promises'
import type pg from 'pg'
import { signInRoles } from '../../kernel/postgres/sign-in-roles.ts'

/*
 * What each process of the product sends in a run of the tests, as PostgreSQL counts it (pg_stat_statements): by the role that runs a
 * statement, so that those of a merchant's transaction are `tenant`'s and not the process's. uses.ts and compare.ts compare it with the grants.
 */

/** A statement as a role has sent it, its values replaced by `$1`. */
export interface Sent {
  readonly role: string
  readonly text: string
}

/** Has a cluster count, from its next start on. */
export async function countStatements(client: pg.Client): Promise<void> {
  await client.query("alter system set shared_preload_libraries = 'pg_stat_statements'")
  // The statements of all merchants' transactions are counted too, until their database goes.
  await client.query('alter system set pg_stat_statements.max = 50000')
  // Whom PostgreSQL refused something stands in its log.
  await client.query("alter system set log_line_prefix = '%u %a '")
}

const OF_ROLES = `select r.rolname as role, s.query as text from pg_stat_statements s
  join pg_roles r on r.oid = s.userid join pg_database d on d.oid = s.dbid
 where d.datname = $1 and r.rolname = any ($2)`

/** Writes what was sent to a database into the file, before the database goes. @param client of another database of the cluster */
export async function keepStatements(client: pg.Client, database: string, file: string): Promise<void> {
  const { rows } = await client.query<Sent>(OF_ROLES, [database, Object.values(signInRoles)])
  const lines = new Set(rows.map(({ role, text }) => `${JSON.stringify({ role, text })}\n`))
  await appendFile(file, [...lines].join(''))
  await client.query('select pg_stat_statements_reset(0, oid, 0) from pg_database where datname = $1', [database])
}
