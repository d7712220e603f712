import { mediaState } from '@cheyi/domain/platform/media/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type ScanRow = Selectable<DB['scanLink']>

export const insert = (db: Db, row: Insertable<DB['scanLink']>): Promise<ScanRow> =>
  db.insertInto('scanLink').values(row).returningAll().executeTakeFirstOrThrow()

/** Runs as role `gate` too. */
export const byHash = (db: Db, tokenHash: Buffer): Promise<ScanRow | undefined> =>
  db.selectFrom('scanLink').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()

/** Counts one more file that is begun. @returns false when that would be more than `most` */
export async function countTry(db: Db, id: string, most: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scanLink')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', most)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Keeps others from adding to it until the transaction ends. */
export const lock = (db: Db, id: string): Promise<ScanRow> =>
  db.selectFrom('scanLink').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Ends links that still open: one, or those an account made before for a place of an order. */
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

/** Files that came by a link and are there, in the order they came. */
export const filesOf = (db: Db, scanId: string) =>
  db
    .selectFrom('media')
    .select(['id', 'sha256'])
    .where('scanId', '=', scanId)
    .where('state', '=', mediaState.ready)
    .orderBy('id')
    .execute()

/** Takes a file away that no record has named, once or again. @returns where it was kept; undefined when there is none such */
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

/** What a page of a link stands on: whose order it is, and whether it is one still. */
export async function headOf(db: Db, orderId: string) {
  const merchant = await db.selectFrom('merchant').select(['name', 'shortName']).executeTakeFirstOrThrow()
  const order = await db
    .selectFrom('order')
    .select(['orderNo', 'cancelledAt'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { ...order, merchantName: merchant.shortName || merchant.name }
}
