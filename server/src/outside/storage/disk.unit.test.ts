import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { diskFiles } from './disk.ts'

it.runIf(process.platform === 'linux')('leaves nothing of a file for which there was no room', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-full-'))
  await mkdir(join(folder, '1'))
  // The device that is always full, in the place of the draft.
  await symlink('/dev/full', join(folder, '1', 'x.jpg.part'))
  await expect(diskFiles(folder).write('1/x.jpg', Buffer.alloc(100))).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await readdir(join(folder, '1'))).toEqual([])
  await rm(folder, { recursive: true })
})
