import { damageStatus } from '@cheyi/domain/rental/damage/codes'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type DamageRow = Selectable<DB['damageOrder']>

export const byId = (db: Db, id: string): Promise<DamageRow | undefined> =>
  db.selectFrom('damageOrder').selectAll().where('id', '=', id).executeTakeFirst()

export const insert = (db: Db, row: Insertable<DB['damageOrder']>): Promise<DamageRow> =>
  db.insertInto('damageOrder').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, row: DamageRow, patch: Updateable<DB['damageOrder']>): Promise<DamageRow> =>
  db
    .updateTable('damageOrder')
    .set({ ...patch, version: row.version + 1 })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The cases of an order, newest first, with the car and the account that registered each. */
export const list = (ctx: Context, orderId: string) =>
  ctx.query<DamageRow & { plate: string; operatorName: string | null }>(
    `select d.*, v.plate, a.name as operator_name
       from damage_order d join vehicle v on v.id = d.vehicle_id left join account a on a.id = d.created_by
      where d.order_id = $1 order by d.id desc`,
    [orderId],
  )

/** The cases of an order in these statuses, oldest first. */
export const inStatus = (db: Db, orderId: string, statuses: readonly DamageRow['status'][]): Promise<DamageRow[]> =>
  db
    .selectFrom('damageOrder')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', 'in', statuses)
    .orderBy('id')
    .execute()

export const setDone = (ctx: Pick<Context, 'query'>, ids: readonly string[], status: number) =>
  ctx.query(
    'update damage_order set status = $2, met_at = app_now(), version = version + 1 where id = any ($1::bigint[])',
    [ids, status],
  )

/** The amount that the customer is expected to owe for cases that are not assessed yet, fen. */
export async function expected(ctx: Context, orderId: string): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(expected_fen), 0) as fen from damage_order where order_id = $1 and status = ${damageStatus.assessing}`,
    [orderId],
  )
  return row!.fen
}

export const carsOf = async (ctx: Context, orderId: string): Promise<string[]> =>
  (
    await ctx.query<{ id: string }>(
      'select distinct vehicle_id as id from vehicle_assignment where order_id = $1 and not void',
      [orderId],
    )
  ).map(({ id }) => id)
