import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { npmCli } from '../../../scripts/lib/install.mjs'
import { at, root, serverNode } from '../../../scripts/lib/workspace.mjs'

const exec = promisify(execFile)
/** The folder into which a stranger clones. */
const FOLDER = '我的 车行 1'
/** What npm runs besides Node. */
const TOOLS = ['sh', 'env']
/** What leads to a registry in an office. */
const NETWORK = /^(https?_proxy|no_proxy|node_extra_ca_certs)$/i

type Env = Readonly<Record<string, string>>

/** A clone of this repository, and whom it belongs to. */
export interface Place {
  readonly project: string
  readonly home: string
  /** Not root; undefined: who we are ourselves. */
  readonly person: { readonly uid: number; readonly gid: number } | undefined
  /** The person's environment: a home, npm's cache and registry. */
  readonly env: Env
  /** The same part of it for a home that cannot be written. */
  readonly closedHome: Env
  /** How many files of the clone are as they are here, not as they were committed. */
  readonly changed: number
  /** A path with this Node and npm; alone with what npm needs where `isBare`. */
  programs(node: string, isBare?: boolean, npm?: string): Promise<string>
  /** The program of a release of Node, from npm. */
  node(release: string): Promise<string>
  /** The folder of a release of npm. */
  npm(release: string): Promise<string>
  /** Whether a folder has so many entries. */
  has(folder: string, count: number): Promise<boolean>
  /** Lets the person write into the clone, or not. */
  allow(mayWrite: boolean): Promise<void>
  remove(): Promise<void>
}

export async function makePlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-ground-'))
  await chmod(folder, 0o755)
  const [project, home, closed] = [join(folder, FOLDER, 'cheyi'), join(folder, 'home'), join(folder, 'closed')]
  const git = ['-c', 'safe.directory=*', 'clone', '--quiet', '--no-local', '--depth', '1', root, project]
  await mkdir(home)
  await mkdir(closed, { mode: 0o555 })
  await exec('git', git)
  const changed = await bringChanges(project)

  const person = process.getuid?.() === 0 ? await nobody() : undefined
  const [cache, registry, cafile] = await Promise.all(['cache', 'registry', 'cafile'].map(npmSetting))
  const ownCache = person ? join(home, '.npm') : cache!
  if (person) {
    await lendCache(cache!, ownCache, person)
    await exec('chown', ['-R', `${person.uid}:${person.gid}`, dirname(project)])
    await chown(home, person.uid, person.gid)
  }
  // Where ours stands, the person may not walk in.
  const ownNpm = join(folder, 'npm')
  await cp(join(dirname(npmCli()), '..'), ownNpm, { recursive: true, dereference: true })
  const ownNode = join(folder, 'node')
  await cp(process.env.npm_node_execpath ?? serverNode(), ownNode)

  async function fromNpm(name: string, release: string): Promise<string> {
    const prefix = join(folder, `${name}-${release}`)
    const found = join(prefix, 'node_modules', name)
    if (existsSync(found)) return found
    await mkdir(prefix)
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
    await exec(process.execPath, [
      npmCli(),
      'install',
      '--prefix',
      prefix,
      '--prefer-offline',
      ...quiet,
      `${name}@${release}`,
    ])
    return found
  }

  return {
    project,
    home,
    person,
    changed,
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name))),
      HOME: home,
      npm_config_cache: ownCache,
      npm_config_registry: registry!,
      ...(cafile !== 'null' && { npm_config_cafile: cafile! }),
      npm_config_prefer_offline: 'true',
      npm_config_update_notifier: 'false',
    },
    closedHome: { HOME: closed, npm_config_cache: join(closed, '.npm') },
    async programs(node, isBare = false, npm = ownNpm) {
      const bin = await mkdtemp(join(folder, 'bin-'))
      await chmod(bin, 0o755)
      await symlink(node, join(bin, 'node'))
      const command = `#!/bin/sh\nexec node '${join(npm, 'bin', 'npm-cli.js')}' "$@"\n`
      await writeFile(join(bin, 'npm'), command, { mode: 0o755 })
      if (!isBare) return `${bin}${delimiter}${process.env.PATH}`
      for (const tool of TOOLS) await symlink(`/bin/${tool}`, join(bin, tool))
      return bin
    },
    node: async (release) =>
      release === 'own' ? ownNode : join(await fromNpm(`node-linux-${process.arch}`, release), 'bin', 'node'),
    npm: (release) => fromNpm('npm', release),
    has: async (path, count) => (await readdir(path)).length >= count,
    async allow(mayWrite) {
      if (person) await chown(project, mayWrite ? person.uid : 0, mayWrite ? person.gid : 0)
      await chmod(project, mayWrite ? 0o755 : 0o555)
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

const npmSetting = async (name: string): Promise<string> =>
  (await exec(process.execPath, [npmCli(), 'config', 'get', name], { cwd: root })).stdout.trim()

async function nobody() {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((what) => exec('id', [what, 'nobody'])))
  return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
}

/** What is not committed yet comes along, new files too: as after a commit of everything. */
async function bringChanges(project: string): Promise<number> {
  const kinds = ['--modified', '--others', '--deleted', '--exclude-standard']
  const { stdout } = await exec('git', ['-c', 'safe.directory=*', 'ls-files', '-z', ...kinds], { cwd: root })
  const paths = [...new Set(stdout.split('\0').filter(Boolean))]
  for (const path of paths) {
    if (existsSync(at(path))) await cp(at(path), join(project, path))
    else await rm(join(project, path))
  }
  return paths.length
}

/** Our cache of npm for somebody else: links to the packages, which they may read, and an index of their own. */
async function lendCache(from: string, to: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const [ours, theirs] = [join(from, '_cacache'), join(to, '_cacache')]
  await mkdir(theirs, { recursive: true })
  const copy = (how: string, name: string) => exec('cp', [how, join(ours, name), theirs])
  // Another file system takes no links.
  await copy('-al', 'content-v2').catch(() => copy('-a', 'content-v2'))
  await copy('-a', 'index-v5')
  // The owner of a linked file would change for us too.
  await exec('find', [to, '-type', 'd', '-exec', 'chown', `${uid}:${gid}`, '{}', '+'])
  await exec('chown', ['-R', `${uid}:${gid}`, join(theirs, 'index-v5')])
}
