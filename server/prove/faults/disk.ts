import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/* Small disks in memory, mounted in a namespace of their own (scripts/faults.mjs), so that they are gone with the campaign. */

const run = promisify(execFile)

export async function mountSmallDisk(folder: string, megabytes: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
}

/** A folder cannot be removed while something is mounted on it. */
export async function unmountSmallDisk(folder: string): Promise<void> {
  await run('umount', ['--lazy', folder])
}

const ballastIn = (folder: string): string => join(folder, 'ballast')

/** Leaves no room on the disk of a folder. */
export async function fillDisk(folder: string): Promise<void> {
  const file = await open(ballastIn(folder), 'w')
  try {
    for (const size of [1024 * 1024, 4096]) {
      const zeros = Buffer.alloc(size)
      let isFull = false
      while (!isFull) isFull = await file.write(zeros).then(({ bytesWritten }) => bytesWritten < size, isNoSpace)
    }
  } finally {
    await file.close()
  }
}

export const freeDisk = (folder: string): Promise<void> => rm(ballastIn(folder), { force: true })

function isNoSpace(error: NodeJS.ErrnoException): true {
  if (error.code !== 'ENOSPC') throw error
  return true
}
