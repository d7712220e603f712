import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { at, root } from '../../../scripts/lib/workspace.mjs'
import { differencesOfAll } from '../../src/command/money-differences.ts'
import { migrate, migrationHashes, migrationsDir } from '../../src/kernel/postgres/migrate.ts'
import { type Release, readReleases, releasedMigrations } from '../../src/kernel/postgres/released.ts'
import { ensurePasswords } from '../../src/kernel/postgres/sign-in.ts'
import { withClient } from '../crew/with-client.ts'
import { oldDumps, writeDump } from '../upgrade/dump.ts'
import { fillInstallation } from '../upgrade/fill.ts'
import { makeInstallation, quiet } from '../upgrade/place.ts'
import { changelogOf } from './changelog.ts'
import { compareVersions, isVersion, tagOf } from './version.ts'

/*
 * npm run release -- --cut 1.0.0 — makes a release of the tree: its version in all packages, its section of CHANGELOG.md, the hashes of its
 * migrations, which nobody edits from then on, and the dump that later releases are rehearsed on. May be repeated until the release has
 * its tag: what is merged meanwhile belongs to it.
 *   --without-dump   does not make the dump anew, where only the rest is to be repeated
 *   --tag            makes the tag on the last commit, after the cut was committed
 */

const exec = promisify(execFile)
const ORDERS = 10_000
const changelog = at('CHANGELOG.md')
const releasedFile = join(migrationsDir, 'released.json')

const { values } = parseArgs({
  options: { cut: { type: 'string' }, 'without-dump': { type: 'boolean' }, tag: { type: 'boolean' } },
})

const git = async (...args: string[]): Promise<string> => (await exec('git', args, { cwd: root })).stdout.trim()

/** @throws Error in Chinese when the version cannot be cut (again) */
async function requireUncut(version: string, releases: readonly Release[]): Promise<void> {
  if (!isVersion(version)) throw new Error(`版本号应为 1.2.3 的形式：${version}`)
  if ((await git('tag', '--list', tagOf(version))) !== '')
    throw new Error(`${version} 版已有标签 ${tagOf(version)}，不能再改。请发布下一版。`)
  const newest = releases.at(-1)?.version
  if (newest !== undefined && compareVersions(version, newest) < 0)
    throw new Error(`版本 ${version} 早于已发布的 ${newest}`)
}

async function cut(version: string): Promise<void> {
  const releases = await readReleases(migrationsDir)
  await requireUncut(version, releases)
  const before = releases.filter((release) => release.version !== version)
  const known = releasedMigrations(before)
  const hashes = await migrationHashes()
  const edited = [...known].filter(([name, { sha256 }]) => hashes[name] !== sha256).map(([name]) => name)
  if (edited.length > 0) throw new Error(`已发布的迁移被修改：${edited.join('、')}`)
  const migrations = Object.fromEntries(Object.entries(hashes).filter(([name]) => !known.has(name)))
  const release: Release = { version, releasedOn: new Date().toISOString().slice(0, 10), migrations }
  const text = changelogOf(await readFile(changelog, 'utf8'), release)
  if (!values['without-dump']) await dump(version)
  else requireSame(releases.at(-1), release)
  await writeFile(changelog, text)
  await writeFile(releasedFile, `${JSON.stringify([...before, release], null, 2)}\n`)
  await setVersion(version)
  console.info(
    `${version} 版已就绪：${Object.keys(migrations).length} 个迁移自此不可修改。请提交，然后 npm run release -- --tag。`,
  )
}

/** @throws Error in Chinese when the dump is of other migrations */
function requireSame(last: Release | undefined, { version, migrations }: Release): void {
  if (last?.version !== version || JSON.stringify(last.migrations) !== JSON.stringify(migrations))
    throw new Error('迁移自上次之后有改动，数据须重新生成：请去掉 --without-dump')
}

/** An installation of 10,000 orders, made by the product itself. */
async function dump(version: string): Promise<void> {
  console.info(`正在生成 ${ORDERS} 个订单的安装（十分钟以上）…`)
  await mkdir(at('server', 'releases'), { recursive: true })
  await using installation = await makeInstallation({ durable: false })
  const { migratorUrl } = installation
  await migrate(migratorUrl, { dir: migrationsDir, log: quiet })
  const addresses = await ensurePasswords(migratorUrl, installation)
  await fillInstallation({ ...installation, addresses }, ORDERS, console)
  const differences = await withClient(migratorUrl, differencesOfAll)
  if (differences.length > 0) throw new Error(`生成的账目有 ${differences.length} 处不一致：${differences[0]!.what}`)
  const bytes = await writeDump(installation, version, ORDERS)
  // Only the newest release is rehearsed; those before are in git.
  for (const file of await oldDumps(version)) await rm(file)
  console.info(`server/releases/${version}.tar.zst：${(bytes / 1e6).toFixed(1)} MB`)
}

/** In every package and in the lock file. */
async function setVersion(version: string): Promise<void> {
  for (const path of globSync('{.,packages/*,server,web,e2e}/package.json', { cwd: root })) {
    const text = await readFile(at(path), 'utf8')
    await writeFile(at(path), text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`))
  }
  const lock = JSON.parse(await readFile(at('package-lock.json'), 'utf8'))
  lock.version = version
  for (const [path, entry] of Object.entries<{ version?: string; link?: boolean }>(lock.packages))
    if (!path.includes('node_modules') && entry.version !== undefined) entry.version = version
  await writeFile(at('package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
}

/** On the commit of the cut, in this clone alone. */
async function tag(): Promise<void> {
  const version = (await readReleases(migrationsDir)).at(-1)?.version
  if (version === undefined) throw new Error('还没有发布过版本，请先执行 npm run release -- --cut 1.0.0')
  if ((await git('status', '--porcelain')) !== '') throw new Error('有未提交的改动，请先提交再建标签')
  await git('tag', '--annotate', tagOf(version), '--message', `Release ${version}`)
  console.info(`已在本机建立标签 ${tagOf(version)}，用 git push origin ${tagOf(version)} 发布`)
}

if (values.cut !== undefined) await cut(values.cut)
else if (values.tag) await tag()
else throw new Error('用法：npm run release -- --cut 1.0.0 [--without-dump]，提交后 npm run release -- --tag')
process.exit()
