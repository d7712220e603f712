import type { Db } from '../kernel/context.ts'
import { at } from '../kernel/instant.ts'

const live = (db: Db, now: number) =>
  db
    .selectFrom('login_session')
    .select(['id', 'user_agent', 'ip', 'source', 'created_at', 'last_seen_at'])
    .where('revoked_at', 'is', null)
    .where('idle_expire_at', '>', at(now))
    .where('absolute_expire_at', '>', at(now))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)

export const ofUser = (db: Db, userId: string, now: number) => live(db, now).where('user_id', '=', userId).execute()

export const ofAccount = (db: Db, accountId: string, now: number) =>
  live(db, now).where('account_id', '=', accountId).execute()

export const byId = (db: Db, id: string) =>
  db
    .selectFrom('login_session')
    .select([
      'id',
      'user_id',
      'account_id',
      'merchant_id',
      'source',
      'idle_expire_at',
      'absolute_expire_at',
      'revoked_at',
      'operator_ticket',
    ])
    .where('id', '=', id)
    .executeTakeFirst()

export const end = (db: Db, id: string, reason: string, now: number) =>
  db
    .updateTable('login_session')
    .set({ revoked_at: at(now), revoke_reason: reason })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()

export const insertTicket = (
  db: Db,
  ticket: { tokenHash: Buffer; sessionId: string; path: string; expireAt: number },
) =>
  db
    .insertInto('login_ticket')
    .values({
      token_hash: ticket.tokenHash,
      session_id: ticket.sessionId,
      path: ticket.path,
      expire_at: at(ticket.expireAt),
    })
    .execute()

/** Takes a ticket out of use; undefined when it was used or is too old. */
export const spendTicket = (db: Db, tokenHash: Buffer, now: number) =>
  db
    .updateTable('login_ticket')
    .set({ used_at: at(now) })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expire_at', '>', at(now))
    .returning(['session_id', 'path'])
    .executeTakeFirst()
