import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { enqueue } from '../../../platform/job/actions.ts'
import { importTable, tryTable } from '../../../platform/table-import/actions.ts'
import { makePolicyTemplate, policyImport } from './work.ts'

export const policyTemplate = async (_: unknown, ctx: Context): Promise<{ jobId: string }> => ({
  jobId: await enqueue(ctx, makePolicyTemplate, {}),
})

/** @throws Refusal notFound (-4) for a file that the caller did not upload */
export const policyCheck: HandlerOf<'inventory', 'policyCheck'> = ({ mediaId, ...reading }, ctx) =>
  tryTable(ctx, policyImport, mediaId, reading)

/** @throws Refusal notFound (-4) when the trial import was started by another account */
export const policyConfirm: HandlerOf<'inventory', 'policyConfirm'> = ({ jobId, mode }, ctx) =>
  importTable(ctx, policyImport, jobId, mode)
