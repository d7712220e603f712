import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A release as operators got it. */
export interface Release {
  readonly version: string
  /** Date, UTC. */
  readonly releasedOn: string
  /** Hashes of the migrations that came with it, by name, in order; none where it brought none. */
  readonly migrations: Readonly<Record<string, string>>
}

const file = (dir: string): string => join(dir, 'released.json')

/** The releases that the folder of migrations names, the oldest first; none where it has no such list. */
export async function readReleases(dir: string): Promise<readonly Release[]> {
  const text = await readFile(file(dir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return '[]'
  })
  return JSON.parse(text)
}

/** What was released of a migration: its hash, and the version that brought it. */
export interface Released {
  readonly version: string
  readonly sha256: string
}

/** Every released migration by its name. */
export const releasedMigrations = (releases: readonly Release[]): ReadonlyMap<string, Released> =>
  new Map(
    releases.flatMap(({ version, migrations }) =>
      Object.entries(migrations).map(([name, sha256]) => [name, { version, sha256 }] as const),
    ),
  )
