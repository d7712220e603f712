import { returnType } from '@cheyi/domain/booking/order/codes'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { Selectable, Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type VisitRow = Selectable<DB['selfVisit']>

/** The latest self-service visit of an order and handover, open or not. */
export const current = (
  { db, query }: Pick<Context, 'db' | 'query'>,
  orderId: string,
  type: HandoverType,
): Promise<VisitRow | undefined> => {
  const all = db.selectFrom('selfVisit').selectAll().where('orderId', '=', orderId).where('type', '=', type)
  return query.first(all.orderBy('id', 'desc').limit(1))
}

export const insert = (db: Db, orderId: string, type: HandoverType): Promise<VisitRow> =>
  db.insertInto('selfVisit').values({ orderId, type }).returningAll().executeTakeFirstOrThrow()

export const update = (
  ctx: Pick<Context, 'db'>,
  row: VisitRow,
  change: Updateable<DB['selfVisit']>,
): Promise<VisitRow> =>
  ctx.db
    .updateTable('selfVisit')
    .set({ ...change, version: row.version + 1 })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The data of its store and car that an order shows to a customer who uses self-service. */
export const headOf = (db: Db, orderId: string, type: HandoverType) =>
  db
    .selectFrom('order as o')
    .innerJoin('merchant as c', 'c.id', 'o.merchantId')
    .innerJoin('store as s', (join) =>
      join
        .onRef('s.merchantId', '=', 'o.merchantId')
        .onRef('s.id', '=', type === handoverType.pickup ? 'o.storeId' : 'o.returnStoreId'),
    )
    .innerJoin('model as m', (join) => join.onRef('m.merchantId', '=', 'o.merchantId').onRef('m.id', '=', 'o.modelId'))
    .leftJoin('media as logo', (join) => join.onRef('logo.merchantId', '=', 'c.id').onRef('logo.id', '=', 'c.logoId'))
    .leftJoin('vehicle as v', (join) =>
      join.onRef('v.merchantId', '=', 'o.merchantId').onRef('v.id', '=', 'o.vehicleId'),
    )
    .leftJoin('model as own', (join) =>
      join.onRef('own.merchantId', '=', 'v.merchantId').onRef('own.id', '=', 'v.modelId'),
    )
    .select([
      'c.name as merchantName',
      'logo.path as logoPath',
      'logo.thumb as logoThumb',
      's.name as storeName',
      's.address as storeAddress',
      's.phones as storePhones',
      'm.name as modelName',
      'm.carType',
      'm.images',
      'own.name as ownModelName',
      'own.carType as ownCarType',
      'own.images as ownImages',
      'v.keyNote',
      'v.parkingNote',
    ])
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()

/** The position to which the car of an order must be returned, WGS-84; null where none was entered. */
export async function goalOf(
  db: Db,
  { returnType: way, returnStoreId, returnLng, returnLat }: Selectable<DB['order']>,
): Promise<GeoPoint | null> {
  const store =
    way === returnType.store
      ? await db.selectFrom('store').select(['lng', 'lat']).where('id', '=', returnStoreId).executeTakeFirst()
      : { lng: returnLng, lat: returnLat }
  return store == null || store.lng === null || store.lat === null ? null : { lng: store.lng, lat: store.lat }
}

export const byId = (db: Db, id: string): Promise<VisitRow | undefined> =>
  db.selectFrom('selfVisit').selectAll().where('id', '=', id).executeTakeFirst()
