import { Refusal } from '@cheyi/domain/refusal'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { enqueue } from '../../../platform/job/actions.ts'
import { importTable, tryTable } from '../../../platform/table-import/actions.ts'
import { known } from './store.ts'
import { makeTemplate } from './template.ts'
import { vehicleImport } from './work.ts'

export const importTemplate = async (_: unknown, ctx: Context): Promise<{ jobId: string }> => ({
  jobId: await enqueue(ctx, makeTemplate, {}),
})

/** @throws Refusal notFound (-4) for a file, or a model or store chosen for a name, that does not belong to the caller */
export const importCheck: HandlerOf<'inventory', 'importCheck'> = async (
  { mediaId, overwrite = false, ...reading },
  ctx,
) => {
  const { names = [] } = reading
  if (names.length > 0) {
    const { models, stores } = await known(ctx, [])
    const ids = { model: new Set(models.map(({ id }) => id)), store: new Set(stores.map(({ id }) => id)) }
    if (names.some(({ field, id }) => !ids[field].has(id))) throw new Refusal('notFound', { field: 'names' })
  }
  const asked = await tryTable(ctx, vehicleImport, mediaId, { overwrite, ...reading })
  ctx.audit({ targetType: 'job', targetId: asked.jobId, after: { overwrite } })
  return asked
}

/** @throws Refusal notFound (-4) when the trial run is not the caller's own */
export const importConfirm: HandlerOf<'inventory', 'importConfirm'> = ({ jobId, mode }, ctx) =>
  importTable(ctx, vehicleImport, jobId, mode)
