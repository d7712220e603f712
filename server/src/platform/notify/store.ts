import type { StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { parameters } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { type NameData, nameSql } from '../audit/actions.ts'

export type NoticeRow = Pick<
  Selectable<DB['notification']>,
  'id' | 'type' | 'level' | 'title' | 'body' | 'link' | 'readAt' | 'createdAt'
> & {
  /**
   * The order that the notice is about. Its customer's name is joined in, not stored in the notice: orders forget their customers, notices
   * do not.
   */
  readonly orderName: NameData | null
}

interface Filter {
  readonly type: Columns['notification.type'] | null
  readonly unread: boolean
}

/** The conditions that were asked for, and no others: a plan made for whatever values would read every notice. */
function filterOf(ctx: Context, { type, unread }: Filter) {
  const { values, bind } = parameters()
  const mine = `account_id = ${bind(ctx.accountId)}`
  const ofType = type === null ? '' : `and type = ${bind(type)}::smallint`
  return { values, bind, where: `${mine} ${ofType} ${unread ? 'and read_at is null' : ''}` }
}

/** The account's notices, newest first, after the id `before`. */
export function page(ctx: Context, filter: Filter, before: string | null, limit: number) {
  const { values, bind, where } = filterOf(ctx, filter)
  const behind = before === null ? '' : `and id < ${bind(before)}::bigint`
  return ctx.query<NoticeRow>(
    `select id, type, level, title, body, link, read_at, created_at,
        ${nameSql('order', `(substring(ref from '^(?:order|noCar|referral/order|orderNew/[a-zA-Z0-9-]+)/([0-9]{1,18})(?:/[a-zA-Z.]+)?$'))::bigint`)} as order_name
       from notification
      where ${where} ${behind} order by id desc limit ${limit}`,
    values,
  )
}

/** Number of the account's notices, counted no further than `most`. */
export function count(ctx: Context, filter: Filter, most?: number): Promise<number> {
  const { values, where } = filterOf(ctx, filter)
  return countRows(ctx, `notification where ${where}`, values, most)
}

/** Marks notices as read. @returns how many of them belong to the account */
export const markRead = async (ctx: Context, ids: readonly string[]): Promise<number> =>
  (
    await ctx.query(
      `update notification set read_at = coalesce(read_at, $2) where account_id = $1 and id = any ($3::bigint[]) returning id`,
      [ctx.accountId, at(ctx.now), ids],
    )
  ).length

export const readAll = (ctx: Context) =>
  ctx.query(`update notification set read_at = $2 where account_id = $1 and read_at is null`, [
    ctx.accountId,
    at(ctx.now),
  ])

/** The account's own switches, and its roles and the merchant's settings, which decide by which ways it is notified. */
export async function mine(ctx: Context) {
  const [row] = await ctx.query<{ muted: string[]; roleIds: string[]; settings: StoredSettings }>(
    `select coalesce(s.muted, '{}') as muted, coalesce(a.role_ids, '{}') as role_ids, m.settings
       from merchant m
         left join account a on a.merchant_id = m.id and a.id = $1
         left join notify_switch s on s.merchant_id = a.merchant_id and s.account_id = a.id
      where m.id = merchant()`,
    [ctx.accountId],
  )
  return row!
}

/** Adds a switch that differs from the default, or (`on`) removes it. */
export const set = (ctx: Context, name: string, on: boolean) =>
  ctx.query(
    `insert into notify_switch as s (account_id, muted) values ($1, case when $3 then '{}' else array[$2] end)
     on conflict (merchant_id, account_id) do update
       set muted = case when $3 then array_remove(s.muted, $2) else array_append(array_remove(s.muted, $2), $2) end`,
    [ctx.accountId, name, on],
  )
