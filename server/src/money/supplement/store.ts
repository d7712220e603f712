import { supplementStatus } from '@cheyi/domain/money/supplement/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type SupplementRow = Selectable<DB['supplement']>

export const byId = (db: Db, id: string): Promise<SupplementRow | undefined> =>
  db.selectFrom('supplement').selectAll().where('id', '=', id).executeTakeFirst()

/** The supplements of an order, newest first, with their operators. */
export const list = (ctx: Context, orderId: string) =>
  ctx.query<SupplementRow & { operatorName: string | null }>(
    `select s.*, a.name as operator_name from supplement s left join account a on a.id = s.created_by
      where s.order_id = $1 order by s.id desc`,
    [orderId],
  )

/** The supplements of an order that were not cancelled. */
export const standing = (db: Db, orderId: string): Promise<SupplementRow[]> =>
  db
    .selectFrom('supplement')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', '<>', supplementStatus.cancelled)
    .orderBy('id')
    .execute()

export const insert = (db: Db, row: Insertable<DB['supplement']>) => db.insertInto('supplement').values(row).execute()

export const setCancelled = (ctx: Context, ids: readonly string[], status: number) =>
  ctx.query('update supplement set status = $2, cancelled_at = app_now() where id = any ($1::bigint[])', [ids, status])

export const setPaid = (ctx: Context, ids: readonly string[], status: number) =>
  ctx.query('update supplement set status = $2, paid_at = app_now() where id = any ($1::bigint[])', [ids, status])
