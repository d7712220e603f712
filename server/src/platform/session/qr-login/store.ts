import { type QrState, qrState } from '@cheyi/domain/platform/session/qr'
import type { Db } from '../../../kernel/context.ts'

export const insert = (
  db: Db,
  qr: { qrHash: Buffer; secretHash: Buffer; redirect: string; ip: string; userAgent: string },
) => db.insertInto('loginQr').values(qr).execute()

/** For the page that shows the code: only that page has the secret. */
export const bySecret = (db: Db, qrHash: Buffer, secretHash: Buffer) =>
  db
    .selectFrom('loginQr')
    .select(['id', 'state', 'redirect', 'createdAt', 'confirmedAt'])
    .where('qrHash', '=', qrHash)
    .where('secretHash', '=', secretHash)
    .executeTakeFirst()

/** For pages whose secret was checked before. */
export const byHashes = (db: Db, qrHashes: readonly Buffer[]) =>
  db
    .selectFrom('loginQr')
    .select(['id', 'qrHash', 'state', 'redirect', 'createdAt', 'confirmedAt'])
    .where('qrHash', 'in', qrHashes)
    .execute()

export const lock = (db: Db, qrHash: Buffer) =>
  db
    .selectFrom('loginQr')
    .select(['id', 'state', 'userId', 'ip', 'userAgent', 'createdAt', 'confirmedAt'])
    .where('qrHash', '=', qrHash)
    .forUpdate()
    .executeTakeFirst()

export const setState = (
  db: Db,
  id: string,
  next: {
    state: QrState
    userId: string
    accountId: string | null
    merchantId: string
    confirmedAt: number | null
    /** When the user of the confirming session showed the second factor. */
    factorAt: number | null
  },
) => db.updateTable('loginQr').set(next).where('id', '=', id).execute()

/** From confirmed to consumed; undefined when another call was faster. */
export const consume = (db: Db, id: string) =>
  db
    .updateTable('loginQr')
    .set({ state: qrState.consumed })
    .where('id', '=', id)
    .where('state', '=', qrState.confirmed)
    .returning(['userId', 'accountId', 'merchantId', 'redirect', 'factorAt'])
    .executeTakeFirst()

export const merchantName = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('merchant').select('name').where('id', '=', id).executeTakeFirst())?.name
