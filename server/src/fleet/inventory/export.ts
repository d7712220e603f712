import type { HandlerOf } from '../../kernel/context.ts'
import { enqueueExport } from '../../platform/job/actions.ts'
import { exportFleet as exportWork } from './export-work.ts'
import { refuseForeign } from './list.ts'
import { exportVehicleList } from './list-export.ts'

/** @throws Refusal tooFrequent (-7), notFound (-4) naming the model or store of the filter that belongs to another merchant */
export const exportFleet: HandlerOf<'inventory', 'exportFleet'> = async (filter, ctx) => {
  await refuseForeign(ctx, filter)
  return enqueueExport(ctx, filter.columns ? exportVehicleList : exportWork, filter)
}
