import { mediaState } from '@cheyi/domain/platform/media/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type ScanRow = Selectable<DB['scanLink']>

export const insert = (db: Db, row: Insertable<DB['scanLink']>): Promise<ScanRow> =>
  db.insertInto('scanLink').values(row).returningAll().executeTakeFirstOrThrow()

/** Runs without a merchant too. */
export const byHash = (db: Db, tokenHash: Buffer): Promise<ScanRow | undefined> =>
  db.selectFrom('scanLink').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()

/** Counts one more upload that is begun. @returns false when that would exceed `most` */
export async function countTry(db: Db, id: string, most: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scanLink')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', most)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Locks the link until the transaction ends, so that no other call adds a file to it. */
export const lock = (db: Db, id: string): Promise<ScanRow> =>
  db.selectFrom('scanLink').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Revokes links that are still valid: one by id, or those that an account created for one place of an order. */
export const revoke = (
  db: Db,
  which: Partial<Pick<ScanRow, 'id' | 'orderId' | 'purpose' | 'createdBy'>>,
  at: number,
): Promise<unknown> => {
  let links = db.updateTable('scanLink').set({ revokedAt: at }).where('revokedAt', 'is', null)
  if (which.id !== undefined) links = links.where('id', '=', which.id)
  if (which.orderId !== undefined) links = links.where('orderId', '=', which.orderId)
  if (which.purpose !== undefined) links = links.where('purpose', '=', which.purpose)
  if (which.createdBy !== undefined) links = links.where('createdBy', '=', which.createdBy)
  return links.execute()
}

/** Available files that were uploaded by a link, in the order of upload. */
export const filesOf = (db: Db, scanId: string) =>
  db
    .selectFrom('media')
    .select(['id', 'sha256'])
    .where('scanId', '=', scanId)
    .where('state', '=', mediaState.ready)
    .orderBy('id')
    .execute()

/** Deletes a file that is not linked to a record. @returns its storage path; undefined when there is no such file */
export async function drop(db: Db, scanId: string, mediaId: string): Promise<string | undefined> {
  const row = await db
    .updateTable('media')
    .set({ state: mediaState.deleted })
    .where('id', '=', mediaId)
    .where('scanId', '=', scanId)
    .where('linkedAt', 'is', null)
    .returning('path')
    .executeTakeFirst()
  return row?.path
}

/** The merchant of the link, as its page names it. */
export const merchantOf = (db: Db) => db.selectFrom('merchant').select(['name', 'shortName']).executeTakeFirstOrThrow()
