import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { at } from '../../scripts/lib/workspace.mjs'
import { isProven } from '../prove/crew/crew.ts'
import { Cluster } from './machines/cluster.ts'
import { writeVariables } from './machines/files.ts'
import { proveMove } from './prove/move.ts'
import { prove } from './prove/prove.ts'
import { type ScenarioName, scenarioNames } from './prove/scenarios.ts'
import { proveUpgrade } from './prove/upgrade.ts'

/*
 * npm run cluster — three database machines as ops/cluster configures them, on this one: each has processes, a network and a disk
 * of its own by the namespaces of Linux, so it needs root.
 *   --folder F   folder of their disks, .cluster by default
 *   --prove [scenarios]  servers, clients and terminals on it while parts fail: all of server/cluster/prove/scenarios.ts by default, on
 *                fresh disks; the table is printed and written into the folder
 *   --prove-move one merchant moves between two clusters of the embedded PostgreSQL under load, which needs no root
 *   --kills S,S  the command that moves it is killed after so many seconds, once for each, and repeated
 *   --prove-upgrade three servers and two gateways are replaced by another release under load, on the same
 *   --base N     first of the ports on 127.0.0.1, 5000 by default: primary, standbys, state of HAProxy
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: at('.cluster') },
    base: { type: 'string', default: '5000' },
    prove: { type: 'boolean' },
    'prove-move': { type: 'boolean' },
    kills: { type: 'string', default: '' },
    'prove-upgrade': { type: 'boolean' },
  },
})
const kills = values.kills
  .split(',')
  .filter(Boolean)
  .map((seconds) => 1000 * Number(seconds))
for (const [name, prove] of [
  ['prove-move', proveMove],
  ['prove-upgrade', proveUpgrade],
] as const) {
  if (!values[name]) continue
  const folder = join(resolve(values.folder), name)
  await rm(folder, { recursive: true, force: true })
  process.exit((await prove(folder, Number(values.base), kills)) ? 0 : 1)
}
if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error('npm run cluster 需要 Linux 和 root 权限：每个数据库节点有自己的进程、网络和磁盘。')
  process.exit(1)
}

const unknown = positionals.filter((name) => !scenarioNames.includes(name as ScenarioName))
if (unknown.length > 0) throw new Error(`没有这些场景：${unknown.join('、')}。可选：${scenarioNames.join('、')}`)
const home = resolve(values.folder)
const folder = values.prove ? join(home, 'prove') : home
if (values.prove) await rm(folder, { recursive: true, force: true })

const starting = Cluster.start({ folder, system: join(home, 'debian'), basePort: Number(values.base) })
let stop = () => process.exit(1)
const stopped = new Promise<void>((end) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(signal as 'disconnect', () => stop())
  // A start that is interrupted ends at once, and with it everything that it has started.
  void starting.then(
    () => (stop = end as never),
    () => {},
  )
})
const cluster = await starting
try {
  console.info(
    `集群已就绪：主库 127.0.0.1:${cluster.basePort}，备库 ${cluster.basePort + 1}，状态 http://127.0.0.1:${cluster.basePort + 2}`,
  )
  const variables = await writeVariables(join(folder, 'server.env'), cluster.addresses)
  console.info(`${Object.keys(cluster.addresses).join('、')} 含密码，已写入 ${variables}（仅本用户可读）`)
  console.info(`启动服务器：set -a; . '${variables}'; set +a; DEMO=on npm start`)
  if (values.prove) {
    const chosen = positionals.length > 0 ? (positionals as ScenarioName[]) : scenarioNames
    const rows = await Promise.race([prove(cluster, chosen), stopped])
    process.exitCode = rows && isProven(rows) ? 0 : 1
  } else await stopped
  console.info('正在停止…')
} finally {
  await cluster.stop()
}
process.exit()
