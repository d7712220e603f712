import { spawn, spawnSync } from 'node:child_process'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at, ended, script, serverNode, stopWithUs, workspaceEnv } from './lib/workspace.mjs'

/*
 * npm run faults — breaks the ground under an installation of its own on purpose; arguments are passed on. Small disks are mounted in a
 * namespace of this program, which ends with it and which other programs do not see.
 */

/** Root mounts by right, others as long as the kernel lets them have a namespace where they may. */
const ways = [
  ['unshare', '--mount', '--propagation', 'private'],
  ['unshare', '--map-current-user', '--mount', '--keep-caps'],
]

script(async () => {
  await ensureInstalled({ toCheck: true })
  await ensureBuilt()
  const way = ways.find(
    (way) => spawnSync('unshare', [...way.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
  )
  const command = [...(way ?? []), serverNode(), at('server', 'prove', 'faults', 'main.ts')]
  const args = [...command.slice(1), ...(way ? ['--own-mounts'] : []), ...process.argv.slice(2)]
  const child = spawn(String(command[0]), args, {
    env: workspaceEnv(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  stopWithUs([child])
  process.exitCode = await ended(child)
})
