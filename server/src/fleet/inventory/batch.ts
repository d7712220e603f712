import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { HandlerOf } from '../../kernel/context.ts'
import { enqueue } from '../../platform/job/actions.ts'
import { type Change, changeEach } from './batch-work.ts'
import { askOf, refuseForeign } from './list.ts'
import * as store from './store.ts'

/** Maximum number of vehicles of one batch. */
const MAX_VEHICLES = 5000

/** @throws Refusal badInput (-2) without vehicles or a change, notFound (-4) for a vehicle, model or store of another merchant */
export const batch: HandlerOf<'inventory', 'batch'> = async ({ vehicleIds, filter, lifecycle, homeStoreId }, ctx) => {
  const change = changeOf(lifecycle, homeStoreId)
  await refuseForeign(ctx, { storeId: homeStoreId })
  if (filter !== undefined) await refuseForeign(ctx, filter)
  if (vehicleIds !== undefined && (await store.byIds(ctx, vehicleIds)).length < new Set(vehicleIds).size)
    throw new Refusal('notFound', { field: 'vehicleIds' })
  const ids = filter === undefined ? vehicleIds : await store.idsOf(ctx, askOf(filter, ctx.now), MAX_VEHICLES)
  if (ids === undefined || ids.length === 0) throw badInput('vehicleIds', '请选择车辆')
  const jobId = await enqueue(ctx, changeEach, { ids, change })
  ctx.audit({ targetType: 'job', targetId: jobId, after: { ...change, vehicles: ids.length } })
  return { jobId }
}

function changeOf(lifecycle: Change['lifecycle'], homeStoreId: string | undefined): Change {
  if ((lifecycle === undefined) === (homeStoreId === undefined))
    throw badInput('lifecycle', '请选择上架、下架或换门店之一')
  return { lifecycle, homeStoreId }
}
