import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { enqueue } from '../../../platform/job/actions.ts'
import { importTable, tryTable } from '../../../platform/table-import/actions.ts'
import { costImport, makeCostTemplate } from './work.ts'

export const importTemplate = async (_: unknown, ctx: Context): Promise<{ jobId: string }> => ({
  jobId: await enqueue(ctx, makeCostTemplate, {}),
})

/** @throws Refusal notFound (-4) for a file that the caller did not upload */
export const importCheck: HandlerOf<'cost', 'importCheck'> = ({ mediaId, ...reading }, ctx) =>
  tryTable(ctx, costImport, mediaId, reading)

/** @throws Refusal notFound (-4) when the trial import was started by another account */
export const importConfirm: HandlerOf<'cost', 'importConfirm'> = ({ jobId, mode }, ctx) =>
  importTable(ctx, costImport, jobId, mode)
