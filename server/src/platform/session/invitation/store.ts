import { merchantStatuses } from '@cheyi/domain/platform/merchant/codes'
import type { Context, Db } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { sql } from '../../../kernel/db/sql.ts'

type Query = Context['query']

export const insert = (
  db: Db,
  invitation: { id: string; accountId: string; mobileHash: Buffer; codeHash: Buffer; expireAt: number },
) => db.insertInto('invitation').values(invitation).execute()

/** Whether the holder of a mobile is an employee here, or is already invited. */
export async function isHere(query: Query, mobileHash: Buffer): Promise<boolean> {
  const [row] = await query<{ here: boolean }>(`select invitable($1) = 'here' as here`, [mobileHash])
  return row!.here
}

/** The newest invitation of its account that is neither accepted nor withdrawn nor expired. */
const LIVE = sql`i.mobile_hash = $1 and i.ended_at is null and i.expire_at > $2
  and not exists (select from invitation n where n.merchant_id = i.merchant_id and n.account_id = i.account_id and n.id > i.id)`

/** Pending invitations for a mobile. Runs without a merchant. */
export const waiting = (query: Query, mobileHash: Buffer, now: number) =>
  query(
    sql<{
      id: string
      merchantId: string
      accountId: string
      merchant: string
      expireAt: number
    }>`select i.id, i.merchant_id, i.account_id, m.name as merchant, i.expire_at
       from invitation i join merchant m on m.id = i.merchant_id and m.status <> ${merchantStatuses.code.closed} where ${LIVE} order by i.id`,
    [mobileHash, at(now)],
  )

/** A pending invitation: the account, and the user who sent it. */
export interface Waiting {
  readonly merchantId: string
  readonly accountId: string
  readonly inviterId: string
}

export interface Tried extends Waiting {
  readonly id: string
  readonly codeHash: Buffer
}

/** A pending invitation by its id: neither accepted nor withdrawn nor expired. Runs without a merchant. */
export async function waitingById(query: Query, merchantId: string, id: string, now: number) {
  const [row] = await query<Waiting>(
    `select merchant_id, account_id, inviter_id from invitation
      where merchant_id = $1 and id = $2 and ended_at is null and expire_at > $3`,
    [merchantId, id, at(now)],
  )
  return row
}

/**
 * Counts a try for each pending invitation of a mobile, five at most. Rows that are locked because they are being
 * accepted or tried are skipped and not checked. Runs without a merchant.
 */
export const tryAll = (query: Query, mobileHash: Buffer, now: number) =>
  query<Tried>(
    `update invitation t set tries = t.tries + 1
       from (select i.merchant_id, i.id from invitation i where ${LIVE} and i.tries < 5 for update skip locked) live
      where t.merchant_id = live.merchant_id and t.id = live.id
     returning t.id, t.merchant_id, t.account_id, t.inviter_id, t.code_hash`,
    [mobileHash, at(now)],
  )

export const merchantStatus = async (db: Db, merchantId: string): Promise<number> =>
  (await db.selectFrom('merchant').select('status').where('id', '=', merchantId).executeTakeFirstOrThrow()).status

export const userByMobile = (db: Db, mobileHash: Buffer) =>
  db.selectFrom('appUser').select(['id', 'operator', 'status']).where('mobileHash', '=', mobileHash).executeTakeFirst()
