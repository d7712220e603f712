import type pg from 'pg'

/* Which tables hold the rows of a merchant, and how each of them goes to another cluster. */

/**
 * Rows with a merchant that are copied without replication: few, and in the pause, since their key does not begin with the merchant;
 * its keys before everything else, because a server that finds none makes new ones.
 */
export const copiedByHand = [
  'login_session',
  'merchant_key',
  'shown_whole',
  'site_host_claim',
  'site_name',
  'terminal',
  'unasked_text',
] as const

/** Rows with a merchant that stay behind. */
export const leftBehind: Readonly<Record<string, string>> = {
  event: 'it lives for an hour, and its order is of one cluster; followers have processed it before the move',
  follower: 'a position in the order of one cluster; the move writes one of the other cluster',
  factor_ticket: 'it lives for minutes',
  login_qr: 'it lives for minutes',
  merchant_place: 'it says where the merchant lives, seen from this cluster',
  operator_merchant: 'operators are people of one cluster',
  registration: 'it lives for minutes',
}

export interface MovedTable {
  readonly name: string
  /** The column that names the merchant. */
  readonly key: 'merchant_id' | 'id'
  /** The columns that are published, quoted; null: all. */
  readonly columns: readonly string[] | null
  /** Columns with amounts, quoted. */
  readonly money: readonly string[]
  /** Its key has an id that is drawn from the sequence of all row ids, so that new rows have higher ones. */
  readonly hasIds: boolean
}

/**
 * Every table whose primary key leads with the merchant, and the merchant itself. A column with a transaction number is of one
 * cluster: where it has a default, or may be empty, the other cluster writes its own.
 */
export async function movedTables(client: pg.Client): Promise<MovedTable[]> {
  const { rows } = await client.query<Omit<MovedTable, 'key'> & { columns: string[]; own: boolean }>(
    `select c.relname as name, bool_or(not x.sent) as own,
        array_agg(quote_ident(a.attname) order by a.attnum) filter (where x.sent) as columns,
        coalesce(array_agg(quote_ident(a.attname)) filter (where a.attname like '%\\_fen' and a.attgenerated = ''), '{}') as money,
        bool_or(a.attname = 'id' and a.atttypid = 'int8'::regtype and c.relname <> 'merchant' and exists (
          select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey))) as has_ids
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       cross join lateral (select a.attgenerated = '' and not (a.atttypid = 'xid8'::regtype and (a.atthasdef or not a.attnotnull)) as sent) x
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
        and (c.relname = 'merchant' or exists (select from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0]
          where i.indrelid = c.oid and i.indisprimary and k.attname = 'merchant_id'))
      group by c.relname order by c.relname`,
    [[...Object.keys(leftBehind), ...copiedByHand]],
  )
  return rows.map(({ name, columns, own, ...table }) => ({
    ...table,
    name: `"${name}"`,
    key: name === 'merchant' ? 'id' : 'merchant_id',
    columns: own ? columns : null,
  }))
}

/** SQL of the publication: the rows of one merchant of each table. */
export const publicationSql = (name: string, tables: readonly MovedTable[], merchantId: string): string =>
  `create publication ${name} for ${tables
    .map(
      ({ name, key, columns }) =>
        `table ${name}${columns === null ? '' : ` (${columns.join(', ')})`} where (${key} = ${merchantId})`,
    )
    .join(', ')} with (publish = 'insert, update, delete', publish_via_partition_root = true)`

/** Partitions that the other cluster lacks: their rows would go to the partition of all others, and stay when a month is dropped. */
export async function makePartitions(from: pg.Client, to: pg.Client): Promise<void> {
  const read = async (client: pg.Client) =>
    (
      await client.query<{ parent: string; name: string; bound: string }>(
        `select i.inhparent::regclass::text as parent, c.oid::regclass::text as name, pg_get_expr(c.relpartbound, c.oid) as bound
           from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 2`,
      )
    ).rows
  const held = new Set((await read(to)).map(({ name }) => name))
  for (const { parent, name, bound } of await read(from))
    if (!held.has(name)) await to.query(`create table ${name} partition of ${parent} ${bound}`)
}

export interface TableDifference {
  readonly table: MovedTable
  /** In Chinese. */
  readonly text: string
}

/** The tables whose rows and sums of amounts differ between both sides. `where`: SQL, which rows count. */
export async function differencesOf(
  [from, to]: readonly [pg.Client, pg.Client],
  tables: readonly MovedTable[],
  merchantId: string,
  where = 'true',
): Promise<TableDifference[]> {
  const differing: TableDifference[] = []
  for (const table of tables) {
    const { name, key, money } = table
    const text = `select count(*)::text as rows${money.map((column) => `, sum(${column})::text as ${column}`).join('')}
      from ${name} where ${key} = $1 and ${where}`
    const [there, here] = await Promise.all(
      [from, to].map(async (client) => (await client.query(text, [merchantId])).rows[0]),
    )
    const [a, b] = [JSON.stringify(there), JSON.stringify(here)]
    if (a !== b) differing.push({ table, text: `${name}：原集群 ${a}，新集群 ${b}` })
  }
  return differing
}

/** Deletes the rows of a merchant in one transaction. Triggers and foreign keys are for work with rows that remain. */
export async function removeMerchant(client: pg.Client, merchantId: string): Promise<void> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  const rest = [...copiedByHand, 'event', 'follower', 'factor_ticket', 'login_qr', 'operator_merchant', 'registration']
  for (const name of rest) await client.query(`delete from ${name} where merchant_id = $1`, [merchantId])
  for (const { name, key } of await movedTables(client))
    await client.query(`delete from ${name} where ${key} = $1`, [merchantId])
  await client.query('commit')
}
