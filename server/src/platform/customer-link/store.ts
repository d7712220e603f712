import { signWay } from '@cheyi/domain/rental/agreement/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type LinkRow = Selectable<DB['linkToken']>

export const insertLink = (db: Db, row: Insertable<DB['linkToken']>) => db.insertInto('linkToken').values(row).execute()

/** Runs without a merchant. */
export const linkByHash = (db: Db, tokenHash: Buffer): Promise<LinkRow | undefined> =>
  db.selectFrom('linkToken').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()

/** Links sent about a subject since an instant, newest first. */
export const textsOf = (db: Db, refId: string, since: number) =>
  db
    .selectFrom('linkToken')
    .select(['createdAt'])
    .where('refId', '=', refId)
    .where('way', '=', signWay.sms)
    .where('createdAt', '>=', since)
    .whereRef('expireAt', '>', 'createdAt')
    .orderBy('createdAt', 'desc')
    .execute()

/** Revokes the valid links for a purpose: those of a subject, or all of an order. @returns how many */
export async function revokeLinks(
  db: Db,
  purpose: string,
  of: { readonly refId: string } | { readonly orderId: string },
  now: number,
): Promise<number> {
  let links = db
    .updateTable('linkToken')
    .set({ revokedAt: now })
    .where('purpose', '=', purpose)
    .where('revokedAt', 'is', null)
    .where('expireAt', '>', now)
  links = 'refId' in of ? links.where('refId', '=', of.refId) : links.where('orderId', '=', of.orderId)
  const { numUpdatedRows } = await links.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Revokes a link that could not be sent to its customer; its validity becomes zero. */
export const dropLink = (ctx: Pick<Context, 'query' | 'now'>, id: string) =>
  ctx.query('update link_token set expire_at = created_at, revoked_at = $2 where id = $1', [id, at(ctx.now)])

/** Replaces the pass of a link, so that an earlier pass is invalid. */
export const setPass = (db: Db, id: string, passHash: Buffer, passUntil: number) =>
  db.updateTable('linkToken').set({ passHash, passUntil }).where('id', '=', id).execute()

/** Counts one more uploaded file or part. @returns false when that would exceed `most` */
export async function countTry(db: Db, id: string, most: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('linkToken')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', most)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
