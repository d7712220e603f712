import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { enqueue } from '../../../platform/job/actions.ts'
import { importTable, tryTable } from '../../../platform/table-import/actions.ts'
import { makeViolationTemplate } from './template.ts'
import { violationImport } from './work.ts'

export const importTemplate = async (_: unknown, ctx: Context): Promise<{ jobId: string }> => ({
  jobId: await enqueue(ctx, makeViolationTemplate, {}),
})

/** @throws Refusal notFound (-4) for a file that the caller did not upload */
export const importCheck: HandlerOf<'violation', 'importCheck'> = ({ mediaId, ...reading }, ctx) =>
  tryTable(ctx, violationImport, mediaId, reading)

/** @throws Refusal notFound (-4) when the trial import was started by another account */
export const importConfirm: HandlerOf<'violation', 'importConfirm'> = ({ jobId, mode }, ctx) =>
  importTable(ctx, violationImport, jobId, mode)
