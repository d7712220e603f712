import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { removeLeftDemo } from './command/leave-demo.ts'
import { jobs } from './jobs.ts'
import { registerHealth } from './kernel/http/health.ts'
import type { Kernel } from './kernel/http/pipeline.ts'
import { listenForMetrics } from './kernel/http/serve-metrics.ts'
import { clearArrivals } from './kernel/http/upload.ts'
import { registerOpenDocs, registerWebFiles } from './kernel/http/web-files.ts'
import { lockInstance } from './kernel/postgres/instance-lock.ts'
import { openDatabase } from './kernel/postgres/join-database.ts'
import { startPostgres } from './kernel/postgres/postgres.ts'
import { type Addresses, commandAddresses, directAddress } from './kernel/postgres/sign-in.ts'
import { turnOf } from './kernel/postgres/turn.ts'
import { watchPostgres } from './kernel/postgres/watch-postgres.ts'
import { settableClock, systemClock } from './kernel/process/clock.ts'
import type { Config } from './kernel/process/config.ts'
import { trialsInTheOpen } from './kernel/process/deployment.ts'
import { runForMerchants, startJobs } from './kernel/process/jobs.ts'
import { publicUrl } from './kernel/process/public-url.ts'
import { type Begun, inUse, serve } from './kernel/process/run.ts'
import type { Shutdown } from './kernel/process/shutdown.ts'
import { exitCodes, StartError } from './kernel/process/start-error.ts'
import { startTraces } from './kernel/trace/start.ts'
import { bucketFiles } from './outside/storage/bucket.ts'
import { fillPendingWork } from './platform/pending-work/actions.ts'
import { installCodeOf } from './platform/session/leave-demo.ts'
import { registerFound } from './sales/site/found/serve.ts'
import { registerSitePages } from './sales/site/pages/serve.ts'
import { emptyDemo } from './seed/empty.ts'
import { demoMerchant, isDemoLeft, isHalfSeeded, isSeeded, switchDemoPeople, whenDemoIsLeft } from './seed/seeded.ts'

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url))

async function start({ config, log, shutdown }: Begun): Promise<void> {
  const endTraces = await startTraces(process.env, { service: 'cheyi-server', proxies: config.trustProxy })
  if (endTraces !== undefined) shutdown.defer('traces', endTraces)

  const lock = await lockInstance(config.dataDir, 3000)
  shutdown.defer('lock', () => lock.release())

  let embedded: string | undefined
  if (config.databaseUrl === undefined) {
    const postgres = await startPostgres(config.dataDir, console)
    shutdown.defer('postgres', () => postgres.stop(), 60_000)
    shutdown.defer('watch', watchPostgres(postgres, log), 60_000)
    embedded = postgres.url
  }
  const addresses = await openDatabase(config, embedded, console)
  if (config.bucket !== undefined) await bucketFiles(config.bucket).check()

  await clearArrivals(config.dataDir)
  const clock = config.clock === 'system' ? systemClock : settableClock(config.clock.at)
  const app = await buildApp({ config, addresses, clock, log })
  registerHealth(app, {
    pingDatabase: () => app.kernel.pools.side.query('SELECT 1'),
    hasRoom: () => app.kernel.disk.hasRoom(),
    webDir,
    isClosing: () => shutdown.begun,
  })
  await registerWebFiles(app, { webDir, tilesUrl: config.mapTiles?.url, frameAncestors: config.frameAncestors })
  await registerOpenDocs(app, webDir)
  registerFound(app, { calls: app.site, addressOf: (path) => publicUrl(config, path) })
  await registerSitePages(app, { calls: app.site, clock: app.kernel.clock, webDir, config })
  shutdown.defer('app', () => app.close())
  if (config.demo && (await isHalfSeeded(app.kernel))) {
    // Another server may be loading it just now, except into a database of our own.
    if (embedded === undefined)
      throw new StartError('演示数据没有装载完。若没有其他服务器正在装载，请执行 npm run seed -- --yes。', {
        exitCode: exitCodes.later,
      })
    console.warn('上次演示数据没有装载完，正在重新装载…')
    await emptyDemo(embedded, config)
  }
  const hasLeftDemo = await isDemoLeft(app.kernel)
  if (hasLeftDemo) {
    await switchDemoPeople(app.kernel, false)
    if (embedded !== undefined) await removeLeftDemo(config, embedded, { atStart: true })
  } else if (await isSeeded(app.kernel)) {
    await switchDemoPeople(app.kernel, config.demo)
    if (!config.demo) console.warn('注意：数据库中有演示数据，其账号已停用。正式使用请换一个空的数据库。')
  } else if (config.demo) {
    // With all that draws its pictures it is 25 MB, for once.
    const { seedDemo } = await import('./seed/demo.ts')
    const migratorUrl = embedded ?? config.migrateUrl
    if (migratorUrl === undefined) throw new StartError('首次写入演示数据还需要 MIGRATE_URL。')
    await using loader = await buildApp({
      config,
      addresses: commandAddresses(migratorUrl, 'demo'),
      clock,
      log,
      work: 'demo',
    })
    await seedDemo(loader.kernel, console)
  }
  await runForMerchants(app.jobs, 'waits', fillPendingWork)
  await app.listen({ port: config.port, host: config.host }).catch(inUse(config.port, 'PORT'))
  const metrics = await listenForMetrics(app.kernel.metrics, config).catch(inUse(config.metrics.port, 'METRICS_PORT'))
  shutdown.defer('metrics', () => metrics.close())
  // Whoever started this process knows that from here on it ends by a fault only, and starts it again.
  process.send?.('listening')
  shutdown.defer('jobs', startJobs(app, jobs))
  if (config.demo) {
    const stopTerminals = await startTerminals(app.kernel, addresses, shutdown)
    if (embedded !== undefined && !hasLeftDemo)
      shutdown.defer(
        'demo',
        whenDemoIsLeft(app.kernel, () => clearDemo(config, embedded, stopTerminals)),
      )
  }
  shutdown.defer('drain', () => after(config.drainMs), config.drainMs + 1000)
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : config.port
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host
  for (const line of trialsInTheOpen(config)) console.warn(`注意：其他机器可访问本服务，而 ${line}`)
  console.info(
    banner(
      `${config.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
      config.demo && !hasLeftDemo ? installCodeOf(app.kernel.vaults) : undefined,
      process.argv[2],
    ),
  )
}

/** Nothing writes for the demo any more, and it is deleted. */
async function clearDemo(config: Config, embedded: string, stopTerminals: () => Promise<void>): Promise<void> {
  await stopTerminals()
  await removeLeftDemo(config, embedded, { atStart: false })
  console.info('演示已清空')
}

/** Terminals of a demo, and the gateway that they come to. @returns how they are stopped before the server is */
async function startTerminals(kernel: Kernel, addresses: Addresses, shutdown: Shutdown): Promise<() => Promise<void>> {
  const merchantId = await demoMerchant(kernel)
  if (merchantId === undefined) return async () => undefined
  const [{ launchGateway }, { playTerminals }] = await Promise.all([
    import('./fleet/vehicle-control/gateway/launch.ts'),
    import('./fleet/vehicle-control/simulated.ts'),
  ])
  const gateway = launchGateway(kernel.log, kernel.config, addresses.gateway)
  const turn = turnOf(directAddress(kernel.config, addresses.web), 'cheyi terminals')
  const stopPlaying = playTerminals(kernel, merchantId, gateway, turn)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    await stopPlaying()
    await gateway.close()
  }
  const once = () => {
    stopped ??= stop()
    return stopped
  }
  shutdown.defer('terminals', once)
  return once
}

/**
 * `installCode`: of a demo that may be left. `hot`: where `npm run dev` serves the pages, renewed as their sources change; here they are those
 * of the last build.
 */
function banner(url: string, installCode: string | undefined, hot: string | undefined): string {
  const lines = [
    '',
    `  车驿已启动：${hot ?? url}`,
    ...(hot ? [`  （改动即时生效；${url} 是接口和上次构建的页面）`] : []),
    '',
  ]
  if (installCode !== undefined)
    lines.push(...demoAccounts, `  不再需要演示时：用 13800000001 登录，打开「清空演示」，确认码 ${installCode}`, '')
  return lines.join('\n')
}

const demoAccounts = [
  '  演示账号（密码均为 Cheyi2026）：',
  '    13800000001 老板    13800000002 店长    13800000003 店员    13800000004 财务',
  '    13800000005 车务    13800000006 客服    13800000007 渠道',
  '    13800000011、13800000021 另外两家商户的老板    13800000000 平台运营',
]

serve(start)
