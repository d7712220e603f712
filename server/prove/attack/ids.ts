import type pg from 'pg'

/** Ids of rows that have a merchant, and which table each is of: all tables take them from one sequence. */
export class Ids {
  readonly #tables: ReadonlyMap<string, string>
  readonly #byTable = new Map<string, string[]>()

  private constructor(rows: readonly { readonly id: string; readonly name: string }[]) {
    this.#tables = new Map(rows.map(({ id, name }) => [id, name]))
    for (const { id, name } of rows) this.#byTable.set(name, [...(this.#byTable.get(name) ?? []), id])
  }

  static async of(root: pg.Client, merchantId: string): Promise<Ids> {
    const { rows: tables } = await root.query<{ name: string }>(
      `select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('id', 'merchant_id')
            and a.atttypid = 'int8'::regtype) = 2`,
    )
    const each = tables.map(({ name }) => `select id::text, '${name}' as name from "${name}" where merchant_id = $1`)
    const { rows } = await root.query<{ id: string; name: string }>(each.join(' union all '), [merchantId])
    return new Ids(rows)
  }

  all(): Iterable<string> {
    return this.#tables.keys()
  }

  tableOf(id: string): string | undefined {
    return this.#tables.get(id)
  }

  in(table: string): readonly string[] {
    return this.#byTable.get(table) ?? []
  }
}
