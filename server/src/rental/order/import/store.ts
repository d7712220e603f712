import { source } from '@cheyi/domain/booking/order/codes'
import type { KnownForOrders } from '@cheyi/domain/booking/order/import/plan'
import { isOrder, isSoundOrder, type ReadOrder } from '@cheyi/domain/booking/order/import/row'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { namedRecords } from '../../../fleet/inventory/actions.ts'
import type { Context } from '../../../kernel/context.ts'

/** What the rows of a table may refer to: four statements for any number of rows. */
export async function loadReferences(ctx: Context, rows: readonly ReadOrder[]): Promise<KnownForOrders> {
  const plates = [...new Set(rows.filter(isOrder).map(({ plate }) => plate))].filter(Boolean)
  const numbers = rows.filter(isSoundOrder).map(({ orderNo }) => orderNo)
  const { scope, storeIds } = ctx.identity
  const { models, stores } = await namedRecords(ctx)
  // Cars of other stores are only told apart from plates that nobody has. One elevation for both: the second of two would end in the first.
  const [cars, taken] = await ctx.elevated(() =>
    Promise.all([
      ctx.query<{ id: string; plate: string; modelId: string; currentStoreId: string }>(
        `select id, plate, model_id, current_store_id from vehicle
          where plate = any ($1) and lifecycle = ${lifecycle.inService}`,
        [plates],
      ),
      ctx.query<{ no: string }>(
        `select channel_order_no as no from "order" where source = ${source.offline} and channel_order_no = any ($1)`,
        [numbers],
      ),
    ]),
  )
  return {
    models,
    stores,
    cars: cars.map(({ currentStoreId, ...car }) => ({
      ...car,
      visible: scope === 'all' || storeIds.includes(currentStoreId),
    })),
    taken: taken.map(({ no }) => no),
  }
}
