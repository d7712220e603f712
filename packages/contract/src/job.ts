import { jobStates } from '@cheyi/domain/lookup/codes'
import { z } from 'zod'
import { call } from './kernel/call.ts'
import { Count, codeOut, IdOut, id, TimeOut } from './kernel/field.ts'

/** What is wrong with a line of a table. `row` counts as the table does (its heading is 1); no column: the line as a whole. */
export const TableIssue = z.object({
  row: Count,
  column: z.string().nullable(),
  value: z.string(),
  reason: z.string(),
})

/** How many lines met which end. A run that is only a trial says what would happen. */
export const TableCounts = z.object({ created: Count, updated: Count, skipped: Count, failed: Count })

/** Long work of the signed-in account: imports, exports. */
export const job = {
  detail: call({
    method: 'GET',
    path: '/api/job/v1/detail',
    summary: '任务进度',
    permission: 'signedIn',
    effect: 'read',
    input: z.object({ jobId: id('任务') }),
    output: z.object({
      jobId: IdOut,
      state: codeOut(jobStates),
      done: Count,
      /** null: not known yet. */
      total: Count.nullable(),
      /** Why it failed, or what else there is to say; empty when nothing. */
      message: z.string(),
      counts: TableCounts.nullable(),
      /** The first lines with something wrong; the result file has all of them. */
      issues: z.array(TableIssue),
      /** A link to the result while it is kept. */
      resultUrl: z.string().nullable(),
      resultName: z.string(),
      createdAt: TimeOut,
      finishedAt: TimeOut.nullable(),
    }),
  }),
}
