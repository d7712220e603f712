import { statfs } from 'node:fs/promises'
import type { Config } from './config.ts'

/** Free space on the disks that this server writes to. */
export interface Disk {
  /** Bytes on the disk with the least free space; Infinity where it cannot be read. */
  free(): Promise<number>
  /** Whether uploads are accepted: the remaining space is reserved for the database and for cleaning up. */
  hasRoom(): Promise<boolean>
}

/** The disks of the data folder and, unless files are stored in a bucket, of the media folder. A check takes microseconds. */
export function openDisk({
  dataDir,
  mediaDir,
  bucket,
  minFreeBytes,
}: Pick<Config, 'dataDir' | 'mediaDir' | 'bucket' | 'minFreeBytes'>): Disk {
  const folders = bucket === undefined ? [dataDir, mediaDir] : [dataDir]
  async function free(): Promise<number> {
    const left = folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    })
    // A folder does not exist before its first file.
    return Math.min(...(await Promise.all(left.map((one) => one.catch(() => Number.POSITIVE_INFINITY)))))
  }
  return { free, hasRoom: async () => (await free()) >= minFreeBytes }
}
