import { type ParseResult, parse } from 'libpg-query'

/** A right that a statement asks for: `select app_user`, `execute timer_due`, `usage row_id`. */
export type Right = string

type Tree = Readonly<Record<string, unknown>>

/** What PostgreSQL leaves of `interval '1 day'` when it counts statements can no longer be parsed. */
const CUT = /\b(interval|date|timestamptz|timestamp|time)\s+\$\d+/gi

/** The rights that a statement asks for where it names tables and functions; what these do inside is theirs. */
export async function rightsOf(text: string): Promise<ReadonlySet<Right>> {
  const { stmts = [] } = (await parse(text.replaceAll(CUT, "$1 'now'"))) as ParseResult
  const rights = new Set<Right>()
  for (const { stmt } of stmts) visit(stmt as Tree, new Set(), rights)
  return rights
}

function visit(node: unknown, known: ReadonlySet<string>, rights: Set<Right>): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, known, rights)
    return
  }
  if (typeof node !== 'object' || node === null) return
  for (const [kind, value] of Object.entries(node as Tree)) {
    // It names tables of the same statement again, by their aliases.
    if (kind === 'LockingClause') continue
    const inside = isTree(value) ? new Set([...known, ...namesOf(value.withClause)]) : known
    if (isTree(value)) ask(kind, value, inside, rights)
    // The table that is written is no table that is read.
    visit(isTree(value) && kind in writes ? { ...value, relation: undefined } : value, inside, rights)
  }
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

const writes: Readonly<Record<string, string>> = { InsertStmt: 'insert', UpdateStmt: 'update', DeleteStmt: 'delete' }

function ask(kind: string, value: Tree, known: ReadonlySet<string>, rights: Set<Right>): void {
  const verb = writes[kind]
  if (verb !== undefined) {
    const table = (value.relation as Tree).relname
    rights.add(`${verb} ${table}`)
    const conflict = value.onConflictClause as Tree | undefined
    if (conflict?.action === 'ONCONFLICT_UPDATE') rights.add(`update ${table}`)
    // Rows are chosen or returned by what is in them.
    if (value.whereClause || value.returningList || value.returningClause || conflict?.infer)
      rights.add(`select ${table}`)
  }
  if (kind === 'RangeVar' && !known.has(String(value.relname))) rights.add(`select ${value.relname}`)
  if (kind === 'SelectStmt' && value.lockingClause) for (const table of lockedBy(value)) rights.add(`update ${table}`)
  if (kind === 'FuncCall') {
    const name = ((value.funcname as Tree[]).at(-1)!.String as Tree).sval
    rights.add(name === 'nextval' ? 'usage row_id' : `execute ${name}`)
  }
}

/** The names of `with`, which are no tables. */
const namesOf = (clause: unknown): string[] =>
  isTree(clause) ? (clause.ctes as Tree[]).map((one) => String((one.CommonTableExpr as Tree).ctename)) : []

/** The tables of which a select locks rows: those that `of` names by their alias, or all. */
function lockedBy({ fromClause, lockingClause }: Tree): string[] {
  const tables = new Map<string, string>()
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const inner = (node as Tree).RangeVar
    if (isTree(inner)) {
      const { relname, alias } = inner
      tables.set(String(isTree(alias) ? alias.aliasname : relname), String(relname))
    } else if (!('RangeSubselect' in node)) for (const one of Object.values(node)) collect(one)
  }
  collect(fromClause)
  const named = (lockingClause as Tree[]).flatMap(
    (one) => ((one.LockingClause as Tree).lockedRels as Tree[] | undefined) ?? [],
  )
  const chosen = named.map((one) => String((one.RangeVar as Tree).relname))
  return chosen.length > 0 ? chosen.flatMap((name) => tables.get(name) ?? []) : [...tables.values()]
}
