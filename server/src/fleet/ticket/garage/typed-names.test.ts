import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ticketKind } from '@cheyi/domain/fleet/ticket/codes'
import pg from 'pg'
import { expect, it } from 'vitest'
import { withCodes } from '../../../kernel/postgres/codes.ts'
import { migrationsDir } from '../../../kernel/postgres/migrate.ts'
import { cloneDatabase } from '../../../testing/database.ts'

it('names that were typed into tickets become one record each, with the newest phone number, and the tickets have it', async () => {
  const database = await cloneDatabase()
  const client = new pg.Client(database.migratorUrl)
  try {
    await client.connect()
    // Tickets without their cars and stores, on the schema before the migration.
    await client.query(`set session_replication_role = replica; alter table ticket drop column garage_id; drop table garage;
      alter table referral drop column draft, drop column draft_screen, drop column expires_at`)
    const rows = [
      [1, 11, ticketKind.maintenance, ' 达安汽修', '021-1', 1, ''],
      [1, 12, ticketKind.maintenance, '达安汽修', '021-2', 4, ''],
      [1, 13, ticketKind.maintenance, '', '', 2, ''],
      [1, 14, ticketKind.yearly, '', '', null, '达安汽修'],
      [2, 15, ticketKind.maintenance, '达安汽修', '', 1, ''],
    ]
    for (const row of rows)
      await client.query(
        `insert into ticket (merchant_id, id, no, kind, vehicle_id, store_id, garage_name, garage_phone, maintain_type, agency, created_by)
         values ($1, $2::bigint, $2::bigint::text, $3, 1, 1, $4, $5, $6, $7, 9)`,
        row,
      )
    await client.query(await withCodes(await readFile(join(migrationsDir, '0014_garages.sql'), 'utf8')))
    const made = await client.query(
      `select g.merchant_id::int as merchant, g.name, g.phone, g.works, array(select t.id::int from ticket t where t.merchant_id = g.merchant_id
         and t.garage_id = g.id order by t.id) as tickets from garage g order by g.merchant_id`,
    )
    expect(made.rows).toEqual([
      { merchant: 1, name: '达安汽修', phone: '021-2', works: [1, 4, 7], tickets: [11, 12, 14] },
      { merchant: 2, name: '达安汽修', phone: '', works: [1], tickets: [15] },
    ])
  } finally {
    await client.end()
    await database.drop()
  }
})
