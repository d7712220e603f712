import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { differencesOfAll } from '../../src/command/money-differences.ts'
import { restoreBackup } from '../../src/command/restore-backup.ts'
import { migrate } from '../../src/kernel/postgres/migrate.ts'
import { ensurePasswords } from '../../src/kernel/postgres/sign-in.ts'
import { withClient } from '../crew/with-client.ts'
import { openDump } from './dump.ts'
import { type Installation, makeInstallation, quiet } from './place.ts'
import { newestUpgrade, type Upgrade } from './programs.ts'
import { readsOutOfBounds } from './reads.ts'

/** The result of a rehearsal, as lines to print: what was measured, and what failed. */
export interface Rehearsal {
  readonly seen: string[]
  readonly failures: string[]
}

const seconds = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} 秒`

/** What happens between the release's data and today's schema; it migrates. */
type Between = (installation: Installation, upgrade: Upgrade, report: Rehearsal) => Promise<void>

const migrateAtOnce: Between = async ({ migratorUrl }, { todayDir }, { seen }) => {
  const began = performance.now()
  const { applied } = await migrate(migratorUrl, { dir: todayDir, log: quiet })
  seen.push(`升级 ${applied.length} 个迁移（${applied.join('、')}），${seconds(began)}`)
}

/**
 * Restores the dump of the newest release with the schema of then, migrates it to today's, and compares: the books, and some reads with
 * their bounds.
 * @param durable as an operator's disk; false: quicker, for a run of all tests
 * @param between how it is migrated
 */
export async function rehearse(durable: boolean, between: Between = migrateAtOnce): Promise<Rehearsal> {
  const report: Rehearsal = { seen: [], failures: [] }
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-upgrade-'))
  try {
    const upgrade = await newestUpgrade(folder)
    if (upgrade === undefined) {
      report.seen.push('还没有发布过版本（server/migrations/released.json 为空），没有可演练的升级')
      return report
    }
    await using installation = await makeInstallation({ durable })
    await withStatistics(installation)
    let began = performance.now()
    const opened = await openDump(upgrade.version, folder)
    await restoreBackup(installation, installation.migratorUrl, opened, quiet, upgrade.releaseDir)
    report.seen.push(`恢复 ${upgrade.version} 版的数据（${opened.orders} 个订单），${seconds(began)}`)
    if (upgrade.isInvented) report.seen.push('本程序没有新的迁移，以一个虚构的迁移代替')
    await between(installation, upgrade, report)
    began = performance.now()
    const differences = await withClient(installation.migratorUrl, differencesOfAll)
    report.seen.push(`核对账目：${differences.length} 处不一致，${seconds(began)}`)
    for (const { orderNo, what } of differences.slice(0, 5)) report.failures.push(`升级后 ${orderNo ?? '账目'} ${what}`)
    began = performance.now()
    // As the autovacuum of an installation does soon.
    await withClient(installation.migratorUrl, (client) => client.query('vacuum (analyze)'))
    const addresses = await ensurePasswords(installation.migratorUrl, installation)
    const { calls, failures } = await readsOutOfBounds(installation, addresses)
    report.seen.push(`${calls} 个读取的开销：${failures.length} 项超出上限，${seconds(began)}`)
    report.failures.push(...failures)
    return report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** PostgreSQL counts what each statement costs. */
async function withStatistics({ migratorUrl, postgres }: Installation): Promise<void> {
  await withClient(migratorUrl, (client) =>
    client.query("alter system set shared_preload_libraries = 'pg_stat_statements'"),
  )
  await postgres.stop()
  await postgres.start()
}
