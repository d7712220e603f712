import { Commands } from './fleet/vehicle-control/gateway/commands.ts'
import {
  commandDatabase,
  gatewayDatabase,
  judgedDatabase,
  watchDatabase,
} from './fleet/vehicle-control/gateway/database.ts'
import { Gateway } from './fleet/vehicle-control/gateway/gateway.ts'
import { Judged } from './fleet/vehicle-control/gateway/judged.ts'
import { gatewaySettings } from './fleet/vehicle-control/gateway/settings.ts'
import { commandApi } from './fleet/vehicle-control/gateway/traccar/api.ts'
import { TraccarDoor } from './fleet/vehicle-control/gateway/traccar/door.ts'
import { Watcher } from './fleet/vehicle-control/gateway/watch.ts'
import { createPools } from './kernel/db/pools.ts'
import { openGatewayKeys } from './kernel/keys.ts'
import { migrationNames } from './kernel/postgres/migrate.ts'
import { runningPostgresUrl } from './kernel/postgres/postgres.ts'
import { addressAs, directAddress, requireMigrated } from './kernel/postgres/sign-in.ts'
import { settableClock, systemClock } from './kernel/process/clock.ts'
import { type Begun, inUse, serve } from './kernel/process/run.ts'
import { withSecretFiles } from './kernel/process/secret-files.ts'
import { createWake } from './kernel/wake.ts'

/*
 * npm run gateway — takes terminals in cars (JT/T 808), beside servers: it migrates nothing and holds no lock, and there may be
 * several. On a demo the server starts one for itself (decision 212).
 */

const LOOK_MS = 1000

async function start({ config, log, shutdown }: Begun): Promise<void> {
  const { host, port, tls, traccar } = gatewaySettings(withSecretFiles(process.env))
  const clock = config.clock === 'system' ? systemClock : settableClock(config.clock.at)
  const keys = await openGatewayKeys(config)
  const known = config.gatewayUrl ?? config.databaseUrl ?? (await runningPostgresUrl(config.dataDir))
  const address = addressAs('gateway', known, keys.password)
  await requireMigrated(address, await migrationNames())
  const pools = createPools(address, 4)
  shutdown.defer('pools', () => pools.end())
  const now = () => clock.now()
  const wake = createWake(directAddress(config, address), pools.side, log)
  const told = () => wake.notify()
  const watcher = new Watcher({ database: watchDatabase(pools.main), log, now, told })
  const database = gatewayDatabase(pools.main)
  const gateway = new Gateway({
    database,
    log,
    now,
    codeKey: keys.codes,
    watcher,
  })
  const judged = new Judged({ gateway, database: judgedDatabase(pools.main), log, now, told })
  const commands = new Commands({ gateway, database: commandDatabase(pools.main), log, now, told, judged })
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
  let trackers: number | undefined
  if (traccar !== undefined) {
    const api = traccar.api === undefined ? null : commandApi(traccar.api.url, traccar.api.token, log)
    const door = new TraccarDoor({ gateway, database, secret: traccar.secret, api, now, log })
    shutdown.defer('trackers', () => door.close())
    trackers = await door.listen(traccar.port, traccar.host).catch(inUse(traccar.port, 'TRACCAR_PORT'))
  }
  // Whoever started this process knows that from here on it ends by a fault only, and where terminals are to come.
  process.send?.('listening')
  process.send?.({ port: at, trackers })
  console.info(
    `车载终端网关已启动：${host}:${at}${sealed ? `，TLS ${sealed}` : ''}${trackers ? `，Traccar ${trackers}` : ''}`,
  )
}

serve(start)
