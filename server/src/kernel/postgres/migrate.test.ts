import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tableTypes } from '../../command/table-types.ts'
import { type ClonedDatabase, cloneDatabase } from '../../testing/database.ts'
import { TRIES } from '../../testing/roles/compare.ts'
import { defaultKeyFile } from '../keys.ts'
import { migrate, migrationsDir } from './migrate.ts'
import { ensurePasswords } from './sign-in.ts'
import { type Process, signInRoles } from './sign-in-roles.ts'

const log = { info() {}, warn() {} }

describe('migrate', () => {
  let database: ClonedDatabase
  let dir: string
  const run = () => migrate(database.migratorUrl, { dir, log })
  const write = (name: string, sql: string) => writeFile(join(dir, name), sql)

  beforeEach(async () => {
    database = await cloneDatabase()
    dir = await mkdtemp(join(tmpdir(), 'cheyi-migrations-'))
    // The template is migrated already, so that these tests begin with an empty record.
    await query(database.migratorUrl, 'TRUNCATE public.schema_migration')
  })

  afterEach(async () => {
    await database.drop()
    await rm(dir, { recursive: true })
  })

  test('applies pending files in order, once', async () => {
    await write('0002_second.sql', 'CREATE TABLE scratch_two (id int REFERENCES scratch_one)')
    await write('0001_first.sql', 'CREATE TABLE scratch_one (id int PRIMARY KEY)')
    expect(await run()).toEqual({ applied: ['0001_first', '0002_second'] })
    expect(await run()).toEqual({ applied: [] })
    await write('0003_third.sql', 'CREATE TABLE scratch_three (id int)')
    expect(await run()).toEqual({ applied: ['0003_third'] })
  })

  test('two servers that start at once apply each file once', async () => {
    await write('0001_first.sql', 'CREATE TABLE scratch (id int)')
    const [a, b] = await Promise.all([run(), run()])
    expect([...a.applied, ...b.applied]).toEqual(['0001_first'])
  })

  test('a failing file is rolled back, and the error names the line', async () => {
    await write('0001_first.sql', 'CREATE TABLE scratch (id int);\nSELECT nonsense;')
    await expect(run()).rejects.toThrow('迁移 0001_first 失败：第 2 行：column "nonsense" does not exist')
    await write('0001_first.sql', 'CREATE TABLE scratch (id int)')
    expect(await run()).toEqual({ applied: ['0001_first'] })
  })

  test('refuses an edited file, but not other line ends', async () => {
    await write('0001_first.sql', 'CREATE TABLE scratch (\n  id int\n)')
    await run()
    await write('0001_first.sql', 'CREATE TABLE scratch (\r\n  id int\r\n)')
    expect(await run()).toEqual({ applied: [] })
    await write('0001_first.sql', 'CREATE TABLE scratch (id bigint)')
    await expect(run()).rejects.toThrow('迁移 0001_first 在应用之后被修改过')
  })

  test('says whether the program or the database is not of the release', async () => {
    const first = 'SELECT 1'
    const sha256 = createHash('sha256').update(first).digest('hex')
    await write('released.json', JSON.stringify([{ version: '1.0.0', migrations: { '0001_first': sha256 } }]))
    await write('0001_first.sql', 'SELECT 2')
    await expect(run()).rejects.toThrow('程序文件 server/migrations/0001_first.sql 与 1.0.0 版发布的内容不同')
    await write('0001_first.sql', first)
    await run()
    await query(database.migratorUrl, "UPDATE schema_migration SET sha256 = 'of development'")
    await expect(run()).rejects.toThrow('此数据库由 1.0.0 版发布前的开发程序创建（迁移 0001_first 的内容不同）')
  })

  test('refuses a number before the last applied one, a number used twice, a missing file, an invalid name', async () => {
    await write('0002_second.sql', 'SELECT 1')
    await run()
    await write('0001_late.sql', 'SELECT 1')
    await expect(run()).rejects.toThrow('迁移 0001_late 的编号早于已应用的 0002_second')
    await write('0002_twice.sql', 'SELECT 1')
    await expect(run()).rejects.toThrow('迁移文件编号重复')
    await rm(join(dir, '0002_twice.sql'))
    await rm(join(dir, '0001_late.sql'))
    await write('0003_third.sql', 'SELECT 1')
    await run()
    await rm(join(dir, '0002_second.sql'))
    await expect(run()).rejects.toThrow('没有该文件')
    await write('Third.sql', 'SELECT 1')
    await expect(run()).rejects.toThrow('Third.sql')
  })

  test('starts on a schema of a newer program, until a migration requires that program', async () => {
    await write('0001_first.sql', 'SELECT 1')
    await write('0002_add.sql', 'SELECT 1')
    await run()
    await rm(join(dir, '0002_add.sql'))
    expect(await run()).toEqual({ applied: [] })

    await write('0002_add.sql', 'SELECT 1')
    await write('0003_take_away.sql', '-- needs: 0002\nSELECT 1')
    await run()
    await rm(join(dir, '0003_take_away.sql'))
    expect(await run()).toEqual({ applied: [] })
    await rm(join(dir, '0002_add.sql'))
    await expect(run()).rejects.toThrow('数据库已应用迁移 0003_take_away，但程序中没有该文件：程序版本比数据库旧')
  })
})

describe('a database of development, from before the first release', () => {
  test.for(['0002_merchant_store', '0010_channel_wire'])('is refused with what to do: %s', async (name) => {
    const database = await cloneDatabase()
    await query(database.migratorUrl, "INSERT INTO schema_migration (name, sha256) VALUES ($1, 'of another file')", [
      name,
    ])
    await expect(migrate(database.migratorUrl, { dir: migrationsDir, log })).rejects.toThrow('请新建数据库')
    await database.drop()
  })
})

describe('ensurePasswords', () => {
  test('never changes the password of a running instance', async () => {
    const database = await cloneDatabase()
    const foreignDataDir = await mkdtemp(join(tmpdir(), 'cheyi-keys-'))
    const foreign = { dataDir: foreignDataDir, keyFile: defaultKeyFile(foreignDataDir) }
    const client = new pg.Client({ connectionString: database.addresses.web })
    await client.connect()
    await expect(ensurePasswords(database.migratorUrl, foreign)).rejects.toThrow('另一个实例')
    await client.end()
    await database.drop()
    await rm(foreignDataDir, { recursive: true })
  })
})

describe('the migrated schema', () => {
  let database: ClonedDatabase

  beforeAll(async () => {
    database = await cloneDatabase()
  })

  afterAll(() => database.drop())

  test('matches the generated types (npm run db:types)', async () => {
    const kept = await readFile(new URL('../db/tables.gen.ts', import.meta.url), 'utf8')
    expect(await tableTypes(database.migratorUrl)).toBe(kept)
  })

  test.for(Object.keys(signInRoles) as Process[])(
    'allows %s to sign in as a role of its own, which owns nothing and can read no tenant table',
    async (name) => {
      const url = new URL(database.addresses[name])
      expect(url.username).toBe(signInRoles[name])
      url.searchParams.set('application_name', TRIES)
      const address = url.href
      expect(
        await query(address, 'SELECT count(*)::int AS owned FROM pg_tables WHERE tableowner = current_user'),
      ).toEqual([{ owned: 0 }])
      await expect(query(address, 'SELECT FROM "order"')).rejects.toMatchObject({ code: '42501' })
    },
  )
})

async function query(url: string, sql: string, values?: unknown[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}
