import type { CodeScene } from '@cheyi/domain/platform/session/codes'
import type { Context, Db } from '../../../kernel/context.ts'
import { countUpTo } from '../../../kernel/db/count-up-to.ts'
import { at } from '../../../kernel/db/instant.ts'

type Query = Context['query']

export const insertCaptcha = (db: Db, id: string, codeHash: Buffer, expireAt: number) =>
  db.insertInto('captcha').values({ id, codeHash, expireAt: expireAt }).execute()

/** Uses up a captcha. @returns the hash of its text; undefined if it was used or is expired */
export async function spendCaptcha(db: Db, id: string, now: number): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('captcha')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('expireAt', '>', now)
    .returning('codeHash')
    .executeTakeFirst()
  return row?.codeHash
}

/** `last`: when the last code for the same purpose was sent. */
export async function sentTo(db: Db, mobileHash: Buffer, scene: CodeScene, sinceDay: number, sinceHour: number) {
  const row = await db
    .selectFrom('smsCode')
    .select((e) => [
      e.fn.max('createdAt').filterWhere('scene', '=', scene).as('last'),
      e.fn.countAll<number>().filterWhere('createdAt', '>=', sinceDay).as('today'),
      e.fn.countAll<number>().filterWhere('createdAt', '>', sinceHour).as('lastHour'),
    ])
    .where('mobileHash', '=', mobileHash)
    .executeTakeFirstOrThrow()
  return { last: row.last, today: row.today, lastHour: row.lastHour }
}

export const sentFrom = (db: Db, ip: string, since: number): Promise<number> =>
  countUpTo(db, db.selectFrom('smsCode').select('id').where('ip', '=', ip).where('createdAt', '>', since).as('c'))

/** When the first code of an address since then was sent. */
export async function firstFrom(db: Db, ip: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('smsCode')
    .select((e) => e.fn.min('createdAt').as('first'))
    .where('ip', '=', ip)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return row.first
}

export const insertCode = (
  db: Db,
  code: {
    mobileHash: Buffer
    scene: CodeScene
    codeHash: Buffer
    /** Identifies the device that requested the code; null where no device did. */
    deviceHash: Buffer | null
    ip: string
    expireAt: number
  },
) => db.insertInto('smsCode').values(code).execute()

/**
 * Counts a try of the newest valid code that this device requested, and returns its hash. Another device cannot use the
 * code, so it does not spend a try of it either: nobody can use up another user's code. A row that another call is
 * about to spend is skipped instead of waited for, because that call may need the connection that the wait would hold.
 */
export async function tryNewest(
  query: Query,
  of: { readonly mobileHash: Buffer; readonly scene: CodeScene; readonly deviceHash: Buffer },
  now: number,
) {
  const [row] = await query<{ id: string; codeHash: Buffer }>(
    `update sms_code set tries = tries + 1
      where id = (
        select id from sms_code
         where id = (select id from sms_code where mobile_hash = $1 and scene = $2
                        and (device_hash = $4 or device_hash is null) order by id desc limit 1)
           and used_at is null and expire_at > $3 and tries < 5
           for update skip locked)
      returning id, code_hash`,
    [of.mobileHash, of.scene, at(now), of.deviceHash],
  )
  return row
}

/** @returns false when another call was faster */
export async function spendCode(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('smsCode')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
