import { parseArgs } from 'node:util'
import { at } from '../../scripts/lib/workspace.mjs'
import { Cluster } from './machines/cluster.ts'

/*
 * npm run cluster — three database machines as ops/cluster configures them, on this one: each has processes, a network and a disk
 * of its own by the namespaces of Linux, so it needs root.
 *   --folder F   where their disks are kept, .cluster by default
 *   --base N     first of the ports on 127.0.0.1, 5000 by default: primary, standbys, state of HAProxy
 */

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: at('.cluster') },
    base: { type: 'string', default: '5000' },
    prove: { type: 'boolean' },
  },
})
if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error('npm run cluster 需要 Linux 和 root 权限：每个数据库节点有自己的进程、网络和磁盘。')
  process.exit(1)
}

const starting = Cluster.start({ folder: values.folder, basePort: Number(values.base) })
let stop = () => process.exit(1)
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(signal as 'disconnect', () => stop())
  // A start that is interrupted ends at once, and with it everything that it has started.
  void starting.then(
    () => (stop = resolve as never),
    () => {},
  )
})
const cluster = await starting
try {
  console.info(
    `集群已就绪：主库 127.0.0.1:${cluster.basePort}，备库 ${cluster.basePort + 1}，状态 http://127.0.0.1:${cluster.basePort + 2}`,
  )
  console.info(`启动服务器：DATABASE_URL='${cluster.url('cheyi')}' DEMO=on SMS=outbox npm start`)
  await stopped
  console.info('正在停止…')
} finally {
  await cluster.stop()
}
process.exit()
