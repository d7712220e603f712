import { statfs } from 'node:fs/promises'
import type { Config } from './config.ts'

/** How much is left where this server writes. */
export interface Disk {
  /** Bytes, of the fuller of its disks; Infinity where nobody can say. */
  free(): Promise<number>
  /** Whether uploads may go on: what is left is for the database, and for whoever makes room. */
  hasRoom(): Promise<boolean>
}

/** The disks of the data folder and, unless files lie in a bucket, of the media. Asking takes microseconds. */
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
    // A folder comes with its first file.
    return Math.min(...(await Promise.all(left.map((one) => one.catch(() => Number.POSITIVE_INFINITY)))))
  }
  return { free, hasRoom: async () => (await free()) >= minFreeBytes }
}
