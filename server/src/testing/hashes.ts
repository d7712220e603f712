import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { leftEmpty, tablesOf } from '../command/make-backup.ts'
import { connect } from '../kernel/postgres/connect.ts'

/*
 * The whole content of an installation as hashes, to compare a restored one with the original.
 */

/** A count and a hash of every table's rows; numbers of transactions are left out, which another cluster gives anew. */
export async function tableHashes(url: string): Promise<Record<string, string>> {
  await using client = await connect(url)
  const hashes: Record<string, string> = {}
  for (const [table, columns] of Object.entries(await tablesOf(client))) {
    if (leftEmpty.includes(table)) continue
    const list = columns.filter((column) => column !== 'xid' && column !== 'written_in').map((column) => `"${column}"`)
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(r::text), '' order by md5(r::text))), '') as hash
         from (select ${list.join(', ')} from "${table}") r`,
    )
    hashes[table] = rows[0].hash
  }
  return hashes
}

/** A hash of every file in a folder, by its path there. */
export async function fileHashes(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashes: Record<string, string> = {}
  for (const path of paths.sort()) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    hashes[relative(folder, path)] = hash.digest('hex')
  }
  return hashes
}
