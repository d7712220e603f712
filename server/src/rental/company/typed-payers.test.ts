import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { withCodes } from '../../kernel/postgres/codes.ts'
import { migrationsDir } from '../../kernel/postgres/migrate.ts'
import { cloneDatabase } from '../../testing/database.ts'

it('payers that were typed into orders become one company each, with the newest tax number, and the orders have it', async () => {
  const database = await cloneDatabase()
  const client = new pg.Client(database.migratorUrl)
  try {
    await client.connect()
    // Orders without their stores and models, on the schema before the migration.
    await client.query(`set session_replication_role = replica; alter table "order" drop column company_id;
      drop table company_price; drop table company_contact; drop table company`)
    const rows = [
      [1, 11, ' 远航物流', '91310115MA1K4XYZ3A'],
      [1, 12, '远航物流', '91310115MA1K4XYZ3B'],
      [1, 13, '', ''],
      [2, 14, '远航物流', ''],
    ]
    for (const row of rows)
      await client.query(
        `insert into "order" (merchant_id, id, order_no, status, store_id, return_store_id, model_id, pickup_at, return_at, next_at, days,
           quote_snapshot, cancel_rule_snapshot, deposit_policy_snapshot, created_by, updated_by, payer_name, payer_tax_no)
         values ($1, $2::bigint, $2::bigint::text, 3, 1, 1, 1, now(), now() + interval '1 day', now(), 1, '{}', '{}', '{}', 9, 9, $3, $4)`,
        row,
      )
    await client.query(await withCodes(await readFile(join(migrationsDir, '0024_companies.sql'), 'utf8')))
    const made = await client.query(
      `select c.merchant_id::int as merchant, c.name, c.tax_no, array(select o.id::int from "order" o
         where o.merchant_id = c.merchant_id and o.company_id = c.id order by o.id) as orders from company c order by c.merchant_id`,
    )
    expect(made.rows).toEqual([
      { merchant: 1, name: '远航物流', tax_no: '91310115MA1K4XYZ3B', orders: [11, 12] },
      { merchant: 2, name: '远航物流', tax_no: '', orders: [14] },
    ])
  } finally {
    await client.end()
    await database.drop()
  }
})
