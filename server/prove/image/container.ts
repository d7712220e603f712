import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ended } from '../../../scripts/lib/workspace.mjs'
import type { OpenImage } from './buildah.ts'

/*
 * A container by runc, as compose.yaml describes it: root file system without writing, user of the image, no capability, no new
 * privileges, a /tmp in memory. Only its network is that of this machine, because here nothing makes another one.
 */

const exec = promisify(execFile)

/** A mount: a folder of this machine, and its path in the container. */
export type Volume = readonly [from: string, to: string, mode?: 'ro']

export interface Run {
  readonly env?: Readonly<Record<string, string>>
  readonly volumes?: readonly Volume[]
}

export interface Ground {
  readonly runc: string
  readonly folder: string
}

export class Container {
  readonly #ground: Ground
  readonly #id = `cheyi-${randomBytes(4).toString('hex')}`
  readonly #image: OpenImage
  #gone: Promise<number> = Promise.resolve(1)
  #isOver = false
  output = ''

  private constructor(ground: Ground, image: OpenImage) {
    this.#ground = ground
    this.#image = image
  }

  /** @param args what comes after the entry point; the image's own command where there is none */
  static async start(ground: Ground, image: OpenImage, args: readonly string[], run: Run = {}): Promise<Container> {
    const container = new Container(ground, image)
    const bundle = join(ground.folder, container.#id)
    await mkdir(bundle, { recursive: true })
    await writeFile(join(bundle, 'config.json'), JSON.stringify(specification(image, args, run)))
    const child = spawn(ground.runc, container.#words('run', '--bundle', bundle, container.#id), {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (container.output += text))
    container.#gone = ended(child)
    void container.#gone.then(() => {
      container.#isOver = true
    })
    return container
  }

  #words(...words: readonly string[]): string[] {
    return ['--root', join(this.#ground.folder, 'runc'), ...words]
  }

  get isOver(): boolean {
    return this.#isOver
  }

  ends(): Promise<number> {
    return this.#gone
  }

  /** The command by which the image says whether it works. @returns its exit code */
  async health(...words: readonly string[]): Promise<number> {
    const [, ...test] = this.#image.config.Healthcheck?.Test ?? []
    const args = words.length > 0 ? words : test
    return exec(this.#ground.runc, this.#words('exec', this.#id, ...args)).then(
      () => 0,
      (error: { code?: number }) => error.code ?? 1,
    )
  }

  /** Of the process that was started: user, capabilities, memory in MB. */
  async process(): Promise<{ uid: number; capabilities: string; megabytes: number }> {
    const { stdout } = await exec(this.#ground.runc, this.#words('state', this.#id))
    const { pid } = JSON.parse(stdout) as { pid: number }
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? ''
    return {
      uid: Number(field('Uid')),
      capabilities: field('CapEff'),
      megabytes: Math.round(Number(field('VmRSS')) / 1024),
    }
  }

  /** As `docker stop` does. @returns the exit code, and the seconds that it took */
  async stop(): Promise<{ code: number; seconds: number }> {
    const began = performance.now()
    if (!this.#isOver) await exec(this.#ground.runc, this.#words('kill', this.#id, 'TERM')).catch(() => undefined)
    return { code: await this.#gone, seconds: (performance.now() - began) / 1000 }
  }

  async kill(): Promise<void> {
    if (!this.#isOver) await exec(this.#ground.runc, this.#words('kill', this.#id, 'KILL')).catch(() => undefined)
    await this.#gone
  }
}

const memory = (destination: string, ...options: readonly string[]) => ({
  destination,
  type: 'tmpfs',
  source: 'tmpfs',
  options: ['nosuid', ...options],
})

function specification({ rootfs, config }: OpenImage, args: readonly string[], { env = {}, volumes = [] }: Run) {
  const [uid, gid] = config.User.split(':').map(Number)
  const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] }
  return {
    ociVersion: '1.0.2',
    hostname: 'cheyi',
    process: {
      user: { uid, gid },
      args: [...config.Entrypoint, ...(args.length > 0 ? args : config.Cmd)],
      env: [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
      cwd: config.WorkingDir || '/',
      capabilities: none,
      noNewPrivileges: true,
    },
    root: { path: rootfs, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      memory('/dev', 'mode=755', 'size=64k'),
      memory('/dev/shm', 'nodev', 'mode=1777', 'size=64m'),
      memory('/tmp', 'nodev', 'mode=1777'),
      ...volumes.map(([source, destination, mode = 'rw']) => ({
        ...{ destination, source, type: 'bind' },
        options: ['rbind', mode],
      })),
    ],
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })) },
  }
}
