import type pg from 'pg'
import { type Files, isGone } from '../../outside/storage/files.ts'
import { namesOf } from '../../outside/storage/sealed-store.ts'

/* The files of a merchant: nearly all are copied while it works, and in the pause those that have come since. */

export type Stores = readonly [from: Files, to: Files]

/** A moment of the copy. */
export interface Mark {
  /** Rows that are written later have this id or a higher one. */
  readonly rowId: string
  /** Ids of the files that were being uploaded. */
  readonly uploading: readonly string[]
}

/** Copies the files that the other side lacks. @returns the number of all */
export async function copyFiles([from, to]: Stores, merchantId: string): Promise<number> {
  const held = new Set<string>()
  for await (const name of to.names(`${merchantId}/`)) held.add(name)
  let count = 0
  for await (const name of from.names(`${merchantId}/`)) {
    count++
    if (!held.has(name)) await to.write(name, await from.read(name))
  }
  return count
}

/** Copies the files that came after a mark, by their rows: a list of all files takes as long as there are files. */
export async function copyNewFiles(
  [from, to]: Stores,
  source: pg.Client,
  merchantId: string,
  { rowId, uploading }: Mark,
): Promise<number> {
  const { rows } = await source.query<{ path: string; parts: number | null }>(
    'select path, parts from media where merchant_id = $1 and (id >= $2 or id = any ($3::bigint[]))',
    [merchantId, rowId, uploading],
  )
  let count = 0
  for (const { path, parts } of rows)
    for (const name of namesOf(path, parts ?? 0)) {
      const bytes = await from.read(name).catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
      if (bytes === undefined) continue
      await to.write(name, bytes)
      count++
    }
  return count
}
