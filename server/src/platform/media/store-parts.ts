import { mediaState } from '@cheyi/domain/platform/media/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../kernel/context.ts'
import { counted } from '../../kernel/db/counted.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

/* Files that come in parts, until they are whole. */

export type BegunFile = Selectable<DB['media']>

/** Begins a file; of two that begin under one key one is first. @returns undefined when it was begun already */
export const begin = (db: Db, row: Insertable<DB['media']>): Promise<BegunFile | undefined> =>
  db
    .insertInto('media')
    .values(row)
    .onConflict((on) =>
      on.columns(['merchantId', 'uploaderId', 'uploadKey']).where('uploadKey', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

export const byKey = (db: Db, uploaderId: string, uploadKey: string): Promise<BegunFile | undefined> =>
  db
    .selectFrom('media')
    .selectAll()
    .where('uploaderId', '=', uploaderId)
    .where('uploadKey', '=', uploadKey)
    .executeTakeFirst()

/** How many files of an account are on their way. */
export const countBegun = (db: Db, uploaderId: string): Promise<number> =>
  counted(
    db,
    db
      .selectFrom('media')
      .select('id')
      .where('uploaderId', '=', uploaderId)
      .where('state', '=', mediaState.uploading)
      .as('m'),
  )

/** How many files an account began under names that begin so, those that came among them. */
export const countNamed = (db: Db, uploaderId: string, prefix: string): Promise<number> =>
  counted(
    db,
    db
      .selectFrom('media')
      .select('id')
      .where('uploaderId', '=', uploaderId)
      .where('uploadKey', 'like', `${prefix}%`)
      .as('m'),
  )

/**
 * A file in parts of the uploader's own, begun under a name that begins so; its parts are counted one after the other until the
 * transaction ends.
 */
export const lock = (db: Db, id: string, uploaderId: string, prefix = ''): Promise<BegunFile | undefined> =>
  db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .where('uploaderId', '=', uploaderId)
    .where('uploadKey', 'like', `${prefix}%`)
    .where('state', 'in', [mediaState.uploading, mediaState.ready])
    .forUpdate()
    .executeTakeFirst()

/** Digests of the parts that came, by their numbers. */
export const partsOf = (db: Db, mediaId: string): Promise<{ no: number; sha256: Buffer }[]> =>
  db.selectFrom('mediaPart').select(['no', 'sha256']).where('mediaId', '=', mediaId).orderBy('no').execute()

export const addPart = (db: Db, mediaId: string, no: number, sha256: Buffer): Promise<unknown> =>
  db.insertInto('mediaPart').values({ mediaId, no, sha256 }).execute()

/** It is whole. */
export const finish = (
  db: Db,
  id: string,
  set: Partial<
    Pick<
      Insertable<DB['media']>,
      'kind' | 'mime' | 'sizeBytes' | 'sha256' | 'thumb' | 'width' | 'height' | 'parts' | 'durationS'
    >
  >,
): Promise<BegunFile> =>
  db
    .updateTable('media')
    .set({ ...set, state: mediaState.ready })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
