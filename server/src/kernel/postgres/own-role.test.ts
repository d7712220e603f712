import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quickFolder } from '../../../../scripts/lib/quick-folder.mjs'
import { makeBackup } from '../../command/make-backup.ts'
import { openBackup, restoreBackup } from '../../command/restore-backup.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { launch, startServer, stopServers } from '../../testing/servers.ts'
import { loadConfig } from '../process/config.ts'
import { exitCodes } from '../process/start-error.ts'
import { connect } from './connect.ts'
import { openDatabase } from './join-database.ts'
import { startPostgres } from './postgres.ts'

/* A database that no superuser migrates, prepared by the lines of docs/operations.md. */

const quiet = { info() {}, warn() {} }
let folder: string
let postgres: Awaited<ReturnType<typeof startPostgres>>

beforeAll(async () => {
  folder = await mkdtemp(join(quickFolder(), 'own-role-'))
  postgres = await startPostgres(folder, quiet, { durable: false })
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const addressOf = (user: string, password: string, database: string): string =>
  Object.assign(new URL(postgres.url), { username: user, password, pathname: `/${database}` }).href

async function run(url: string, lines: readonly string[]): Promise<void> {
  await using client = await connect(url)
  for (const line of lines) await client.query(line)
}

/** The lines of the document, for databases of these names. */
async function prepare(names: readonly string[]): Promise<void> {
  const text = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const [, asSuperuser, asOwner] = /```sql\n-- As a superuser:\n(.*?)-- As cheyi_owner[^\n]*\n(.*?)```/s.exec(text)!
  const lines = (block: string) =>
    block
      .replace(/--.*/g, '')
      .split(/;\s*\n/)
      .filter((line) => line.trim() !== '')
  await run(addressOf('postgres', decodeURIComponent(new URL(postgres.url).password), 'postgres'), [
    'drop database cheyi',
    ...lines(asSuperuser!.replace('choose one', 'secret')),
    ...names.slice(1).map((name) => `create database ${name} owner cheyi_owner`),
  ])
  for (const [n, name] of names.entries())
    await run(addressOf('cheyi_owner', 'secret', name), lines(asOwner!).slice(n === 0 ? 0 : 1))
}

describe('a role without superuser rights', () => {
  it('migrates, backs up and restores; servers sign in by themselves', async () => {
    await prepare(['cheyi', 'second'])
    const owner = addressOf('cheyi_owner', 'secret', 'cheyi')
    const server = { DATA_DIR: join(folder, 'a'), DATABASE_URL: addressOf('cheyi_web', '', 'cheyi') }

    const early = launch(server)
    expect(await early.ended()).toBe(exitCodes.later)
    expect(early.output()).toContain('npm run migrate')

    const config = loadConfig({ ...server, MIGRATE_URL: owner })
    const { web, jobs } = await openDatabase(config, undefined, quiet)
    expect([web, jobs].map((address) => new URL(address).username)).toEqual(['cheyi_web', 'cheyi_jobs'])
    const running = await startServer(server)
    expect(await (await fetch(`${running.url}/readyz`)).json()).toMatchObject({ database: true, migrated: true })
    await stopServers([running])

    const identity = await generateX25519Identity()
    const secret = { recipient: await identityToRecipient(identity), identity }
    const made = await makeBackup(config, owner, { folder: join(folder, 'backups'), secret, now: TEST_NOW }, quiet)
    const place = loadConfig({ DATA_DIR: join(folder, 'b') })
    const opened = await openBackup({ ...made, secret })
    const end = await restoreBackup(place, addressOf('cheyi_owner', 'secret', 'second'), opened, quiet)
    expect(end.rows).toEqual(made.rows)
  }, 120_000)

  it('is not started on while a migration of the program is missing', async () => {
    await run(addressOf('cheyi_owner', 'secret', 'cheyi'), [
      'delete from schema_migration where name = (select max(name) from schema_migration)',
    ])
    const config = loadConfig({ DATA_DIR: join(folder, 'a'), DATABASE_URL: addressOf('cheyi_web', '', 'cheyi') })
    await expect(openDatabase(config, undefined, quiet)).rejects.toThrow(/缺少 \d{4}_\w+。请先以 MIGRATE_URL/)
  })
})
