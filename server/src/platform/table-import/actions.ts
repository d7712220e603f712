import type { Context } from '../../kernel/context.ts'
import { enqueue, enqueueReading, inputOf, type Work } from '../job/actions.ts'
import { linkMedia, ownTable } from '../media/actions.ts'
import type { Asked } from './table.ts'
import type { Confirmed, ImportMode } from './work.ts'

export type { Choice } from './store.ts'
export type { Asked, ImportTable } from './table.ts'
export { tableTemplate } from './template.ts'
export { BATCH_ROWS, tableImport } from './work.ts'

/** The two jobs of an import: the trial and the import itself. */
interface Jobs<Input extends Asked> {
  readonly check: Work<Input, never>
  readonly run: Work<Confirmed<Input>, never>
}

/**
 * Queues the trial of an uploaded table. @throws Refusal notFound (-4) for a file that the caller did not upload; lineFull, tooFrequent
 * (-7)
 */
export async function tryTable<Input extends Asked>(
  ctx: Context,
  { check }: Jobs<Input>,
  mediaId: string,
  asked: Omit<Input, 'path'>,
): Promise<{ jobId: string }> {
  const { path } = await ownTable(ctx, mediaId)
  const jobId = await enqueueReading(ctx, check, { ...asked, path } as Input)
  // The same link for each trial: a table may be tried again with other choices.
  await linkMedia(ctx, [mediaId], { biz: 'import', bizId: mediaId })
  return { jobId }
}

/**
 * Queues the import of a table after its trial. @throws Refusal notFound (-4) when the caller has no such trial; lineFull, tooFrequent (-7)
 */
export async function importTable<Input extends Asked>(
  ctx: Context,
  { check, run }: Jobs<Input>,
  jobId: string,
  mode: ImportMode,
): Promise<{ jobId: string }> {
  const trial = await inputOf(ctx, check, jobId)
  const confirmed = await enqueueReading(ctx, run, { ...trial, mode })
  ctx.audit({ targetType: 'job', targetId: confirmed, after: { mode } })
  return { jobId: confirmed }
}

/**
 * The calls of an import whose trial is asked for nothing besides the table: the template to fill in, the trial, and the import.
 * @throws Refusal as tryTable and importTable
 */
export const importCalls = <Input extends Asked>(template: Work<Record<string, never>, never>, jobs: Jobs<Input>) => ({
  importTemplate: async (_: unknown, ctx: Context) => ({ jobId: await enqueue(ctx, template, {}) }),
  importCheck: ({ mediaId, ...reading }: Omit<Input, 'path'> & { readonly mediaId: string }, ctx: Context) =>
    tryTable(ctx, jobs, mediaId, reading as unknown as Omit<Input, 'path'>),
  importConfirm: ({ jobId, mode }: { readonly jobId: string; readonly mode: ImportMode }, ctx: Context) =>
    importTable(ctx, jobs, jobId, mode),
})
