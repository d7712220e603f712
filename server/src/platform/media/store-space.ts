import { mediaState } from '@cheyi/domain/platform/media/codes'
import { sql } from 'kysely'
import type { Db } from '../../kernel/context.ts'

/** However small a file is, it takes so much of a disk, and a row. */
const LEAST = 16 * 1024

/** Bytes that the merchant keeps, as a trigger counts them. */
export async function used(db: Db): Promise<number> {
  const row = await db.selectFrom('mediaSpace').select('bytes').executeTakeFirst()
  return row?.bytes ?? 0
}

/** Bytes that an account sent and no record names, those on their way among them. */
export async function unnamed(db: Db, uploaderId: string): Promise<number> {
  const row = await db
    .selectFrom('media')
    .select(sql<number>`coalesce(sum(greatest(size_bytes, ${LEAST})), 0)::bigint`.as('bytes'))
    .where('uploaderId', '=', uploaderId)
    .where('linkedAt', 'is', null)
    .where('state', 'in', [mediaState.uploading, mediaState.ready])
    .executeTakeFirstOrThrow()
  return row.bytes
}
