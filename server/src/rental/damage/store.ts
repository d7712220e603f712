import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import type { OrderRow } from '../../kernel/orders.ts'
import { type ClaimColumns, claimColumnsSql } from '../../money/claim/actions.ts'

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
  ctx.query(
    sql<
      DamageRow & ClaimColumns & { plate: string; operatorName: string | null }
    >`select d.*, ${claimColumnsSql}, v.plate, a.name as operator_name
       from damage_order d join vehicle v on v.id = d.vehicle_id left join claim c on c.id = d.id left join account a on a.id = d.created_by
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
  ctx.query('update damage_order set status = $2, version = version + 1 where id = any ($1::bigint[])', [ids, status])

export const carsOf = async (ctx: Context, orderId: string): Promise<string[]> =>
  (
    await ctx.query<{ id: string }>(
      'select distinct vehicle_id as id from vehicle_assignment where order_id = $1 and not void',
      [orderId],
    )
  ).map(({ id }) => id)

/** A case with its order, as a ticket of its repair names it. */
export const ofRepair = (ctx: Context, id: string) =>
  ctx.query.first<
    Pick<DamageRow, 'vehicleId' | 'damagedParts' | 'status' | 'orderId'> & Pick<OrderRow, 'orderNo' | 'orderKind'>
  >(
    `select d.vehicle_id, d.damaged_parts, d.status, o.id as order_id, o.order_no, o.order_kind
       from damage_order d join "order" o on o.id = d.order_id where d.id = $1`,
    [id],
  )

/** Locks a case for a ticket of its repair. */
export const lockForRepair = (ctx: Context, id: string) =>
  ctx.query.first<Pick<DamageRow, 'vehicleId'>>('select vehicle_id from damage_order where id = $1 for update', [id])
