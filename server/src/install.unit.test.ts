import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  await writeFile(
    join(root, 'npm-cli.js'),
    `require('node:fs').writeFileSync('asked', process.argv.slice(2).join(' '))`,
  )
  const packages = {
    '': { devDependencies: { linter: '2' } },
    server: { dependencies: { web: '1' } },
    'node_modules/linter': { version: '2', dev: true },
    'node_modules/web': { version: '1' },
  }
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }))
})
afterEach(() => rm(root, { recursive: true }))

/** Puts these versions into node_modules, as npm leaves them. */
async function installed(versions: Readonly<Record<string, string>>): Promise<void> {
  for (const name of Object.keys(versions)) await mkdir(join(root, 'node_modules', name), { recursive: true })
  const packages = Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]),
  )
  await writeFile(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
}

/** @returns what npm was asked for; null when it was not */
async function askedFor(toCheck: boolean): Promise<string | null> {
  const code = `import { ensureInstalled } from './scripts/lib/install.mjs'; await ensureInstalled({ toCheck: ${toCheck} })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, npm_execpath: join(root, 'npm-cli.js') },
  })
  expect((await once(child, 'exit'))[0]).toBe(0)
  return readFile(join(root, 'asked'), 'utf8').catch(() => null)
}

test('a start installs what runs and builds the product, and not what checks it', async () => {
  expect(await askedFor(false)).toMatch(/^ci .*--workspace server /)
  await installed({ web: '1' })
  await rm(join(root, 'asked'))
  expect(await askedFor(false)).toBeNull()
})

test('a test installs the rest', async () => {
  await installed({ web: '1' })
  const asked = await askedFor(true)
  expect(asked).toMatch(/^install /)
  expect(asked).not.toContain('--workspace')
})

test('a start keeps what checks the product where it is there', async () => {
  await installed({ web: '1', linter: '2' })
  expect(await askedFor(false)).toBeNull()
  await installed({ web: '1', linter: '1' })
  expect(await askedFor(false)).not.toContain('--workspace')
})
