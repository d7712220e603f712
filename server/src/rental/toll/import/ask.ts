import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { enqueue } from '../../../platform/job/actions.ts'
import { importTable, tryTable } from '../../../platform/table-import/actions.ts'
import { makeTollTemplate, tollImport } from './work.ts'

export const importTemplate = async (_: unknown, ctx: Context): Promise<{ jobId: string }> => ({
  jobId: await enqueue(ctx, makeTollTemplate, {}),
})

/** @throws Refusal notFound (-4) for a file that the caller did not upload */
export const importCheck: HandlerOf<'toll', 'importCheck'> = ({ mediaId, ...reading }, ctx) =>
  tryTable(ctx, tollImport, mediaId, reading)

/** @throws Refusal notFound (-4) when the trial import was started by another account */
export const importConfirm: HandlerOf<'toll', 'importConfirm'> = ({ jobId, mode }, ctx) =>
  importTable(ctx, tollImport, jobId, mode)
