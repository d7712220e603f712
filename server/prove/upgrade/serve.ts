import { setTimeout as after } from 'node:timers/promises'
import { differencesOfAll } from '../../src/command/money-differences.ts'
import { OWNER } from '../../src/seed/seeded.ts'
import { type Server, startServer, stopServers } from '../../src/testing/servers.ts'
import { Crew, isProven, prepare, table, type Works } from '../crew/crew.ts'
import { withClient } from '../crew/with-client.ts'
import type { Installation } from './place.ts'
import { programsOf, type Upgrade } from './programs.ts'
import type { Rehearsal } from './prove.ts'

const STEADY_MS = 5000

/**
 * A server of the release serves while the first one of today migrates and starts; then it ends, and the clients go on at today's.
 */
export async function serveDuring(installation: Installation, upgrade: Upgrade, report: Rehearsal): Promise<void> {
  const programs = await programsOf(upgrade)
  const env = (name: string) => ({
    DATA_DIR: `${installation.dataDir}/${name}`,
    KEY_FILE: installation.keyFile,
    MEDIA_DIR: installation.mediaDir,
    DATABASE_URL: installation.migratorUrl.replace(/\/\/[^@]*@/, '//cheyi_web@'),
    // The first one finds its own schema; the second one migrates.
    MIGRATE_URL: installation.migratorUrl,
    DEMO: 'on',
    SMS: 'outbox',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  })
  const servers: Server[] = []
  try {
    const before = await startServer(env('release'), true, programs.release)
    servers.push(before)
    const serving: Server[] = [before]
    // The server of the release plays the provider of payments until it ends, and today's after that.
    const works: Works = {
      urls: () => serving.map(({ url }) => url),
      provider: () => serving.at(-1)!.url,
      gatewayPort: () => 0,
    }
    const crew = new Crew(works, await prepare(works, OWNER, false))
    await after(STEADY_MS)
    await crew.answered()
    const began = performance.now()
    const next = await startServer(env('today'), true, programs.today)
    servers.push(next)
    report.seen.push(`${upgrade.version} 版继续服务时，本程序升级数据库并启动，${seconds(began)}`)
    await crew.answered()
    serving.push(next)
    await crew.answered()
    serving.shift()
    await stopServers([before])
    await crew.answered()
    await after(STEADY_MS)
    await crew.stop()
    const agrees = async () => (await withClient(installation.migratorUrl, differencesOfAll)).length === 0
    const row = await crew.row(installation.migratorUrl, agrees, `${upgrade.version} → today`)
    report.seen.push(table([row]))
    if (!isProven([row]))
      report.failures.push(
        `丢失 ${row.lost.length}，重复 ${row.doubled.length}，账目${row.moneyAgrees ? '相符' : '不符'}`,
      )
  } finally {
    await stopServers(servers)
    await programs.remove()
  }
}

const seconds = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} 秒`
