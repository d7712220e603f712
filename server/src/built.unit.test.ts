import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { buildWhenChanged } from '../../scripts/lib/build.mjs'
import { at, cacheFolder } from '../../scripts/lib/workspace.mjs'

/*
 * The units of ops/systemd start the program as a user who may write nothing in its folder: what is built already has to start there.
 */

const disk = vi.hoisted(() => ({ isReadOnly: false }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const refused = () => Promise.reject(Object.assign(new Error('read-only file system'), { code: 'EROFS' }))
  return {
    ...real,
    mkdir: (...words: Parameters<typeof real.mkdir>) => (disk.isReadOnly ? refused() : real.mkdir(...words)),
    rm: (...words: Parameters<typeof real.rm>) => (disk.isReadOnly ? refused() : real.rm(...words)),
    writeFile: (...words: Parameters<typeof real.writeFile>) =>
      disk.isReadOnly ? refused() : real.writeFile(...words),
  }
})

const name = `read-only-${process.pid}`
afterEach(() => {
  disk.isReadOnly = false
  for (const file of [`${name}-build`, `${name}-build.lock`]) rmSync(join(cacheFolder, file), { force: true })
})

/** @returns how often it was built */
async function buildTimes(settings: string): Promise<number> {
  let times = 0
  const build = async () => {
    times += 1
  }
  await buildWhenChanged({ name, settings, sources: ['package.json'], result: at('package.json'), build })
  return times
}

test('what is built already needs no right to write', async () => {
  expect(await buildTimes('today')).toBe(1)
  disk.isReadOnly = true
  expect(await buildTimes('today')).toBe(0)
  expect(existsSync(join(cacheFolder, `${name}-build.lock`))).toBe(false)
})

test('sources that have changed since say that they cannot be built', async () => {
  expect(await buildTimes('today')).toBe(1)
  disk.isReadOnly = true
  await expect(buildTimes('changed')).rejects.toThrow('read-only')
})
