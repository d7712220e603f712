import { mediaState } from '@cheyi/domain/platform/media/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export const insert = async (db: Db, row: Insertable<DB['media']>): Promise<string> =>
  (await db.insertInto('media').values(row).returning('id').executeTakeFirstOrThrow()).id

/** What a link is made of. `documents` tells identity documents from everything else: they are never mixed. */
export const shown = (db: Db, ids: readonly string[], documents: boolean) =>
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

/** Those of some files that a record names and that are still on their way: the native shell sends videos behind the page. */
export const coming = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('media')
    .select(['id', 'takenAt'])
    .where('id', 'in', ids)
    .where('state', '=', mediaState.uploading)
    .where('linkedAt', 'is not', null)
    .execute()

/** SQL: a file `m` that a record may name: one that is there, or a video that the native shell still sends. */
const nameable = `(m.state = ${mediaState.ready} or m.state = ${mediaState.uploading} and m.kind = 'video')`

/**
 * Binds files to a record in one statement. Counted are those that may be named: bound to this record already, or bound
 * to none and uploaded by the caller; of two writes that want the same file the second finds it taken.
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

/** The first of the caller's own free files that was uploaded for something else; of documents nothing is told. */
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

/** Lets go of files that a record names no longer. */
export const unlink = (db: Db, ids: readonly string[], { biz, bizId }: Omit<MediaLink, 'orderId'>) =>
  db
    .updateTable('media')
    .set({ linkedAt: null })
    .where('id', 'in', ids)
    .where('biz', '=', biz)
    .where('bizId', '=', bizId)
    .execute()

/** A file whose bytes are to go, with the parts that it lies in. */
export interface GoneFile {
  readonly path: string
  readonly parts: number | null
}

/** Marks such files as deleted that began before an instant, at most `limit`; several processes never take the same. */
export const deleteOld = (which: string) => (query: Context['query'], before: number, limit: number) =>
  query<GoneFile>(
    `update media set state = ${mediaState.deleted} where id in (
       select id from media where ${which} and created_at < $1 order by created_at limit $2 for update skip locked)
     returning path, parts`,
    [at(before), limit],
  )
export const deleteUnlinked = deleteOld(`linked_at is null and state = ${mediaState.ready}`)
export const deleteTables = deleteOld(`kind = 'table' and state = ${mediaState.ready}`)
export const deleteBegun = deleteOld(`linked_at is null and state = ${mediaState.uploading}`)

/** A spreadsheet of the caller's own. */
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
  query<GoneFile>(
    `update media set state = ${mediaState.deleted} where id = any ($1) and state <> ${mediaState.deleted} returning path, parts`,
    [ids],
  )

/**
 * Files of orders that were over before an instant. Some kinds name the order as their record.
 */
export const filesOfOrders = (query: Context['query'], bizes: readonly string[], before: number, most: number) =>
  query<{ mediaId: string }>(
    `select m.id as media_id from media m join order_over v on v.order_id = coalesce(m.order_id, m.biz_id)
      where m.biz = any ($1) and m.state = ${mediaState.ready} and m.linked_at < $2 and v.over_at < $2 limit $3`,
    [bizes, at(before), most],
  )

/** A file that its uploader may still name for any record, or that this record names. */
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
