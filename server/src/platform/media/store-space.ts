import { mediaState } from '@cheyi/domain/platform/media/codes'
import { sql } from 'kysely'
import type { Db } from '../../kernel/context.ts'

/** Bytes that a file counts at least: a small file still takes a disk block and a row. */
const LEAST = 16 * 1024

/** Bytes of the merchant's files, as counted by a trigger. */
export async function usedBytes(db: Db): Promise<number> {
  const row = await db.selectFrom('mediaSpace').select('bytes').executeTakeFirst()
  return row?.bytes ?? 0
}

/** Bytes of an account's files that no record names, including incomplete uploads. */
export async function unnamedBytes(db: Db, uploaderId: string): Promise<number> {
  const row = await db
    .selectFrom('media')
    .select(sql<number>`coalesce(sum(greatest(size_bytes, ${LEAST})), 0)::bigint`.as('bytes'))
    .where('uploaderId', '=', uploaderId)
    .where('linkedAt', 'is', null)
    .where('state', 'in', [mediaState.uploading, mediaState.ready])
    .executeTakeFirstOrThrow()
  return row.bytes
}
