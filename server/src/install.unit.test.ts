import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

/*
 * What `npm start` and `npm test` install: here on a workspace with one package to run and one to check, by a program that stands in for npm.
 */

const lib = fileURLToPath(new URL('../../scripts/lib', import.meta.url))
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cheyi-install-'))
  await cp(lib, join(root, 'scripts', 'lib'), { recursive: true })
  await npm('10.8.2', `require('node:fs').writeFileSync('asked', process.argv.slice(2).join(' '))`)
  const packages = {
    '': { devDependencies: { linter: '2' } },
    server: { dependencies: { web: '1' } },
    'node_modules/linter': { version: '2', dev: true },
    'node_modules/web': { version: '1' },
  }
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }))
})
afterEach(() => rm(root, { recursive: true }))

/** Puts a program in npm's place. */
async function npm(version: string, program: string): Promise<void> {
  await mkdir(join(root, 'npm', 'bin'), { recursive: true })
  await writeFile(join(root, 'npm', 'package.json'), JSON.stringify({ version }))
  await writeFile(join(root, 'npm', 'bin', 'npm-cli.js'), program)
}

/** Puts these versions into node_modules, as npm leaves them. */
async function installed(versions: Readonly<Record<string, string>>): Promise<void> {
  for (const name of Object.keys(versions)) await mkdir(join(root, 'node_modules', name), { recursive: true })
  const packages = Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]),
  )
  await writeFile(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
}

const installing = (toCheck: boolean) => `
  import { ensureInstalled } from './scripts/lib/install.mjs'
  import { script } from './scripts/lib/workspace.mjs'
  script(() => ensureInstalled({ toCheck: ${toCheck} }))`

/** Runs code in the workspace. @returns its exit code, and what it printed on standard error */
async function run(code: string): Promise<{ exit: number; told: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, npm_execpath: join(root, 'npm', 'bin', 'npm-cli.js') },
  })
  const told = text(child.stderr)
  return { exit: (await once(child, 'exit'))[0], told: await told }
}

/** @returns what npm was asked for; null when it was not */
async function npmArguments(toCheck: boolean): Promise<string | null> {
  expect(await run(installing(toCheck))).toMatchObject({ exit: 0 })
  return readFile(join(root, 'asked'), 'utf8').catch(() => null)
}

test('a start installs what runs and builds the product, and not what checks it', async () => {
  expect(await npmArguments(false)).toMatch(/^ci .*--workspace server /)
  await installed({ web: '1' })
  await rm(join(root, 'asked'))
  expect(await npmArguments(false)).toBeNull()
})

test('a test installs the rest', async () => {
  await installed({ web: '1' })
  const asked = await npmArguments(true)
  expect(asked).toMatch(/^install /)
  expect(asked).not.toContain('--workspace')
})

test('a start keeps what checks the product where it is there', async () => {
  await installed({ web: '1', linter: '2' })
  expect(await npmArguments(false)).toBeNull()
  await installed({ web: '1', linter: '1' })
  expect(await npmArguments(false)).not.toContain('--workspace')
})

/* Whoever lacks something reads one line that names it. */

const failing = (...lines: string[]) =>
  `console.error(${JSON.stringify(lines.map((line) => `npm error ${line}`).join('\n'))}); process.exit(1)`

test.each([
  [
    'a cache',
    ['code EACCES', 'syscall mkdir', 'path /home/she/.npm'],
    /不能写入 \/home\/she\/\.npm。.*npm_config_cache/,
  ],
  ['its folder', ['code EROFS', 'path {root}/node_modules'], /不能写入 \S+\/node_modules。(?!.*npm_config_cache)/],
  ['a full disk', ['code ENOSPC', 'path /home/she/.npm'], /磁盘已满/],
  [
    'a registry that is not reached',
    [
      'code ECONNREFUSED',
      'FetchError: request to https://registry.example/semver failed, reason: x',
      '    at x (y.js:1:2)',
    ],
    /连不上 https:\/\/registry\.example（ECONNREFUSED）.*npm config set proxy.*registry\.npmmirror\.com/,
  ],
])('%s is told in one line', async (_, lines, expected) => {
  await npm('10.8.2', failing(...lines.map((line) => line.replace('{root}', root))))
  const { exit, told } = await run(installing(false))
  expect(exit).toBe(1)
  expect(told).toMatch(expected)
  expect(told.trim().split('\n')).toHaveLength(1)
})

test('what npm fails by otherwise is told as npm tells it', async () => {
  await npm('10.8.2', failing('code EUSAGE', 'the lock file is not in sync'))
  expect((await run(installing(false))).told).toContain('npm error the lock file is not in sync')
})

test('an npm that is too old is told in one line', async () => {
  await npm('6.14.18', '')
  const { exit, told } = await run(installing(false))
  expect([exit, told]).toEqual([1, expect.stringMatching(/^车驿需要 npm 9 或更高版本，现在是 6\.14\.18。.*\n$/)])
})

test('a Node that is too old is told in one line, whatever it is started with', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } });`
  for (const file of ['need-node', 'workspace']) {
    const { exit, told } = await run(`${old} await import('./scripts/lib/${file}.mjs')`)
    expect([exit, told]).toEqual([1, expect.stringMatching(/^车驿需要 Node 20 或更高版本，现在是 18\.20\.8.*\n$/)])
  }
})

test('a start reads nothing before that which an old Node cannot read', async () => {
  const source = await readFile(fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url)), 'utf8')
  expect(source.match(/^import .*$/gm)).toEqual([`import './lib/need-node.mjs'`])
})

test('programs that packages run at their installation are allowed by name', async () => {
  const read = async (name: string) =>
    JSON.parse(await readFile(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8'))
  const { packages } = await read('package-lock.json')
  const asking = Object.entries<{ hasInstallScript?: true; optional?: true }>(packages)
    .filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const { allowScripts } = await read('package.json')
  // The lock file has no addresses, without which npm 12 takes no version for proven.
  expect(Object.keys(allowScripts).filter((name) => name.lastIndexOf('@') > 0)).toEqual([])
  expect(asking.filter((name) => !(name in allowScripts))).toEqual([])
})
