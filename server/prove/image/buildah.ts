import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { npmCli } from '../../../scripts/lib/install.mjs'
import { at, ended, root } from '../../../scripts/lib/workspace.mjs'

/* The image as buildah builds it without a registry of images. Images stay in its store, so that a second run takes what did not change. */

const exec = promisify(execFile)
const SUITE = 'trixie'
const MIRROR = 'http://deb.debian.org/debian'
const BASE = 'localhost/cheyi-base:trixie'
/** What Debian's own image for containers has not either: lists of packages, manuals, languages. */
const NOT_NEEDED = [
  ...['var/lib/apt/lists', 'var/cache/apt/archives', 'var/cache/debconf', 'var/log', 'usr/share/doc', 'usr/share/man'],
  ...['usr/share/info', 'usr/share/locale', 'usr/share/i18n/locales'],
]

async function buildah(...args: readonly string[]): Promise<string> {
  return (await exec('buildah', args, { maxBuffer: 64 * 1024 * 1024 })).stdout.trim()
}

export const hasImage = (name: string): Promise<boolean> =>
  buildah('inspect', '--type', 'image', name).then(
    () => true,
    () => false,
  )

/** A Debian out of its packages, as an image. @returns its name */
export async function makeBase(): Promise<string> {
  if (await hasImage(BASE)) return BASE
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-base-'))
  try {
    const words = ['--variant=minbase', '--include=ca-certificates', SUITE, folder, MIRROR]
    await exec('debootstrap', words, { maxBuffer: 64 * 1024 * 1024 })
    // A package may have moved them away.
    const there = NOT_NEEDED.map((path) => join(folder, path)).filter((path) => existsSync(path))
    for (const path of there) await exec('find', [path, '-mindepth', '1', '-delete'])
    const container = await buildah('from', 'scratch')
    const mounted = await buildah('mount', container)
    await exec('cp', ['-a', `${folder}/.`, mounted])
    await buildah('commit', '--rm', container, BASE)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return BASE
}

/** The sources of a release, with the files of the image where it had none yet. */
async function sourcesOf(ref: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-release-'))
  // With the modes of a clone, so that unchanged files are taken from the build before.
  const archive = 'git -C "$1" -c tar.umask=0022 archive "$2" | tar -x -C "$0"'
  await exec('sh', ['-c', archive, folder, root, ref])
  if (!existsSync(join(folder, 'ops/image/Containerfile'))) {
    await cp(at('ops/image'), join(folder, 'ops/image'), { recursive: true })
    await cp(at('.dockerignore'), join(folder, '.dockerignore'))
  }
  return folder
}

/** What npm uses here: a registry that is near, and the certificates of an office that looks into TLS. */
async function network(): Promise<string[]> {
  const { stdout } = await exec(process.execPath, [npmCli(), 'config', 'get', 'registry'], { cwd: root })
  const isOwn = process.env.NODE_EXTRA_CA_CERTS !== undefined && existsSync('/etc/ssl/certs')
  const certificates = isOwn ? ['--volume', '/etc/ssl/certs:/etc/ssl/certs:ro'] : []
  return ['--build-arg', `REGISTRY=${stdout.trim()}`, ...certificates]
}

/** As many open files as we may have ourselves: more is refused. */
async function fileLimit(): Promise<string> {
  const [, hard = '65536'] = /^Max open files +\S+ +(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8')) ?? []
  return `${hard}:${hard}`
}

/**
 * Builds an image. @param ref a commit; undefined: the sources as they are here
 * @returns the seconds that it took
 */
export async function buildImage(name: string, base: string, ref?: string): Promise<number> {
  const began = performance.now()
  const sources = ref === undefined ? root : await sourcesOf(ref)
  try {
    const words = ['build', '--isolation', 'chroot', '--format', 'docker', '--layers', '--build-arg', `BASE=${base}`]
    // The build of the web opens more files at once than a container may by default.
    words.push('--ulimit', `nofile=${await fileLimit()}`)
    const file = join(sources, 'ops/image/Containerfile')
    const child = spawn('buildah', [...words, ...(await network()), '-f', file, '-t', name, sources], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Settings that npm gave to us would become those of the npm in there.
      env: Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.toLowerCase().startsWith('npm_'))),
    })
    let told = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (told += text))
    if ((await ended(child)) !== 0) throw new Error(`the image was not built:\n${told.slice(-4000)}`)
  } finally {
    if (ref !== undefined) await rm(sources, { recursive: true, force: true })
  }
  return (performance.now() - began) / 1000
}

/** What an image says of itself. */
export interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly Healthcheck?: { readonly Test: readonly string[] }
}

export interface OpenImage {
  readonly rootfs: string
  readonly config: ImageConfig
  /** Of its files, MB. */
  readonly megabytes: number
  close(): Promise<void>
}

/** The files of an image in a folder, as a container has them. */
export async function openImage(name: string): Promise<OpenImage> {
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', name)) as {
    Docker: { config: ImageConfig }
  }
  const container = await buildah('from', '--pull-never', name)
  const rootfs = await buildah('mount', container)
  const { stdout } = await exec('du', ['-s', '--block-size=1000000', '--apparent-size', rootfs])
  return {
    rootfs,
    config: Docker.config,
    megabytes: Number(stdout.split('\t')[0]),
    close: async () => void (await buildah('rm', container)),
  }
}
