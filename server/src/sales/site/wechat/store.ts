import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'

type Row = Selectable<DB['siteWechat']>

/** Ends what WeChat knew of a mobile and of a user: each is bound to one other. */
export const forgetBoth = (ctx: Context, mobileHash: Buffer, openidHash: Buffer) =>
  ctx.query('delete from site_wechat where mobile_hash = $1 or openid_hash = $2', [mobileHash, openidHash])

/** Ends the recognition of a mobile by other users. */
export const forgetOthers = (ctx: Context, mobileHash: Buffer, openidHash: Buffer) =>
  ctx.query('delete from site_wechat where mobile_hash = $1 and openid_hash <> $2', [mobileHash, openidHash])

export const forgetMobile = (ctx: Context, mobileHash: Buffer) =>
  ctx.query('delete from site_wechat where mobile_hash = $1', [mobileHash])

/** Of two that come at once the first stays. */
export const insertBinding = (ctx: Context, row: Insertable<DB['siteWechat']>) =>
  ctx.db
    .insertInto('siteWechat')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The customer whom a user of WeChat is, if the mobile was proved since an instant. */
export const ofUser = (ctx: Pick<Context, 'query'>, openidHash: Buffer, since: number) =>
  ctx.query.first<Pick<Row, 'id' | 'mobileEnc' | 'provedAt'>>(
    'select id, mobile_enc, proved_at from site_wechat where openid_hash = $1 and proved_at > $2 order by proved_at desc',
    [openidHash, at(since)],
  )

export const ofMobile = (ctx: Pick<Context, 'query'>, mobileHash: Buffer, since: number) =>
  ctx.query.first<Pick<Row, 'id' | 'openidEnc' | 'reminders'>>(
    'select id, openid_enc, reminders from site_wechat where mobile_hash = $1 and proved_at > $2',
    [mobileHash, at(since)],
  )

export const setReminders = (ctx: Context, mobileHash: Buffer, on: boolean) =>
  ctx.query('update site_wechat set reminders = $2 where mobile_hash = $1', [mobileHash, on])

/** What a reminder says of an order. */
export const remindedOrder = (ctx: Pick<Context, 'query'>, orderId: string) =>
  ctx.query.first<{ pickupAt: number; returnAt: number; payDeadline: number | null }>(
    'select pickup_at, return_at, pay_deadline from "order" where id = $1',
    [orderId],
  )
