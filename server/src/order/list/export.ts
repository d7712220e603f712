import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { Refusal } from '@cheyi/domain/refusal'
import { enqueueExport } from '../../job/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { exportOrders } from './export-work.ts'
import { known } from './store-list.ts'

/** @throws Refusal tooFrequent (-7), notFound (-4) naming the model or store of the filter that is nobody's */
export async function exportList(
  filter: ParsedOf<(typeof contract.order)['exportList']>,
  ctx: Context,
): Promise<{ jobId: string }> {
  const { stores, model } = await known(ctx.query, filter.storeId ?? [], filter.modelId)
  if (!stores) throw new Refusal('notFound', { field: 'storeId' })
  if (!model) throw new Refusal('notFound', { field: 'modelId' })
  return enqueueExport(ctx, exportOrders, filter)
}
