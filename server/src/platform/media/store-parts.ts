import { mediaState } from '@cheyi/domain/platform/media/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../kernel/context.ts'
import { countUpTo } from '../../kernel/db/count-up-to.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

/* Queries of files that are uploaded in parts, until they are complete. */

export type BegunFile = Selectable<DB['media']>

/** Begins an upload; of two concurrent calls with one key, only the first inserts. @returns undefined when the key exists already */
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

/** Number of incomplete uploads of an account. */
export const countBegun = (db: Db, uploaderId: string): Promise<number> =>
  countUpTo(
    db,
    db
      .selectFrom('media')
      .select('id')
      .where('uploaderId', '=', uploaderId)
      .where('state', '=', mediaState.uploading)
      .as('m'),
  )

/** Number of uploads of an account whose keys begin with the prefix, including complete ones. */
export const countNamed = (db: Db, uploaderId: string, prefix: string): Promise<number> =>
  countUpTo(
    db,
    db
      .selectFrom('media')
      .select('id')
      .where('uploaderId', '=', uploaderId)
      .where('uploadKey', 'like', `${prefix}%`)
      .as('m'),
  )

/** An upload of this account whose key begins with the prefix. The lock makes its parts sequential until the transaction ends. */
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

/** Digests of the received parts, by part number. */
export const partsOf = (db: Db, mediaId: string): Promise<{ no: number; sha256: Buffer }[]> =>
  db.selectFrom('mediaPart').select(['no', 'sha256']).where('mediaId', '=', mediaId).orderBy('no').execute()

export const addPart = (db: Db, mediaId: string, no: number, sha256: Buffer): Promise<unknown> =>
  db.insertInto('mediaPart').values({ mediaId, no, sha256 }).execute()

/** Marks an upload as complete. */
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
