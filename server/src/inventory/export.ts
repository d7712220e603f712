import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { Refusal } from '@cheyi/domain/refusal'
import { HOUR } from '@cheyi/domain/time'
import { askedSince, enqueue } from '../job/actions.ts'
import type { Context } from '../kernel/context.ts'
import { exportFleet as exportWork } from './export-work.ts'
import { refuseForeign } from './list.ts'

/** Exports of an account in an hour. */
const MAX_EXPORTS = 5

/** @throws Refusal tooFrequent (-7), notFound (-4) naming the model or store of the filter that is nobody's */
export async function exportFleet(
  filter: ParsedOf<(typeof contract.inventory)['exportFleet']>,
  ctx: Context,
): Promise<{ jobId: string }> {
  if ((await askedSince(ctx, [exportWork.kind], ctx.now - HOUR)) >= MAX_EXPORTS) throw new Refusal('tooFrequent')
  await refuseForeign(ctx, filter)
  const jobId = await enqueue(ctx, exportWork, filter)
  ctx.audit({ targetType: 'job', targetId: jobId, after: { ...filter } })
  return { jobId }
}
