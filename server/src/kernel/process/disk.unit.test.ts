import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDisk } from './disk.ts'

const disk = (minFreeBytes: number, mediaDir = tmpdir()) =>
  openDisk({ dataDir: tmpdir(), mediaDir, bucket: undefined, minFreeBytes })

it('a disk accepts uploads until only the reserved space is left', async () => {
  const free = await disk(0).free()
  expect(free).toBeGreaterThan(0)
  expect(free).toBeLessThan(Number.POSITIVE_INFINITY)
  expect(await disk(0).hasRoom()).toBe(true)
  expect(await disk(2 ** 60).hasRoom()).toBe(false)
})

it('a folder that does not exist yet is ignored', async () => {
  const nowhere = join(tmpdir(), 'cheyi-no-such-folder')
  expect(await disk(2 ** 60, nowhere).hasRoom()).toBe(false)
  expect(await openDisk({ dataDir: nowhere, mediaDir: nowhere, bucket: undefined, minFreeBytes: 1 }).hasRoom()).toBe(
    true,
  )
})
