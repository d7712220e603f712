import { setTimeout as after } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { contract } from '@cheyi/contract/index'
import { at } from '../../../scripts/lib/workspace.mjs'
import { differencesOfAll } from '../../src/command/money-differences.ts'
import { providerNameOf } from '../../src/kernel/pay-port.ts'
import { OWNER } from '../../src/seed/seeded.ts'
import { type Server, startServer, stopServers } from '../../src/testing/servers.ts'
import { Caller } from '../crew/caller.ts'
import { Crew, isProven, prepare, table, type Works } from '../crew/crew.ts'
import { Journal } from '../crew/journal.ts'
import { Line } from '../crew/line.ts'
import { openProvider, type Provider } from '../crew/provider.ts'
import { withClient } from '../crew/with-client.ts'
import type { Installation } from './place.ts'
import { programsOf, type Upgrade } from './programs.ts'
import type { Rehearsal } from './prove.ts'

const STEADY_MS = 5000

/**
 * A server of the release serves while the first one of today migrates and starts; then it ends, and the clients go on at today's. The
 * payment providers live outside of both, as real ones do.
 */
export async function serveDuring(installation: Installation, upgrade: Upgrade, report: Rehearsal): Promise<void> {
  const programs = await programsOf(upgrade)
  const line = new Line()
  const address = await line.open()
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
    FAULTS_LINE: address,
  })
  const inside = ['--import', pathToFileURL(at('server', 'prove', 'crew', 'inside.ts')).href]
  const servers: Server[] = []
  const serving: Server[] = []
  const urls = () => serving.map(({ url }) => url)
  const provider = openProvider(`${installation.dataDir}/provider`, urls)
  line.elsewhere.set('pay', provider.url)
  try {
    const before = await startServer(env('release'), true, [...inside, ...programs.release])
    servers.push(before)
    serving.push(before)
    const works: Works = { urls, approve: provider.approve, gatewayPort: () => 0 }
    const field = await prepare(works, OWNER, false)
    await enterContracts(works, field.token, provider)
    const crew = new Crew(works, field)
    await after(STEADY_MS)
    await crew.answered()
    const began = performance.now()
    const next = await startServer(env('today'), true, [...inside, ...programs.today])
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
    const [path, ms] = [...crew.journal.slowest].reduce((slow, one) => (one[1] > slow[1] ? one : slow), ['', 0])
    report.seen.push(`最慢的一次调用 ${path}，${(ms / 1000).toFixed(1)} 秒`)
    if (!isProven([row]))
      report.failures.push(
        `丢失 ${row.lost.length}，重复 ${row.doubled.length}，账目${row.moneyAgrees ? '相符' : '不符'}`,
      )
  } finally {
    await stopServers(servers)
    await provider.close()
    await line.close()
    await programs.remove()
  }
}

/** The dump has the contracts of the merchant with providers of its time, which are gone: the owner enters those of today's. */
async function enterContracts({ urls }: Works, token: string, provider: Provider): Promise<void> {
  const owner = new Caller(urls, new Journal(), AbortSignal.timeout(60_000), token)
  const { list } = await owner.ask(contract.payment.channels, {})
  for (const { id, storeId, payWay, version } of list) {
    const { certificates: _, ...account } = await provider.account(providerNameOf(payWay))
    const saved = { id, payWay, version, ...account, ...(storeId !== null && { storeId }), enabled: true }
    const { check } = await owner.ask(contract.payment.saveChannel, saved)
    if (check.state !== 'right') throw new Error(`the contract with ${account.provider} is not right: ${check.words}`)
  }
}

const seconds = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} 秒`
