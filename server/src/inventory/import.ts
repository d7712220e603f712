import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { Refusal } from '@cheyi/domain/refusal'
import { HOUR } from '@cheyi/domain/time'
import { askedSince, enqueue, inputOf } from '../job/actions.ts'
import type { Context } from '../kernel/context.ts'
import { linkMedia, ownTable } from '../media/actions.ts'
import { exportFleet as exportWork } from './export-work.ts'
import { makeTemplate } from './import-template.ts'
import { checkImport, runImport } from './import-work.ts'
import * as store from './store.ts'

type Room = typeof contract.inventory

/** Exports of an account in an hour. */
const MAX_EXPORTS = 5

export const importTemplate = async (_: unknown, ctx: Context): Promise<{ jobId: string }> => ({
  jobId: await enqueue(ctx, makeTemplate, {}),
})

export async function importCheck(
  { mediaId, overwrite }: ParsedOf<Room['importCheck']>,
  ctx: Context,
): Promise<{ jobId: string }> {
  const { path } = await ownTable(ctx, mediaId)
  const jobId = await enqueue(ctx, checkImport, { path, overwrite: overwrite ?? false })
  // The same table may be tried again, with or without overwriting.
  await linkMedia(ctx, [mediaId], { biz: 'import', bizId: mediaId })
  ctx.audit({ targetType: 'job', targetId: jobId, after: { overwrite: overwrite ?? false } })
  return { jobId }
}

/** @throws Refusal notFound (-4) when the trial is none of the caller's own */
export async function importConfirm(
  { jobId, mode }: ParsedOf<Room['importConfirm']>,
  ctx: Context,
): Promise<{ jobId: string }> {
  const trial = await inputOf(ctx, checkImport, jobId)
  const confirmed = await enqueue(ctx, runImport, { ...trial, mode })
  ctx.audit({ targetType: 'job', targetId: confirmed, after: { mode } })
  return { jobId: confirmed }
}

export async function exportFleet(filter: ParsedOf<Room['exportFleet']>, ctx: Context): Promise<{ jobId: string }> {
  if ((await askedSince(ctx, [exportWork.kind], ctx.now - HOUR)) >= MAX_EXPORTS) throw new Refusal('tooFrequent')
  // Asked for a store or model of nobody's, it would be an empty table.
  const open = await store.openness(ctx, filter.modelId ?? '0', filter.storeId ?? '0')
  if (filter.modelId !== undefined && open.model === null) throw new Refusal('notFound', { field: 'modelId' })
  if (filter.storeId !== undefined && open.store === null) throw new Refusal('notFound', { field: 'storeId' })
  const jobId = await enqueue(ctx, exportWork, filter)
  ctx.audit({ targetType: 'job', targetId: jobId, after: { ...filter } })
  return { jobId }
}
