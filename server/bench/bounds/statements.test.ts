import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { quickFolder } from '../../../scripts/lib/quick-folder.mjs'
import { type RunningPostgres, startPostgres } from '../../src/kernel/postgres/postgres.ts'
import { counting, withClient } from '../data/cluster.ts'
import { formOf, openStatements } from './statements.ts'

/* Against a PostgreSQL of its own, since what counts statements is loaded when it starts. */

// A busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 })

let postgres: RunningPostgres
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(quickFolder(), 'run-'))
  postgres = await startPostgres(folder, { info() {}, warn() {} }, { durable: false })
  await withClient(postgres.url, async (client) => {
    for (const [name, value] of Object.entries(counting)) await client.query(`alter system set ${name} = '${value}'`)
    await client.query(`create table kept as select n as id, repeat('x', 200) as text from generate_series(1, 5000) n`)
    await client.query('alter table kept add primary key (id)')
    await client.query('create table told (id int)')
    await client.query(`create function tell() returns trigger language plpgsql as
      $$ begin insert into told select id from kept where id <= 1000; return null; end $$`)
    await client.query('create trigger tell after update on kept for each row execute function tell()')
    await client.query('analyze')
  })
  await postgres.stop()
  await postgres.start()
}, 60_000)
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const one = 'select text from kept where id = $1'

it('counts a call by its own statements, however much others read meanwhile', async () => {
  const [mine, other] = [new pg.Client(postgres.url), new pg.Client(postgres.url)]
  await Promise.all([mine.connect(), other.connect()])
  const statements = await openStatements(postgres.url)
  const ask = async () => {
    await mine.query({ name: 'one', text: one, values: [17] })
    return { texts: [one] }
  }
  await ask()
  const alone = (await statements.spent(ask)).spent
  expect(alone).toEqual([{ text: one, buffers: 3 }])
  const beside = await statements.spent(async () => {
    await other.query('select count(*) from kept a join kept b using (text) where a.id < 50')
    const [answer] = await Promise.all([ask(), other.query('select sum(length(text)) from kept')])
    await other.query('analyze kept')
    return answer
  })
  expect(beside.spent).toEqual(alone)
  await Promise.all([mine.end(), other.end(), statements.close()])
})

it('counts what triggers and functions of a statement read as its own', async () => {
  const statements = await openStatements(postgres.url)
  const text = 'update kept set text = text where id = $1'
  const { spent } = await withClient(postgres.url, (client) =>
    statements.spent(async () => {
      await client.query(text, [17])
      return { texts: [text] }
    }),
  )
  await statements.close()
  // A scan of a thousand rows by the trigger alone reads more than thirty pages.
  expect(spent).toEqual([{ text, buffers: expect.any(Number) }])
  expect(spent[0]!.buffers).toBeGreaterThan(30)
})

it('knows a statement again of which PostgreSQL keeps places instead of values', () => {
  const same: [sent: string, kept: string][] = [
    [`\n select 'a''b', -1, true from t1 where x = $1 limit 20`, 'select $2, $3, $4 from t1 where x = $1 limit $5'],
    ['select n-1 from t where status in (1, 2, 3)', 'select n-$1 from t where status in ($2 /*, ... */)'],
    ['select n from t limit 1', 'select n from t limit 13'],
  ]
  for (const [sent, kept] of same) expect(formOf(kept)).toBe(formOf(sent))
  expect(formOf('select n from t1')).not.toBe(formOf('select n from t2'))
})
