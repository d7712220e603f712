import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { ENTER, SCOPE, SCOPE_OF_SESSION } from '../../kernel/db/scope.ts'
import { signInRoles } from '../../kernel/postgres/sign-in-roles.ts'
import type { Sent } from './statements.ts'
import { type Right, rightsOf } from './uses.ts'

const { web, jobs, gateway } = signInRoles

/** Rights that no statement of a run of the tests asks for, and why a role has them nevertheless. */
const unseen: ReadonlyMap<string, ReadonlyMap<Right, string>> = new Map([
  [web, new Map()],
  [jobs, new Map([['usage row_id', 'the id of a row of platform_log is a default']])],
  [gateway, new Map()],
])

/** PostgreSQL counts them for the role that a transaction becomes by them. */
const entering: ReadonlyMap<string, readonly string[]> = new Map([
  [web, [ENTER, SCOPE, SCOPE_OF_SESSION]],
  [jobs, [SCOPE]],
])

const GRANTS = `
  with own as (select oid, rolname from pg_roles where rolname = any ($1))
  select rolname as role, lower(privilege_type) || ' ' || relname as right
    from pg_class c cross join lateral aclexplode(c.relacl) a join own on own.oid = a.grantee
   where c.relnamespace = 'public'::regnamespace
  union
  select rolname, lower(a.privilege_type) || ' ' || relname
    from pg_attribute t join pg_class c on c.oid = t.attrelid cross join lateral aclexplode(t.attacl) a join own on own.oid = a.grantee
   where c.relnamespace = 'public'::regnamespace
  union
  select rolname, 'execute ' || proname
    from pg_proc p cross join lateral aclexplode(p.proacl) a join own on own.oid = a.grantee
   where p.pronamespace = 'public'::regnamespace`

/** @returns the rights that each role was granted by name, in the database of `client` */
export async function grantsOf(client: pg.Client): Promise<ReadonlyMap<string, ReadonlySet<Right>>> {
  const roles = Object.values(signInRoles)
  const { rows } = await client.query<{ role: string; right: Right }>(GRANTS, [roles])
  const byRole = Map.groupBy(rows, ({ role }) => role)
  return new Map(roles.map((role) => [role, new Set(byRole.get(role)?.map(({ right }) => right))]))
}

/** @returns the rights that each role asked for @param file of `keepStatements` */
export async function usesOf(file: string): Promise<ReadonlyMap<string, ReadonlySet<Right>>> {
  const lines = new Set((await readFile(file, 'utf8')).split('\n').filter((line) => line !== ''))
  const sent = [...lines].map((line) => JSON.parse(line) as Sent)
  const all = [...sent, ...[...entering].flatMap(([role, texts]) => texts.map((text) => ({ role, text })))]
  const uses = new Map<string, Set<Right>>(Object.values(signInRoles).map((role) => [role, new Set()]))
  for (const { role, text } of all) for (const right of await rightsOf(text)) uses.get(role)!.add(right)
  return uses
}

/** @returns one line for each right that nobody needs, and for each exception that is none */
export function needless(
  grants: ReadonlyMap<string, ReadonlySet<Right>>,
  uses: ReadonlyMap<string, ReadonlySet<Right>>,
): string[] {
  return [...grants].flatMap(([role, granted]) => {
    const [used, excused] = [uses.get(role)!, unseen.get(role)!]
    const more = [...granted].filter((right) => !used.has(right) && !excused.has(right))
    const known = [...excused.keys()].filter((right) => used.has(right) || !granted.has(right))
    return [
      ...more.map((right) => `${role} may «${right}», which no statement of its process asks for`),
      ...known.map((right) => `${role}: «${right}» is no exception any more`),
    ]
  })
}

/** Connections of tests that try what a role may not. */
export const TRIES = 'tries'

/**
 * @param log of PostgreSQL, with role and application
 * @param ofMerchants the tables that a transaction uses as tenant: its statements leave together with the one that it becomes tenant
 *   by, and are refused where that finds the session ended
 * @returns one line for each right that a process asked for and does not have
 */
export function refused(log: string, ofMerchants: ReadonlySet<string>): string[] {
  const lines = [...log.matchAll(/^(cheyi_\w+) (.*?) ERROR: {2}permission denied (.*)$/gm)]
  const faults = lines.flatMap(([, role, program, what]) => {
    const table = /^for table (\w+)$/.exec(what!)?.[1]
    const isLate = role !== gateway && table !== undefined && ofMerchants.has(table)
    return program === TRIES || isLate ? [] : [`${role} asked for what it may not: permission denied ${what}`]
  })
  return [...new Set(faults)]
}

/** @returns the tables that a merchant's transaction uses */
export async function tablesOfMerchants(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and has_table_privilege('tenant', oid, 'SELECT')`,
  )
  return new Set(rows.map(({ name }) => name))
}
