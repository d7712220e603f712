import { Refusal } from '@cheyi/domain/refusal'
import { enqueue, inputOf } from '../../job/actions.ts'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { linkMedia, ownTable } from '../../media/actions.ts'
import { known } from './store.ts'
import { makeTemplate } from './template.ts'
import { checkImport, runImport } from './work.ts'

export const importTemplate = async (_: unknown, ctx: Context): Promise<{ jobId: string }> => ({
  jobId: await enqueue(ctx, makeTemplate, {}),
})

/** @throws Refusal notFound (-4) for a file, or a model or store chosen for a name, that is none of the caller's */
export const importCheck: HandlerOf<'inventory', 'importCheck'> = async (
  { mediaId, overwrite = false, ...reading },
  ctx,
) => {
  const { path } = await ownTable(ctx, mediaId)
  const { names = [] } = reading
  if (names.length > 0) {
    const { models, stores } = await known(ctx, [])
    const ids = { model: new Set(models.map(({ id }) => id)), store: new Set(stores.map(({ id }) => id)) }
    if (names.some(({ field, id }) => !ids[field].has(id))) throw new Refusal('notFound', { field: 'names' })
  }
  const jobId = await enqueue(ctx, checkImport, { path, overwrite, ...reading })
  // The same table may be tried again, read in another way or with overwriting.
  await linkMedia(ctx, [mediaId], { biz: 'import', bizId: mediaId })
  ctx.audit({ targetType: 'job', targetId: jobId, after: { overwrite } })
  return { jobId }
}

/** @throws Refusal notFound (-4) when the trial is none of the caller's own */
export const importConfirm: HandlerOf<'inventory', 'importConfirm'> = async ({ jobId, mode }, ctx) => {
  const trial = await inputOf(ctx, checkImport, jobId)
  const confirmed = await enqueue(ctx, runImport, { ...trial, mode })
  ctx.audit({ targetType: 'job', targetId: confirmed, after: { mode } })
  return { jobId: confirmed }
}
