import type { Config } from '../../kernel/process/config.ts'
import { bucketFiles } from './bucket.ts'
import { diskFiles } from './disk.ts'
import { type Files, isGone } from './files.ts'

/** Where an installation keeps its files: in its bucket, or on the disk. */
export function openFiles({ mediaDir, bucket }: Pick<Config, 'mediaDir' | 'bucket'>): Files {
  const disk = diskFiles(mediaDir)
  return bucket === undefined ? disk : over(bucketFiles(bucket), disk)
}

/** Files of a new place over those that have not moved there yet: all of them are read, new ones go to the new place. */
const over = (next: Files, before: Files): Files => ({
  write: next.write,
  read: (name) =>
    next.read(name).catch((error: unknown) => {
      if (!isGone(error)) throw error
      return before.read(name)
    }),
  async remove(name) {
    // The old place first: whoever moves the file meanwhile then sees that it is gone.
    await before.remove(name)
    await next.remove(name)
  },
  async *names() {
    yield* next.names()
    yield* before.names()
  },
})
