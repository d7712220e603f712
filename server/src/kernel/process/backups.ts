import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What the folder of the nightly backups tells. */
export interface Backups {
  /** When the newest backup was made, and when one was last restored on trial, epoch ms; null: never. */
  readonly newest: number | null
  readonly proven: number | null
  /** Whether the newest backup has its key file beside it. */
  readonly hasKeys: boolean
}

/** Reads the folder; null where it does not exist or may not be read. */
export async function readBackups(folder: string): Promise<Backups | null> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) return null
  const last = names
    .filter((name) => /^cheyi-[\d-]+\.backup$/.test(name))
    .toSorted()
    .at(-1)
  const proofs = await Promise.all(
    names
      .filter((name) => name.endsWith('.proven'))
      .map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
  )
  const proven = proofs.map(trialTimeOf).filter((at) => !Number.isNaN(at))
  return {
    newest: last === undefined ? null : (await stat(join(folder, last))).mtimeMs,
    proven: proven.length === 0 ? null : Math.max(...proven),
    hasKeys: last !== undefined && names.includes(last.replace(/backup$/, 'keys')),
  }
}

/** The moment of a trial by its file; NaN for a file that is cut off or of somebody else. */
function trialTimeOf(text: string): number {
  try {
    return Date.parse(String((JSON.parse(text) as { at?: unknown } | null)?.at))
  } catch {
    return Number.NaN
  }
}
