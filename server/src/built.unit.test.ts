import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { cacheFolder, root } from '../../scripts/lib/workspace.mjs'

/*
 * The units of ops/systemd start the program as a user who may write nothing in its folder: what is built already has to start there.
 */

const exec = promisify(execFile)
const name = `read-only-${process.pid}`
afterEach(() => {
  for (const file of [`${name}-build`, `${name}-build.lock`]) rmSync(join(cacheFolder, file), { force: true })
})

/** Tests may run as root, who may write everywhere. So a process replaces the functions that write by ones that refuse. */
const program = `
  import files from 'node:fs/promises'
  import { syncBuiltinESMExports } from 'node:module'
  const [name, settings, isReadOnly] = process.argv.slice(1)
  if (isReadOnly) {
    const refuse = async () => { throw Object.assign(new Error('read-only'), { code: 'EROFS' }) }
    Object.assign(files, { mkdir: refuse, rm: refuse, writeFile: refuse })
    syncBuiltinESMExports()
  }
  const { buildWhenChanged } = await import('./scripts/lib/build.mjs')
  const build = async () => console.info('built')
  await buildWhenChanged({ name, settings, sources: ['package.json'], result: process.cwd() + '/package.json', build })`

/** @returns what it printed */
async function build(settings: string, ...isReadOnly: readonly 'readOnly'[]): Promise<string> {
  const words = ['--input-type=module', '-e', program, name, settings, ...isReadOnly]
  return (await exec(process.execPath, words, { cwd: root })).stdout
}

test('what is built already needs no right to write', async () => {
  expect(await build('today')).toBe('built\n')
  expect(await build('today', 'readOnly')).toBe('')
})

test('sources that have changed since say that they cannot be built', async () => {
  expect(await build('today')).toBe('built\n')
  await expect(build('changed', 'readOnly')).rejects.toThrow('read-only')
})
