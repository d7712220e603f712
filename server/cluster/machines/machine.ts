import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readdirSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { join } from 'node:path'
import { waitUntil } from '../../prove/crew/wait-until.ts'
import { environmentFor, type FileName, fileFor, inNamespace, opsFile, places, scripts, type Values } from './files.ts'
import { begin, run } from './shell.ts'

/*
 * A machine: processes, network, memory, disk and files of its own, by the namespaces of Linux. Its programs find the files of
 * ops/cluster where Debian has them, and do not know that others run beside them.
 */

export interface MachineOptions {
  readonly name: string
  readonly address: string
  /** Of the system that it runs. */
  readonly root: string
  /** Of its disk and files on this one. */
  readonly folder: string
  /** The repository of backups, as mounted from elsewhere. */
  readonly backups: string
  /** The network that all machines are in. */
  readonly bridge: string
  readonly values: Values
}

const DISK = '3G'
const own: readonly FileName[] = ['etcd.env', 'patroni.yml', 'pgbackrest.conf']

/** Mounts its disk and files, then starts what systemd starts on a real machine. */
const BOOT = `set -eu
folder=$0 root=$1 backups=$2 services=$3
place() {
  if [ ! -e "$root$2" ]; then
    if [ -d "$1" ]; then mkdir -p "$root$2"; else mkdir -p "$(dirname "$root$2")"; : > "$root$2"; fi
  fi
  mount --bind "$1" "$root$2"
}
mount -t proc proc "$root/proc"
for memory in /dev/shm /tmp /run; do mount -t tmpfs tmpfs "$root$memory"; done
mount -o loop "$folder/disk" "$folder/postgresql"
place "$folder/postgresql" /var/lib/postgresql
place "$folder/etcd" /var/lib/etcd
place "$folder/log" /var/log
place "$folder/tls" /etc/cheyi
place "$backups" /mnt/cheyi-backup
${own.map((name) => `place "$folder/${name}" ${places[name]}`).join('\n')}
exec chroot "$root" sh -c "$services"
`

/**
 * The first process of the machine, whose end ends all others. Each service is started again when it ends, unless it is held.
 * SIGTERM shuts the machine down: Patroni stops PostgreSQL and gives its place up, for which it still needs etcd.
 */
const SERVICES = `
chmod 1777 /tmp /dev/shm
mkdir -p /run/postgresql
chown postgres: /run/postgresql /mnt/cheyi-backup
chown -R postgres: /var/lib/postgresql /etc/cheyi ${places['patroni.yml']} ${places['pgbackrest.conf']}
chown -R etcd: /var/lib/etcd /etc/cheyi/*-etcd.key
chown root: /etc/cheyi/cluster.env
: > /run/watchdog
chown postgres: /run/watchdog
stop() {
  touch /run/stopping
  pkill -x patroni
  while pgrep -x patroni > /dev/null; do sleep 0.1; done
  sleep 2
  pkill -x etcd
  sleep 0.5
  exit 0
}
trap stop TERM
as() {
  user=$1; shift
  export HOME="$(getent passwd "$user" | cut -d: -f6)"
  exec setpriv --reuid="$user" --regid="$user" --init-groups "$@"
}
service() {
  while [ ! -e /run/stopping ]; do
    ( as "$@" ) >> "/var/log/$2.log" 2>&1 || true
    sleep 3
    while [ -e "/run/held-$2" ]; do sleep 0.2; done
  done
}
( set -a; . ${places['etcd.env']}; service etcd etcd ) &
service postgres patroni ${places['patroni.yml']} &
while :; do wait || true; done
`

export class Machine {
  readonly name: string
  readonly address: string
  readonly #options: MachineOptions
  readonly #link: string
  #holder: ChildProcess | undefined
  /** Of its first process, as this system sees it. */
  #pid = 0

  constructor(options: MachineOptions) {
    this.name = options.name
    this.address = options.address
    this.#options = options
    this.#link = `${options.bridge}${options.name}`
  }

  /** Makes its disk and writes its files, unless they are there. */
  async prepare(): Promise<void> {
    const { folder, values } = this.#options
    for (const one of ['etcd', 'postgresql', 'log', 'tls']) await mkdir(join(folder, one), { recursive: true })
    for (const name of own) {
      await writeFile(join(folder, name), inNamespace(name, await fileFor(name, values)), { mode: 0o600 })
      await chmod(join(folder, name), name === 'etcd.env' ? 0o644 : 0o600)
    }
    await writeFile(join(folder, 'tls/cluster.env'), await environmentFor(values), { mode: 0o600 })
    for (const name of scripts) await copyFile(opsFile(name), join(folder, 'tls', name))
    const disk = join(folder, 'disk')
    if (existsSync(disk)) return
    await run('truncate', ['-s', DISK, disk])
    await run('mkfs.ext4', ['-q', '-m', '0', disk])
  }

  get isOn(): boolean {
    return this.#pid !== 0
  }

  async start(): Promise<void> {
    const { folder, root, backups, bridge } = this.#options
    const space = ['--mount', '--pid', '--net', '--ipc', '--fork', '--kill-child']
    const log = openSync(join(folder, 'log/machine.log'), 'a')
    const holder = begin(['unshare', ...space, 'sh', '-c', BOOT, folder, root, backups, SERVICES], log)
    this.#holder = holder
    await waitUntil(
      `${this.name} starts`,
      async () => {
        const children = await readFile(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8')
        this.#pid = Number(children.trim())
        return this.#pid > 0
      },
      10_000,
      20,
    )
    const inside = (...args: string[]) => run('nsenter', ['-t', `${this.#pid}`, '-n', 'ip', ...args])
    // The kernel takes a while to remove the link of a machine that was killed.
    removeLink(this.#link)
    await run('ip', ['link', 'add', this.#link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `${this.#pid}`])
    await run('ip', ['link', 'set', this.#link, 'master', bridge, 'up'])
    await inside('link', 'set', 'lo', 'up')
    await inside('addr', 'add', `${this.address}/24`, 'dev', 'eth0')
    await inside('link', 'set', 'eth0', 'up')
  }

  /** Ends everything in it at once, as the loss of its power does. */
  async kill(): Promise<void> {
    if (!this.isOn) return
    const gone = once(this.#holder!, 'exit')
    process.kill(this.#pid, 'SIGKILL')
    await gone
    this.#pid = 0
  }

  /** Shuts it down: Patroni hands its place on and stops PostgreSQL. */
  async stop(): Promise<void> {
    if (!this.isOn) return
    const gone = once(this.#holder!, 'exit')
    process.kill(this.#pid, 'SIGTERM')
    const late = setTimeout(() => process.kill(this.#pid, 'SIGKILL'), 30_000)
    await gone
    clearTimeout(late)
    this.#pid = 0
  }

  /** Pulls its network cable, or puts it back. */
  async cut(isCut: boolean): Promise<void> {
    await run('ip', ['link', 'set', this.#link, isCut ? 'down' : 'up'])
  }

  /** Freezes its PostgreSQL without a word to anybody, or lets it go on. */
  async freeze(isFrozen: boolean): Promise<void> {
    const space = await readlink(`/proc/${this.#pid}/ns/pid`)
    for (const pid of await readdir('/proc')) {
      const link = (name: string) => readlink(`/proc/${pid}/${name}`).catch(() => '')
      const isOurs = /^\d+$/.test(pid) && (await link('ns/pid')) === space
      if (isOurs && (await link('exe')).endsWith('/bin/postgres'))
        process.kill(Number(pid), isFrozen ? 'SIGSTOP' : 'SIGCONT')
    }
  }

  /** Stops Patroni, and PostgreSQL with it, or starts it again. */
  async patroni(isOn: boolean): Promise<void> {
    if (isOn) await this.inside('rm', '/run/held-patroni')
    else
      await this.inside(
        'sh',
        '-c',
        'touch /run/held-patroni; pkill -x patroni; while pgrep -x patroni > /dev/null; do sleep 0.1; done',
      )
  }

  /** Fills its disk to the last byte, or frees it. */
  async fillDisk(isFull: boolean): Promise<void> {
    const file = '/var/lib/postgresql/fill'
    if (!isFull) await this.inside('rm', '-f', file)
    // dd ends with an error, which is the aim.
    else
      await this.inside(
        'sh',
        '-c',
        `dd if=/dev/zero of=${file} bs=1M 2>/dev/null; dd if=/dev/zero of=${file}2 bs=4k 2>/dev/null; cat ${file}2 >> ${file}; true`,
      )
  }

  /** Runs a program in it as root. */
  inside(...command: string[]): Promise<string> {
    return run('nsenter', this.#entering(command))
  }

  /** The same as `postgres`. */
  asPostgres(...command: string[]): Promise<string> {
    return this.inside('setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', ...command)
  }

  #entering(command: readonly string[]): string[] {
    const { root } = this.#options
    return ['-t', `${this.#pid}`, '-m', '-p', '-n', '-i', 'chroot', root, ...command]
  }

  /** What Patroni answers to a question by its status. */
  async answers(path: string): Promise<boolean> {
    const ca = await readFile(join(this.#options.folder, 'tls/ca.crt'))
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(1000)
      const asked = get(`https://${this.address}:8008${path}`, { ca, agent: false, signal }, (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
      asked.on('error', () => resolve(false))
    })
  }

  /** Forgets its disk, as a machine that comes in place of one. */
  async wipe(): Promise<void> {
    await rm(this.#options.folder, { recursive: true, force: true })
    await this.prepare()
  }
}

const removeLink = (name: string): void => void spawnSync('ip', ['link', 'del', name])

/** The network of the machines, with this system as an address in it; it goes with this process. */
export async function network(bridge: string, address: string): Promise<void> {
  const remove = () => {
    // A link outlives its machine while the kernel waits for the last of its connections.
    const links = `/sys/class/net/${bridge}/brif`
    if (existsSync(links)) for (const link of readdirSync(links)) removeLink(link)
    removeLink(bridge)
  }
  remove()
  await run('ip', ['link', 'add', bridge, 'type', 'bridge'])
  process.on('exit', remove)
  await run('ip', ['addr', 'add', `${address}/24`, 'dev', bridge])
  await run('ip', ['link', 'set', bridge, 'up'])
}
