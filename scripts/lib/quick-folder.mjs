import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import { freemem, userInfo } from 'node:os'
import { join } from 'node:path'
import { at } from './workspace.mjs'

const memory = '/dev/shm'
const GIGABYTE = 1024 ** 3

/** What tests leave in the workspace. */
export const testFolder = at('.test')

/**
 * Where clusters of this user stand that tests throw away: in memory where Linux has two gigabytes for it, else in {@link testFolder}. A
 * database is a thousand files, and an ext4 without a journal looks at each inode that was freed in the last minutes before
 * it gives one out, which took more CPU than all the rest of a copy (decision 151). It is made here, since a server would close
 * it to the user that root runs PostgreSQL as.
 * @internal for tests alone
 */
export function quickFolder() {
  const folder = isRoomy() ? join(memory, `cheyi-test-${userInfo().uid}`) : testFolder
  mkdirSync(folder, { recursive: true })
  return folder
}

function isRoomy() {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= 2 * GIGABYTE && (process.availableMemory?.() ?? freemem()) >= 4 * GIGABYTE
}
