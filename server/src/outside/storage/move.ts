import { type Files, isGone } from './files.ts'

/**
 * Moves what lies on the disk into the bucket, beside servers that use the bucket already. May be interrupted and repeated:
 * what is still on the disk is what is left.
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
  // Under newer keys than the disk's, if they were renewed meanwhile.
  const held = await to.read(name).catch(gone)
  if (held === null) {
    await to.write(name, bytes)
    if (!(await to.read(name)).equals(bytes)) throw new Error(`${name} did not arrive as it was sent`)
  }
  // Deleted by a server since it was read: it must not come back.
  if ((await from.read(name).catch(gone)) === null) await to.remove(name)
  else await from.remove(name)
  return true
}
