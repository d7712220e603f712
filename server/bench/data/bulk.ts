import type pg from 'pg'

/** Tables that one file fills, on a connection of its own. */
export interface Filling {
  readonly file: string
  readonly tables: readonly string[]
}

/** What the orders of the bench consist of. */
export const fillings: readonly Filling[] = [
  { file: 'order.sql', tables: ['person', '"order"', 'number_block'] },
  {
    file: 'handover.sql',
    tables: [
      ...[
        'order_item',
        'order_log',
        'vehicle_assignment',
        'pickup_return_record',
        'agreement',
        'remark',
        'driver_task',
      ],
    ],
  },
  { file: 'ledger.sql', tables: ['ledger_txn', 'ledger_entry'] },
  { file: 'books.sql', tables: ['deposit', 'payment', 'occupancy'] },
]

/** Indexes that no constraint stands on. */
const PLAIN_INDEXES = `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i where i.indrelid = any ($1::regclass[])
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  order by pg_relation_size(i.indrelid) desc, 1`

const PRIMARY_KEYS = `select c.conrelid::regclass::text as name, c.conindid::regclass::text as key
  from pg_constraint c where c.conrelid = any ($1::regclass[]) and c.contype = 'p'`

/**
 * Fills tables, empty as yet, in one transaction: nothing of it needs WAL where `wal_level` is minimal, since their files are
 * new in it. Indexes are built once at the end, which takes a third of the time. Locks these tables and no others.
 */
export async function filledAtOnce(
  client: pg.Client,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  await client.query('begin')
  // Keys and balances hold by the way the rows are made; checking them row by row would take most of the time.
  await client.query(
    `set local session_replication_role = replica; set local work_mem = '256MB'; set local maintenance_work_mem = '1GB';
     set local client_min_messages = warning`,
  )
  // Writing an empty table anew gives it new files; truncating it would wait for all tables that refer to it.
  const { rows: keys } = await client.query(PRIMARY_KEYS, [tables])
  for (const { name, key } of keys) await client.query(`cluster ${name} using ${key}`)
  const { rows: indexes } = await client.query(PLAIN_INDEXES, [tables])
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await fill()
  for (const { definition } of indexes) await client.query(definition)
  await client.query('commit')
  await client.query(`vacuum (analyze) ${tables.join(', ')}`)
}
