import { type Files, isGone } from './files.ts'

/**
 * Moves files from the disk into the bucket, while servers already use the bucket. It may be interrupted and repeated:
 * only files that are still on the disk are left to move.
 * @returns how many files moved
 */
export async function moveFiles(from: Files, to: Files, told: (count: number) => void): Promise<number> {
  let count = 0
  for await (const name of from.names()) {
    const moved = await moveFile(from, to, name)
    if (moved && ++count % 1000 === 0) told(count)
  }
  return count
}

async function moveFile(from: Files, to: Files, name: string): Promise<boolean> {
  const gone = (error: unknown) => {
    if (!isGone(error)) throw error
    return null
  }
  const bytes = await from.read(name).catch(gone)
  if (bytes === null) return false
  // The copy in the bucket may have newer keys than the one on the disk, after a key rotation.
  const held = await to.read(name).catch(gone)
  if (held === null) {
    await to.write(name, bytes)
    if (!(await to.read(name)).equals(bytes)) throw new Error(`${name} did not arrive as it was sent`)
  }
  // A server deleted the file since it was read: the copy must not bring it back.
  if ((await from.read(name).catch(gone)) === null) await to.remove(name)
  else await from.remove(name)
  return true
}
