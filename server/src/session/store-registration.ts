import type { Db } from '../kernel/context.ts'

/**
 * Writes the row of this registration first: a second copy in flight waits for it.
 * @returns the first one under this key, when this is a repeat
 */
export async function claim(db: Db, mobileHash: Buffer, key: string, inputHash: Buffer) {
  const inserted = await db
    .insertInto('registration')
    .values({ mobileHash, key, inputHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted !== undefined) return undefined
  return db
    .selectFrom('registration')
    .select(['inputHash', 'userId', 'accountId', 'merchantId'])
    .where('mobileHash', '=', mobileHash)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

export const keep = (
  db: Db,
  mobileHash: Buffer,
  key: string,
  made: { userId: string; accountId: string; merchantId: string },
) => db.updateTable('registration').set(made).where('mobileHash', '=', mobileHash).where('key', '=', key).execute()
