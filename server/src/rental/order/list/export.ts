import { Refusal } from '@cheyi/domain/refusal'
import type { HandlerOf } from '../../../kernel/context.ts'
import { enqueueExport } from '../../../platform/job/actions.ts'
import { exportOrders } from './export-work.ts'
import { existingIds } from './store-list.ts'

/** @throws Refusal tooFrequent (-7), notFound (-4) naming the model or store of the filter that is not the merchant's */
export const exportList: HandlerOf<'order', 'exportList'> = async (filter, ctx) => {
  const { stores, model } = await existingIds(ctx.query, filter.storeId ?? [], filter.modelId)
  if (!stores) throw new Refusal('notFound', { field: 'storeId' })
  if (!model) throw new Refusal('notFound', { field: 'modelId' })
  return enqueueExport(ctx, exportOrders, filter)
}
