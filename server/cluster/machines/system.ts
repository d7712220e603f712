import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainEnv, run } from './shell.ts'

/*
 * The Debian 13 that the machines run: this one where it has the packages, else one of its own in a folder, which later runs use again.
 */

const MIRROR = 'http://deb.debian.org/debian'
const SUITE = 'trixie'
const packages = [
  ...['patroni', 'python3-etcd', 'python3-psycopg2', 'etcd-server', 'haproxy', 'pgbackrest'],
  ...['postgresql-17', 'postgresql-client-17', 'iproute2', 'procps', 'util-linux'],
]
const needed = [
  'usr/bin/patroni',
  'usr/bin/etcd',
  'usr/sbin/haproxy',
  'usr/bin/pgbackrest',
  'usr/lib/postgresql/17/bin/postgres',
]

const hasAll = (root: string): boolean => needed.every((path) => existsSync(join(root, path)))

/** @returns the root of the system to run, `/` where that is this one */
export async function systemRoot(folder: string): Promise<string> {
  if (hasAll('/')) return '/'
  if (hasAll(folder)) return folder
  console.info(`这台机器没有所需的 Debian 13 软件包，正在 ${folder} 中安装（约 1 GB，几分钟）…`)
  // What was interrupted is begun again: only a whole root gets the name.
  const half = `${folder}.half`
  await rm(half, { recursive: true, force: true })
  await mkdir(half, { recursive: true })
  await bootstrap(half)
  await rename(half, folder)
  return folder
}

async function bootstrap(root: string): Promise<void> {
  const tool = await mkdtemp(join(tmpdir(), 'debootstrap-'))
  const { program, env } = await debootstrap(tool)
  await run(program, ['--variant=minbase', SUITE, root, MIRROR], { env })
  await rm(tool, { recursive: true })
  // Nothing is started by its installation, and no cluster is made without a configuration.
  await writeFile(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  await mkdir(join(root, 'etc/postgresql-common'), { recursive: true })
  await writeFile(join(root, 'etc/postgresql-common/createcluster.conf'), 'create_main_cluster = false\n')
  await copyFile('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  const inside = `mount -t proc proc "$0/proc" && exec chroot "$0" apt-get install -qq -y --no-install-recommends "$@"`
  await run('unshare', ['--mount', 'sh', '-c', inside, root, ...packages], {
    env: { ...plainEnv, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** The one of this system, else one out of its package in a folder. */
async function debootstrap(folder: string): Promise<{ program: string; env: NodeJS.ProcessEnv }> {
  if (existsSync('/usr/sbin/debootstrap')) return { program: '/usr/sbin/debootstrap', env: plainEnv }
  if (!existsSync('/usr/bin/apt-get'))
    throw new Error('需要 Debian 13 的软件包，或能用 debootstrap 安装它们的 Debian、Ubuntu')
  await run('apt-get', ['-qq', 'update'])
  await run('apt-get', ['-qq', 'download', 'debootstrap'], { cwd: folder })
  const [file] = await readdir(folder)
  await run('dpkg', ['-x', join(folder, file!), join(folder, 'tool')])
  const env = { ...plainEnv, DEBOOTSTRAP_DIR: join(folder, 'tool/usr/share/debootstrap') }
  return { program: join(folder, 'tool/usr/sbin/debootstrap'), env }
}
