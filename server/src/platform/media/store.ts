import { mediaState } from '@cheyi/domain/platform/media/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export const insert = async (db: Db, row: Insertable<DB['media']>): Promise<string> =>
  (await db.insertInto('media').values(row).returning('id').executeTakeFirstOrThrow()).id

/** Columns that a link is built from. `documents` selects identity documents or everything else: the two are never mixed. */
export const linkColumns = (db: Db, ids: readonly string[], documents: boolean) =>
  db
    .selectFrom('media')
    .select(['id', 'kind', 'path', 'thumb', 'width', 'height', 'takenAt'])
    .where('id', 'in', ids)
    .where('state', '=', mediaState.ready)
    .where('biz', documents ? '=' : '<>', 'person')
    .where('kind', '<>', 'table')
    .execute()

export type StoredFile = Pick<Selectable<DB['media']>, 'id' | 'kind' | 'mime' | 'path' | 'sha256'>

export const files = (db: Db, ids: readonly string[]): Promise<StoredFile[]> =>
  db
    .selectFrom('media')
    .select(['id', 'kind', 'mime', 'path', 'sha256'])
    .where('id', 'in', ids)
    .where('state', '=', mediaState.ready)
    .execute()

export interface MediaLink {
  readonly biz: string
  readonly bizId: string
  readonly orderId: string | null
}

/** Files that are linked to a record but still incomplete: the native shell uploads videos in the background. */
export const coming = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('media')
    .select(['id', 'takenAt'])
    .where('id', 'in', ids)
    .where('state', '=', mediaState.uploading)
    .where('linkedAt', 'is not', null)
    .execute()

/** SQL: whether a file `m` may be linked: it is available, or it is a video that the native shell is still uploading. */
const nameable = `(m.state = ${mediaState.ready} or m.state = ${mediaState.uploading} and m.kind = 'video')`

/**
 * Links files to a record in one statement. Counted are files that are linked to this record already, and unlinked files of the caller; of
 * two concurrent writes for one file, the second finds it linked.
 * @returns how many of `ids` the record may name
 */
export async function link(
  ctx: Pick<Context, 'query' | 'accountId' | 'now'>,
  ids: readonly string[],
  { biz, bizId, orderId }: MediaLink,
): Promise<number> {
  const [row] = await ctx.query<{ count: number }>(
    `with named as (
       select id, linked_at from media m
        where id = any ($1) and ${nameable} and biz = $2
          and (linked_at is not null and biz_id = $3 or linked_at is null and uploader_id = $4)),
     bound as (
       update media m set biz_id = $3, order_id = $5, linked_at = $6 from named n
        where m.id = n.id and n.linked_at is null and m.linked_at is null returning 1)
     select ((select count(*) from named where linked_at is not null) + (select count(*) from bound))::int as count`,
    [ids, biz, bizId, ctx.accountId, orderId, at(ctx.now)],
  )
  return row!.count
}

/**
 * The first unlinked file of the caller that was uploaded for another kind of business. Identity documents are left out, so that their
 * existence is not revealed.
 */
export async function ownOfOtherUse(
  { query, accountId }: Pick<Context, 'query' | 'accountId'>,
  ids: readonly string[],
  biz: string,
): Promise<{ readonly biz: string } | undefined> {
  const [row] = await query<{ biz: string }>(
    `select biz from media where id = any ($1) and state = ${mediaState.ready} and biz not in ($2, 'person')
        and linked_at is null and uploader_id = $3 order by id limit 1`,
    [ids, biz, accountId],
  )
  return row
}

/** Unlinks files from a record. */
export const unlink = (db: Db, ids: readonly string[], { biz, bizId }: Omit<MediaLink, 'orderId'>) =>
  db
    .updateTable('media')
    .set({ linkedAt: null })
    .where('id', 'in', ids)
    .where('biz', '=', biz)
    .where('bizId', '=', bizId)
    .execute()

/** Where the bytes of a file are, with the number of its parts. */
export interface Place {
  readonly path: string
  readonly parts: number | null
}

/** Marks matching files that were created before an instant as deleted, at most `limit`; concurrent processes take different rows. */
export const deleteOld = (which: string) => (query: Context['query'], before: number, limit: number) =>
  query<Place>(
    // Materialized, because a semi-join may run the limited and locking select again for each row of the merchant.
    `with old as materialized (
       select id from media where ${which} and created_at < $1 order by created_at limit $2 for update skip locked)
     update media m set state = ${mediaState.deleted} from old where m.id = old.id returning m.path, m.parts`,
    [at(before), limit],
  )
export const deleteUnlinked = deleteOld(`linked_at is null and state = ${mediaState.ready}`)
export const deleteTables = deleteOld(`kind = 'table' and state = ${mediaState.ready}`)
export const deleteBegun = deleteOld(`linked_at is null and state = ${mediaState.uploading}`)

/** A spreadsheet that this account uploaded. */
export const ownTable = (db: Db, mediaId: string, uploaderId: string) =>
  db
    .selectFrom('media')
    .select(['id', 'path'])
    .where('id', '=', mediaId)
    .where('biz', '=', 'import')
    .where('kind', '=', 'table')
    .where('state', '=', mediaState.ready)
    .where('uploaderId', '=', uploaderId)
    .executeTakeFirst()

export const deleteByIds = (query: Context['query'], ids: readonly string[]) =>
  query<Place>(
    `update media set state = ${mediaState.deleted} where id = any ($1) and state <> ${mediaState.deleted} returning path, parts`,
    [ids],
  )

/** Files of orders that ended before an instant. Some kinds store the order's id in `biz_id` instead of `order_id`. */
export const filesOfOrders = (query: Context['query'], bizes: readonly string[], before: number, most: number) =>
  query<{ mediaId: string }>(
    `select m.id as media_id from media m join order_over v on v.order_id = coalesce(m.order_id, m.biz_id)
      where m.biz = any ($1) and m.state = ${mediaState.ready} and m.linked_at < $2 and v.over_at < $2 limit $3`,
    [bizes, at(before), most],
  )

/** A file that is linked to this record, or an unlinked one of this uploader. */
export const usable = (
  db: Db,
  id: string,
  { biz, bizId, uploaderId }: { readonly biz: string; readonly bizId: string | undefined; readonly uploaderId: string },
) =>
  db
    .selectFrom('media')
    .select('path')
    .where('id', '=', id)
    .where('biz', '=', biz)
    .where('state', '=', mediaState.ready)
    .where((e) =>
      e.or([
        e.and([e('linkedAt', 'is', null), e('uploaderId', '=', uploaderId)]),
        ...(bizId === undefined ? [] : [e.and([e('linkedAt', 'is not', null), e('bizId', '=', bizId)])]),
      ]),
    )
    .executeTakeFirst()

/** The files of these paths that are not deleted. */
export const undeletedFiles = (query: Context['query'], paths: readonly string[]) =>
  query<Place>(`select path, parts from media where path = any ($1) and state <> ${mediaState.deleted}`, [paths])
