import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { enqueueExport } from '../job/actions.ts'
import type { Context } from '../kernel/context.ts'
import { exportFleet as exportWork } from './export-work.ts'
import { refuseForeign } from './list.ts'
import { exportVehicleList } from './list-export.ts'

/** @throws Refusal tooFrequent (-7), notFound (-4) naming the model or store of the filter that is nobody's */
export async function exportFleet(
  filter: ParsedOf<(typeof contract.inventory)['exportFleet']>,
  ctx: Context,
): Promise<{ jobId: string }> {
  await refuseForeign(ctx, filter)
  return enqueueExport(ctx, filter.columns ? exportVehicleList : exportWork, filter)
}
