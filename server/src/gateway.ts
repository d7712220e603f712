import type { Logger } from 'pino'
import { createPools } from './kernel/db/pools.ts'
import { derive, openKeys } from './kernel/keys.ts'
import { ensureGatePassword } from './kernel/postgres/migrate.ts'
import { runningPostgresUrl } from './kernel/postgres/postgres.ts'
import { settableClock, systemClock } from './kernel/process/clock.ts'
import { type Config, loadConfig } from './kernel/process/config.ts'
import { createLog, failureText } from './kernel/process/log.ts'
import { createShutdown, exitOnSignals, type Shutdown } from './kernel/process/shutdown.ts'
import { exitCodeOf, exitCodes, StartError } from './kernel/process/start-error.ts'
import { createWake } from './kernel/wake.ts'
import { Commands } from './vehicle-control/gateway/commands.ts'
import { Cuts } from './vehicle-control/gateway/cuts.ts'
import { commandDatabase, cutDatabase, gatewayDatabase } from './vehicle-control/gateway/database.ts'
import { Gateway } from './vehicle-control/gateway/gateway.ts'
import { type GatewaySettings, gatewaySettings } from './vehicle-control/gateway/settings.ts'

/*
 * npm run gateway — takes terminals in cars (JT/T 808), beside servers: it migrates nothing and holds no lock, and there may be
 * several. On a demo the server starts one for itself (decision 212).
 */

const LOOK_MS = 1000

const inUse = (port: number, variable: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error
  throw new StartError(`端口 ${port} 已被占用，请停止占用它的程序，或用 ${variable} 指定其他端口。`, {
    exitCode: exitCodes.later,
  })
}

async function start(
  config: Config,
  { host, port, tls }: GatewaySettings,
  log: Logger,
  shutdown: Shutdown,
): Promise<void> {
  const clock = config.clock === 'system' ? systemClock : settableClock(config.clock.at)
  const gateUrl = await ensureGatePassword(config.databaseUrl ?? (await runningPostgresUrl(config.dataDir)), config)
  const { pepper } = await openKeys(config)
  const pools = createPools(gateUrl, 4)
  shutdown.defer('pools', () => pools.end())
  const now = () => clock.now()
  const gateway = new Gateway({
    database: gatewayDatabase(pools.main),
    log,
    now,
    codeKey: derive(pepper, 'codes of terminals'),
  })
  const wake = createWake(gateUrl, pools.side, log)
  const told = () => wake.ring()
  const cuts = new Cuts({ gateway, database: cutDatabase(pools.main), log, now, told })
  const commands = new Commands({ gateway, database: commandDatabase(pools.main), log, now, told, cuts })
  await gateway.start()
  shutdown.defer('gateway', () => gateway.close())
  // Whoever gives a command rings; who was not heard is found within a second.
  const listening = wake.listen(() => void commands.look())
  const looks = setInterval(() => void commands.look(), LOOK_MS)
  shutdown.defer('commands', async () => {
    clearInterval(looks)
    await listening.stop()
    wake.close()
  })
  const at = await gateway.listen(port, host).catch(inUse(port, 'GATEWAY_PORT'))
  const sealed = tls && (await gateway.listen(tls.port, host, tls).catch(inUse(tls.port, 'GATEWAY_TLS_PORT')))
  // Whoever started this process knows that from here on it ends by a fault only, and where terminals are to come.
  process.send?.('listening')
  process.send?.({ port: at })
  console.info(`车载终端网关已启动：${host}:${at}${sealed ? `，TLS ${sealed}` : ''}`)
}

async function main(): Promise<void> {
  process.umask(0o077)
  const config = loadConfig(process.env)
  const settings = gatewaySettings(process.env)
  const log = createLog(config)
  const shutdown = createShutdown(log)
  exitOnSignals(shutdown, log)
  try {
    await start(config, settings, log, shutdown)
  } catch (error) {
    const stopping = shutdown.begun
    await shutdown.run()
    if (!stopping) throw error
  }
}

main().catch((error: unknown) => {
  console.error('启动失败：', failureText(error))
  process.exit(exitCodeOf(error))
})
