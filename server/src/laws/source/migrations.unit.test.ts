import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changelogProblems } from '../../../prove/release/changelog.ts'
import { compareVersions } from '../../../prove/release/version.ts'
import { withCodes } from '../../kernel/postgres/codes.ts'
import { migrationHashes, migrationsDir } from '../../kernel/postgres/migrate.ts'
import { readReleases, releasedMigrations } from '../../kernel/postgres/released.ts'
import { allowedWords, breaksIn } from '../../testing/hostile/schema-breaks.ts'
import { modules } from '../../testing/modules.ts'

/*
 * A cluster is upgraded machine by machine: for a while the server of the previous release runs on the schema of the new one. So a release
 * only adds; what it no longer uses is removed by a later release, whose migration names the required program in its head (`-- needs:
 * 0047`), so that older ones refuse to start instead of failing in use.
 */

const root = join(import.meta.dirname, '../../../..')
/** Number of the last migration of the first release. */
const baseline = '0010'
const releases = await readReleases(migrationsDir)
const released = releasedMigrations(releases)

describe('what was released stays as it is', () => {
  it('a migration of a release is never edited, renamed or deleted: a later one changes what it made (npm run db:new)', async () => {
    const own = await migrationHashes()
    expect([...released].filter(([name, { sha256 }]) => own[name] !== sha256).map(([name]) => name)).toEqual([])
  })

  it('migrations of a release come before all others, and releases in their order', async () => {
    const own = Object.keys(await migrationHashes())
    expect([...released.keys()]).toEqual(own.slice(0, released.size))
    const versions = releases.map(({ version }) => version)
    expect(versions).toEqual(versions.toSorted(compareVersions))
  })

  it('the packages have the version of the newest release, and operators can read what each one changes for them', async () => {
    const { version } = releases.at(-1) ?? { version: '0.1.0' }
    const packages = globSync('{.,packages/*,server,web,e2e}/package.json', { cwd: root })
    const versions = await Promise.all(
      packages.map(async (path) => [path, JSON.parse(await readFile(join(root, path), 'utf8')).version]),
    )
    expect(versions.length).toBeGreaterThan(6)
    expect(versions.filter(([, own]) => own !== version)).toEqual([])
    const text = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
    expect(changelogProblems(text, releases)).toEqual([])
  })
})

describe('migrations of one release never break the release before', async () => {
  const before = [...released.keys()].at(-1)?.slice(0, 4) ?? baseline
  const all = (await readdir(migrationsDir)).filter((file) => file.endsWith('.sql')).toSorted()
  const texts = await Promise.all(all.map(async (file) => withCodes(await readFile(join(migrationsDir, file), 'utf8'))))
  const words = await Promise.all(texts.map((sql) => allowedWords([sql])))
  const steps = all.map((file, at) => ({
    file,
    sql: texts[at]!,
    allowed: new Map(words.slice(0, at).flatMap((map) => [...map])),
  }))
  const forward = steps.filter(({ file }) => file.slice(0, 4) > before)

  it('begin with a baseline of one file for the kernel, one for each module and one for the rights of processes', () => {
    expect(all.filter((file) => file.slice(0, 4) <= baseline).map((file) => file.slice(5, -4))).toEqual([
      'kernel',
      ...modules,
      'process_rights',
    ])
  })

  it('take nothing away, or say which program they need', async () => {
    const breaks = await Promise.all(
      forward.map(async ({ file, sql, allowed }) => {
        const needs = /^-- needs: (\d{4})$/m.exec(sql)?.[1]
        if (needs === undefined) return (await breaksIn(sql, allowed)).map((what) => `${file}: ${what}`)
        return needs <= before ? [] : [`${file}: ${needs} is of this release, and the one before does not know it`]
      }),
    )
    expect(breaks.flat()).toEqual([])
  })

  it.for([
    ['alter table vehicle drop column plate', 'drops column vehicle.plate'],
    ['alter table vehicle alter plate type int using 1', 'changes the type of vehicle.plate'],
    ['alter table vehicle alter plate set not null', 'asks for vehicle.plate'],
    ['alter table vehicle alter plate drop default', 'drops the default of vehicle.plate'],
    ['alter table vehicle add constraint positive check (odometer_km > 0)', 'new constraint on vehicle'],
    ['alter table vehicle add column a int not null', 'column vehicle.a without a default'],
    ['alter table vehicle rename column plate to number', 'renames vehicle.plate to number'],
    ['alter table vehicle rename to car', 'renames vehicle to car'],
    ['create unique index one_name on store (name)', 'unique index one_name on a table in use'],
    [
      'alter table vehicle add column a int default 0; create unique index one on vehicle (a)',
      'unique index one on a table in use',
    ],
    [
      'alter table vehicle add column a int; create unique index one on vehicle (a) nulls not distinct',
      'unique index one on a table in use',
    ],
    [
      'alter table vehicle add column a int; alter table vehicle add foreign key (model_id) references model (id)',
      'new constraint on vehicle',
    ],
    ['drop table vehicle', 'drops table vehicle'],
    ['drop function timer_due(text)', 'drops function timer_due'],
    ['drop policy narrow on vehicle', 'drops policy narrow'],
    ['revoke insert on vehicle from tenant', 'revokes a right on vehicle'],
  ])('sees that “%s” takes something away', async ([sql, why]) => {
    expect(await breaksIn(sql!)).toEqual([why])
  })

  it.for([
    ["check (kind in ('a', 'b', 'c'))", []],
    ["check (kind in ('a', 'c'))", ['new constraint on spare']],
    ["check (other in ('a', 'b', 'c'))", ['new constraint on spare']],
  ] as const)('lets a list of words grow: %s', async ([check, breaks]) => {
    const before = await allowedWords(["create table spare (kind text check (kind in ('a', 'b')), other text)"])
    expect(await breaksIn(`alter table spare add constraint one ${check}`, before)).toEqual(breaks)
  })

  it.for([
    ['check (code between 1 and 16)', []],
    ['check (code between 1 and 14)', ['new constraint on spare']],
    ['check (code between 2 and 20)', ['new constraint on spare']],
  ] as const)('lets a range of codes grow: %s', async ([check, breaks]) => {
    const before = await allowedWords(['create table spare (code smallint not null check (code between 1 and 15))'])
    expect(await breaksIn(`alter table spare add constraint one ${check}`, before)).toEqual(breaks)
  })

  it.for([
    'alter table vehicle add column a int, add column b int not null default 0',
    'alter table vehicle add column c int generated always as (odometer_km) stored',
    'create table spare (id int); alter table spare alter id set not null; create unique index one on spare (id)',
    'create index quick on vehicle (plate); drop index slow',
    'alter table vehicle add column a int; create unique index one on vehicle (plate, a)',
    'alter table vehicle add column a bigint; alter table vehicle add foreign key (merchant_id, a) references model (merchant_id, id)',
    'create function f() returns int language sql as $$ select 1 $$; revoke all on function f() from public',
    'drop trigger told on vehicle; create trigger told before update on vehicle for each row execute function f()',
    'grant select on vehicle to tenant; update vehicle set odometer_km = 0',
  ])('lets “%s” pass', async (sql) => {
    expect(await breaksIn(sql)).toEqual([])
  })
})
