import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '@cheyi/domain/time'
import { systemClock } from './clock.ts'

/** What the folder of the nightly backups tells. */
export interface Backups {
  /** When the newest backup was made, and when one was last restored on trial, epoch ms; null: never. */
  readonly newest: number | null
  readonly proven: number | null
  /** Whether the newest backup has its key file beside it. */
  readonly hasKeys: boolean
}

/** A time that lies further ahead is of a clock that was wrong: a backup with such a time says nothing of last night. */
const AHEAD = HOUR

/** When a backup was made, by its name: the time of a file is another one where it was copied. */
async function madeAt(folder: string, name: string): Promise<number> {
  const [, day, time] = /^cheyi-(\d{8})-(\d{6})\.backup$/.exec(name) ?? []
  if (day === undefined || time === undefined) return (await stat(join(folder, name))).mtimeMs
  return Date.parse(`${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`)
}

/** Reads the folder; null where it does not exist or may not be read. */
export async function readBackups(folder: string, now = systemClock.now()): Promise<Backups | null> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) return null
  const backups = await Promise.all(
    names
      .filter((name) => /^cheyi-[\d-]+\.backup$/.test(name))
      .map(async (name) => ({ name, at: await madeAt(folder, name) })),
  )
  const last = backups
    .filter(({ at }) => at <= now + AHEAD)
    .toSorted((a, b) => a.at - b.at)
    .at(-1)
  const proofs = await Promise.all(
    names
      .filter((name) => name.endsWith('.proven'))
      .map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
  )
  const proven = proofs.map(trialTimeOf).filter((at) => at <= now + AHEAD)
  return {
    newest: last?.at ?? null,
    proven: proven.length === 0 ? null : Math.max(...proven),
    hasKeys: last !== undefined && names.includes(last.name.replace(/backup$/, 'keys')),
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
