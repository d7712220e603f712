import type { TestApp } from './app.ts'

/*
 * All rows of all tables at a moment, to say what a step left behind.
 */

type Row = Readonly<Record<string, unknown>>
type Tables = ReadonlyMap<string, ReadonlyMap<string, Row>>

/** What every write counts up. */
const counted = new Set(['version', 'updated_at', 'updated_by'])

export interface Picture {
  readonly tables: Tables
  /** Table by table since an earlier picture: columns of rows that changed, `+` for new rows, `-` for missing ones. */
  since(earlier: Picture): Readonly<Record<string, readonly string[]>>
}

/** A table without an `id` is told by whole rows, a partition by its table: which one has a row goes by the day of the test. */
export async function picture(t: TestApp): Promise<Picture> {
  const { rows: names } = await t.root.query(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const tables = new Map<string, ReadonlyMap<string, Row>>()
  for (const { name } of names) {
    const { rows } = await t.root.query(`select to_jsonb(x)::text as row from "${name}" x`)
    const read = rows.map(({ row }): Row => JSON.parse(row))
    tables.set(name, new Map(read.map((row) => [String(row.id ?? JSON.stringify(row)), row])))
  }
  return { tables, since: (earlier) => difference(earlier.tables, tables) }
}

function difference(before: Tables, after: Tables): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [table, rows] of after) {
    const old = before.get(table) ?? new Map<string, Row>()
    const marks = new Set<string>()
    for (const [id, row] of rows) {
      const was = old.get(id)
      if (was === undefined) marks.add('+')
      else
        for (const column of Object.keys(row))
          if (!counted.has(column) && !same(row[column], was[column])) marks.add(column)
    }
    if ([...old.keys()].some((id) => !rows.has(id))) marks.add('-')
    if (marks.size > 0) found[table] = [...marks].sort()
  }
  return found
}

const same = (one: unknown, two: unknown): boolean => JSON.stringify(one) === JSON.stringify(two)
