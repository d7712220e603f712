import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { waitUntil } from '../../prove/crew/wait-until.ts'
import { withClient } from '../../prove/crew/with-client.ts'
import { signInRoles } from '../../src/kernel/postgres/sign-in-roles.ts'
import { fileFor, opsFile, places, withMachine } from './files.ts'
import { Machine, network } from './machine.ts'
import { begin, plainEnv, run } from './shell.ts'

/** Names of the machines that a cluster begins with. */
const three = ['n1', 'n2', 'n3'] as const
/** The role that migrates the product's database (docs/operations.md). */
const OWNER = 'cheyi_owner'
/** Longest time without a primary: an election, on a machine that does much else. */
const FAILOVER_MS = 60_000
/** Of the second repository of backups, which is a folder here (`inNamespace`). */
const bucket = Object.fromEntries(
  ['BUCKET', 'ENDPOINT', 'REGION', 'KEY', 'SECRET'].map((name) => [`REPO2_${name}`, 'none']),
)
/** Last byte of the address of the first machine. */
const FIRST = 11

export interface ClusterOptions {
  readonly folder: string
  /** Folder of Debian, if this system is not one. */
  readonly system: string
  /** HAProxy's three ports begin here; the ports after them are for servers. */
  readonly basePort: number
}

/** Three machines in a network of their own, and HAProxy on this one's 127.0.0.1. */
export class Cluster {
  readonly folder: string
  readonly basePort: number
  readonly machines: Machine[] = []
  readonly #root: string
  readonly #secrets: Readonly<Record<string, string>>
  #proxy: ChildProcess | undefined

  private constructor({ folder, basePort }: ClusterOptions, root: string, secrets: Readonly<Record<string, string>>) {
    this.folder = folder
    this.basePort = basePort
    this.#root = root
    this.#secrets = secrets
  }

  /** Makes what is missing in the folder, starts everything, and waits for a primary with two standbys. */
  static async start(options: ClusterOptions): Promise<Cluster> {
    await mkdir(join(options.folder, 'tls'), { recursive: true })
    const root = await systemRoot(options.system)
    const cluster = new Cluster(options, root, await secretsOf(join(options.folder, 'secrets.json')))
    try {
      await cluster.#start()
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  /** Address of a database for a role of it, by default the superuser; the server's own role has its password from its key file. */
  url(database: string, role = 'postgres'): string {
    const secret = { postgres: this.#secrets.SUPERUSER_PASSWORD, [OWNER]: this.#secrets.OWNER_PASSWORD }[role]
    const tls = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: join(this.folder, 'tls/ca.crt') })
    return `postgres://${role}${secret ? `:${secret}` : ''}@127.0.0.1:${this.basePort}/${database}?${tls}`
  }

  /** What servers and commands are given. */
  get addresses(): { readonly DATABASE_URL: string; readonly MIGRATE_URL: string } {
    return { DATABASE_URL: this.url('cheyi', signInRoles.web), MIGRATE_URL: this.url('cheyi', OWNER) }
  }

  async #start(): Promise<void> {
    await mkdir(join(this.folder, 'backups'), { recursive: true })
    await network(this.#bridge, this.#addressOf(1))
    for (const name of three) await this.#machine(name)
    console.info('正在启动三个节点…')
    await Promise.all(this.machines.map((machine) => machine.start()))
    await this.#balance()
    console.info('正在启用 etcd 的密码…')
    await this.#closeEtcd()
    console.info('正在等待主库和两个备库…')
    await waitUntil(`a primary and two standbys (see ${this.folder}/n1/log)`, () => this.#isWhole(), 180_000)
    await this.#first()
  }

  /** Switches the passwords of etcd on, once it runs on all machines. */
  async #closeEtcd(): Promise<void> {
    const script = 'set -a; . /etc/cheyi/cluster.env; set +a; sh /etc/cheyi/etcd-password.sh'
    let failure: unknown
    await waitUntil(
      'the passwords of etcd',
      () =>
        this.machines[0]!.inside('sh', '-c', script).then(
          () => true,
          (error: unknown) => {
            failure = error
            return false
          },
        ),
      60_000,
      1000,
    ).catch(() => {
      throw failure
    })
  }

  /** Joins another machine to those that run. */
  async add(name: string): Promise<Machine> {
    const machine = await this.#machine(name)
    await machine.start()
    await this.#balance()
    return machine
  }

  get #bridge(): string {
    return `cheyi${this.basePort}`
  }

  /** The network is another for each base of ports, so that several clusters may run. */
  #addressOf(last: number): string {
    return `10.83.${Math.floor(this.basePort / 100) % 256}.${last}`
  }

  #address(name: string): string {
    return this.#addressOf(FIRST - 1 + Number(name.slice(1)))
  }

  async #machine(name: string): Promise<Machine> {
    const folder = join(this.folder, name)
    const address = this.#address(name)
    await this.#certify(name, address, join(folder, 'tls'))
    const values = { ...this.#values, NODE: name, ADDRESS: address }
    const backups = join(this.folder, 'backups')
    const machine = new Machine({ name, address, root: this.#root, folder, backups, bridge: this.#bridge, values })
    await machine.prepare()
    this.machines.push(machine)
    return machine
  }

  get #values() {
    const [n1, n2, n3] = three.map((name) => this.#address(name))
    const ports = ['PRIMARY_PORT', 'STANDBY_PORT', 'STATE_PORT'].map((name, n) => [name, `${this.basePort + n}`])
    return { ...this.#secrets, ...bucket, N1: n1!, N2: n2!, N3: n3!, ...Object.fromEntries(ports) }
  }

  async #certify(name: string, address: string, folder: string): Promise<void> {
    const tls = join(this.folder, 'tls')
    const isThere = await readFile(join(folder, `${name}-etcd.crt`)).catch(() => undefined)
    if (isThere) return
    await run('sh', [opsFile('certificates.sh'), `${name}=${address}`], { cwd: tls })
    await mkdir(folder, { recursive: true })
    const files = [name, `${name}-etcd`].flatMap((one) => [`${one}.crt`, `${one}.key`])
    for (const file of ['ca.crt', ...files]) await copyFile(join(tls, file), join(folder, file))
  }

  /** Starts HAProxy with all machines, or has it read its file again. */
  async #balance(): Promise<void> {
    const file = join(this.folder, 'haproxy.cfg')
    let config = await fileFor('haproxy.cfg', this.#values)
    for (const { name, address } of this.machines)
      if (!three.includes(name as 'n1')) config = withMachine(config, name, address)
    await writeFile(file, config)
    if (this.#proxy) {
      this.#proxy.kill('SIGUSR2')
      return
    }
    const inside =
      'mkdir -p "$1/etc/cheyi" && mount --bind "$3" "$1/etc/cheyi" && mount --bind "$0" "$1$2" && exec chroot "$1" haproxy -W -db -f "$2"'
    const place = places['haproxy.cfg']
    // It knows the authority alone.
    const authority = join(this.folder, 'proxy-tls')
    await mkdir(authority, { recursive: true })
    await copyFile(join(this.folder, 'tls/ca.crt'), join(authority, 'ca.crt'))
    this.#proxy = begin(
      ['unshare', '--mount', 'sh', '-c', inside, file, this.#root, place, authority],
      openSync(join(this.folder, 'haproxy.log'), 'a'),
    )
  }

  /** The machine that holds the primary's place, other than this one; for a moment of a busy machine none may say so. */
  primary(former?: Machine): Promise<Machine> {
    return primaryOf(this.machines, former)
  }

  /** Machines that stream from the primary, the synchronous one first. */
  async standbys(): Promise<Machine[]> {
    const found: Machine[] = []
    for (const machine of this.machines) {
      if (!machine.isOn) continue
      if (await machine.answers('/synchronous')) found.unshift(machine)
      else if (await machine.answers('/replica')) found.push(machine)
    }
    return found
  }

  /** Whether the primary has so many streaming standbys, one of them synchronous. */
  async #isWhole(standbys = 2): Promise<boolean> {
    return withClient(this.url('postgres'), async (client) => {
      const { rows } = await client.query(
        `select count(*)::int as n, count(*) filter (where sync_state = 'sync')::int as sync
           from pg_stat_replication where state = 'streaming' and application_name <> 'pg_basebackup'`,
      )
      return rows[0].n >= standbys && rows[0].sync >= 1
    })
  }

  async whole(standbys = this.machines.length - 1, withinMs = 180_000): Promise<void> {
    await waitUntil(`${standbys} standbys stream`, () => this.#isWhole(standbys), withinMs, 500)
  }

  /** What an operator does once after the first start: the repository of backups, and the product's database. */
  async #first(): Promise<void> {
    const primary = await this.primary()
    await primary.asPostgres('pgbackrest', '--stanza=cheyi', 'stanza-create')
    await withClient(this.url('postgres'), async (client) => {
      const { rows } = await client.query("select from pg_database where datname = 'cheyi'")
      if (rows.length > 0) return
      await client.query(`create role ${OWNER} login createrole bypassrls password '${this.#secrets.OWNER_PASSWORD}'`)
      await client.query(`alter role ${OWNER} set createrole_self_grant = 'set, inherit'`)
      await client.query(`create database cheyi owner ${OWNER}`)
      await withClient(this.url('cheyi', OWNER), async (owner) => {
        await owner.query('create role definer nologin bypassrls')
        await owner.query('grant create on schema public to definer')
      })
    })
  }

  /** Takes the whole cluster back to a moment (ops/cluster/README.md, "Back to a point in time"). */
  async backTo(moment: string): Promise<void> {
    const first = await this.primary()
    const others = this.machines.filter((machine) => machine !== first)
    for (const machine of [...others, first]) await machine.patroni(false)
    const patronictl = 'patronictl -c /etc/patroni/config.yml'
    await first.asPostgres('sh', '-c', `printf 'cheyi\\nYes I am aware\\n' | ${patronictl} remove cheyi`)
    const target = ['--type=time', `--target=${moment}`, '--target-action=promote']
    await first.asPostgres('pgbackrest', '--stanza=cheyi', '--delta', ...target, 'restore')
    const data = '/var/lib/postgresql/cheyi'
    await first.asPostgres(
      'sh',
      '-c',
      `/usr/lib/postgresql/17/bin/pg_ctl -D ${data} -w -t 600 -l /tmp/restore.log -o '-c listen_addresses=' start`,
    )
    await waitUntil(
      'the end of the recovery',
      async () => (await first.asPostgres('psql', '-Atc', 'select pg_is_in_recovery()')).trim() === 'f',
      600_000,
    )
    await first.asPostgres('/usr/lib/postgresql/17/bin/pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop')
    await first.patroni(true)
    await this.primary()
    for (const machine of others) {
      await machine.inside('sh', '-c', `rm -rf ${data}`)
      await machine.patroni(true)
    }
    await this.whole()
  }

  async stop(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.stop()))
    if (this.#proxy) {
      const gone = once(this.#proxy, 'exit')
      this.#proxy.kill('SIGTERM')
      await gone
    }
  }
}

/** @throws Error when no machine has the primary's place within a minute */
export function primaryOf<One extends Pick<Machine, 'isOn' | 'answers'>>(
  machines: readonly One[],
  former?: One,
): Promise<One> {
  const holder = async () => {
    for (const machine of machines)
      if (machine.isOn && machine !== former && (await machine.answers('/primary'))) return machine
    return undefined
  }
  return waitUntil(former ? 'another primary' : 'a primary', holder, FAILOVER_MS)
}

async function secretsOf(file: string): Promise<Record<string, string>> {
  const names = [
    ...['SUPERUSER_PASSWORD', 'REPLICATION_PASSWORD', 'REST_PASSWORD', 'BACKUP_PASSPHRASE', 'OWNER_PASSWORD'],
    ...['ETCD_ROOT_PASSWORD', 'ETCD_PASSWORD'],
  ]
  const found = await readFile(file, 'utf8').catch(() => undefined)
  if (found !== undefined) {
    const kept: Record<string, string> = JSON.parse(found)
    if (names.some((name) => !kept[name]))
      throw new Error(
        `${dirname(file)} 中的集群由较早的版本建立，其 etcd 没有 TLS 和密码：请删除该目录（可保留 debian）后重试`,
      )
    return kept
  }
  const made = Object.fromEntries(names.map((name) => [name, randomBytes(24).toString('hex')]))
  await writeFile(file, JSON.stringify(made), { mode: 0o600 })
  return made
}

/*
 * The Debian 13 that the machines run: this one where it has the packages, else one of its own in a folder, which later runs use again.
 */

const MIRROR = 'http://deb.debian.org/debian'
const SUITE = 'trixie'
const packages = [
  ...['patroni', 'python3-etcd', 'python3-psycopg2', 'etcd-server', 'etcd-client', 'haproxy', 'pgbackrest'],
  ...['postgresql-17', 'postgresql-client-17', 'iproute2', 'procps', 'util-linux'],
]
const needed = [
  'usr/bin/patroni',
  'usr/bin/etcd',
  'usr/bin/etcdctl',
  'usr/sbin/haproxy',
  'usr/bin/pgbackrest',
  'usr/lib/postgresql/17/bin/postgres',
]

const hasAll = (root: string): boolean => needed.every((path) => existsSync(join(root, path)))

/** @returns the root of the system to run, `/` where that is this one */
async function systemRoot(folder: string): Promise<string> {
  if (hasAll('/')) return '/'
  if (hasAll(folder)) return folder
  console.info(`这台机器没有所需的 Debian 13 软件包，正在 ${folder} 中安装（约 1 GB，几分钟；中断后可继续）…`)
  // Only a whole root gets the name. An interrupted one is made anew, out of the packages that were fetched already.
  const half = `${folder}.half`
  const fetched = `${folder}.packages`
  await rm(half, { recursive: true, force: true })
  await mkdir(half, { recursive: true })
  // apt keeps there what it has half.
  await mkdir(join(fetched, 'partial'), { recursive: true })
  await bootstrap(half, fetched)
  await rm(folder, { recursive: true, force: true })
  await rename(half, folder)
  await rm(fetched, { recursive: true, force: true })
  return folder
}

async function bootstrap(root: string, fetched: string): Promise<void> {
  const tool = await mkdtemp(join(tmpdir(), 'debootstrap-'))
  const { program, env } = await debootstrap(tool)
  await showProgress(
    'Debian',
    run(program, [`--cache-dir=${fetched}`, '--variant=minbase', SUITE, root, MIRROR], { env }),
  )
  await rm(tool, { recursive: true })
  // Nothing is started by its installation, and no cluster is made without a configuration.
  await writeFile(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  await mkdir(join(root, 'etc/postgresql-common'), { recursive: true })
  await writeFile(join(root, 'etc/postgresql-common/createcluster.conf'), 'create_main_cluster = false\n')
  await copyFile('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  const inside = `mount -t proc proc "$0/proc" && mount --bind "$1" "$0/var/cache/apt/archives" && root=$0 && shift && exec chroot "$root" apt-get install -qq -y --no-install-recommends "$@"`
  const install = run('unshare', ['--mount', 'sh', '-c', inside, root, fetched, ...packages], {
    env: { ...plainEnv, DEBIAN_FRONTEND: 'noninteractive' },
  })
  await showProgress('PostgreSQL、Patroni、etcd、HAProxy、pgBackRest', install)
}

const TOLD_MS = 15_000

/** Says from time to time that it goes on. */
async function showProgress<T>(what: string, work: Promise<T>): Promise<T> {
  const began = Date.now()
  const timer = setInterval(
    () => console.info(`  ${what}：已用 ${Math.round((Date.now() - began) / 1000)} 秒`),
    TOLD_MS,
  )
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
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
