import { qrState } from '@cheyi/domain/session/qr'
import type { Db } from '../kernel/context.ts'
import { atOrNull } from '../kernel/instant.ts'

export const insert = (
  db: Db,
  qr: { qrHash: Buffer; secretHash: Buffer; redirect: string; ip: string; userAgent: string },
) =>
  db
    .insertInto('login_qr')
    .values({
      qr_hash: qr.qrHash,
      secret_hash: qr.secretHash,
      redirect: qr.redirect,
      ip: qr.ip,
      user_agent: qr.userAgent,
    })
    .execute()

/** For the page that shows it, which alone has the secret. */
export const bySecret = (db: Db, qrHash: Buffer, secretHash: Buffer) =>
  db
    .selectFrom('login_qr')
    .select(['id', 'state', 'redirect', 'created_at', 'confirmed_at'])
    .where('qr_hash', '=', qrHash)
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()

export const lock = (db: Db, qrHash: Buffer) =>
  db
    .selectFrom('login_qr')
    .select(['id', 'state', 'user_id', 'ip', 'user_agent', 'created_at', 'confirmed_at'])
    .where('qr_hash', '=', qrHash)
    .forUpdate()
    .executeTakeFirst()

export const setState = (
  db: Db,
  id: string,
  next: {
    state: number
    userId: string
    accountId: string | null
    merchantId: string
    confirmedAt: number | null
  },
) =>
  db
    .updateTable('login_qr')
    .set({
      state: next.state,
      user_id: next.userId,
      account_id: next.accountId,
      merchant_id: next.merchantId,
      confirmed_at: atOrNull(next.confirmedAt),
    })
    .where('id', '=', id)
    .execute()

/** From confirmed to consumed; undefined when another fetched it first. */
export const consume = (db: Db, id: string) =>
  db
    .updateTable('login_qr')
    .set({ state: qrState.consumed })
    .where('id', '=', id)
    .where('state', '=', qrState.confirmed)
    .returning(['user_id', 'account_id', 'merchant_id', 'redirect'])
    .executeTakeFirst()

export const merchantName = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('merchant').select('name').where('id', '=', id).executeTakeFirst())?.name
