import type { Config } from '../../kernel/process/config.ts'
import { bucketFiles } from './bucket.ts'
import { diskFiles } from './disk.ts'
import { type Files, isGone } from './files.ts'

/** The file storage of an installation: its bucket, or the disk. */
export function openFiles({ mediaDir, bucket }: Pick<Config, 'mediaDir' | 'bucket'>): Files {
  const disk = diskFiles(mediaDir)
  return bucket === undefined ? disk : withFallback(bucketFiles(bucket), disk)
}

/** Combines new storage with files that have not moved there yet: both are read, new files go to the new storage. */
const withFallback = (next: Files, before: Files): Files => ({
  write: next.write,
  read: (name) =>
    next.read(name).catch((error: unknown) => {
      if (!isGone(error)) throw error
      return before.read(name)
    }),
  async remove(name) {
    // The old storage first, so that a concurrent move sees that the file is gone.
    await before.remove(name)
    await next.remove(name)
  },
  async *names(under) {
    yield* next.names(under)
    yield* before.names(under)
  },
  async *writtenBefore(instant, under) {
    yield* next.writtenBefore(instant, under)
    yield* before.writtenBefore(instant, under)
  },
})
