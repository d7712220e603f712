import type { Db } from '../../kernel/context.ts'

const live = (db: Db, now: number) =>
  db
    .selectFrom('loginSession')
    .select(['id', 'userAgent', 'ip', 'source', 'createdAt', 'lastSeenAt'])
    .where('revokedAt', 'is', null)
    .where('idleExpireAt', '>', now)
    .where('absoluteExpireAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(50)

export const ofUser = (db: Db, userId: string, now: number) => live(db, now).where('userId', '=', userId).execute()

export const ofAccount = (db: Db, accountId: string, now: number) =>
  live(db, now).where('accountId', '=', accountId).execute()

export const byId = (db: Db, id: string) =>
  db
    .selectFrom('loginSession')
    .select([
      'id',
      'userId',
      'accountId',
      'merchantId',
      'source',
      'idleExpireAt',
      'absoluteExpireAt',
      'revokedAt',
      'operatorTicket',
      'factorAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst()

export const end = (db: Db, id: string, reason: string, now: number) =>
  db
    .updateTable('loginSession')
    .set({ revokedAt: now, revokeReason: reason })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .execute()

export const insertTicket = (
  db: Db,
  ticket: { tokenHash: Buffer; sessionId: string; path: string; expireAt: number },
) => db.insertInto('loginTicket').values(ticket).execute()

/** Uses up a ticket; undefined when it was used or is expired. */
export const spendTicket = (db: Db, tokenHash: Buffer, now: number) =>
  db
    .updateTable('loginTicket')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expireAt', '>', now)
    .returning(['sessionId', 'path'])
    .executeTakeFirst()
