import { importKeys } from '@cheyi/domain/inventory/import/columns'
import { nameFields } from '@cheyi/domain/inventory/import/names'
import { jobStates } from '@cheyi/domain/lookup/codes'
import { z } from 'zod'
import { read } from './kernel/call.ts'
import { Count, codeOut, IdOut, id, list, maybe, TimeOut, word, wordOut } from './kernel/field.ts'

/** What is wrong with a line of a table. `row` counts as the table does (its heading is 1); no column: the line as a whole. */
export const TableIssue = z.object({
  row: Count,
  column: z.string().nullable(),
  value: z.string(),
  reason: z.string(),
})

/** How many lines met which end. A run that is only a trial says what would happen. */
export const TableCounts = z.object({ created: Count, updated: Count, skipped: Count, failed: Count })

/** How a table was read, for whoever has to say what it means. */
export const TableLayout = z.object({
  sheets: z.array(z.string()),
  /** Of the sheets, from 0. */
  sheet: Count,
  /** The line of the heading, from 1. */
  heading: Count,
  /** The columns that hold anything, with their first cell; key null: nothing of it is taken. */
  columns: z.array(
    z.object({ column: Count, title: z.string(), example: z.string(), key: wordOut(importKeys).nullable() }),
  ),
  /** What every line needs and no column tells. */
  missing: z.array(wordOut(importKeys)),
  /** Names that are none of the merchant's: what was chosen for them, and what they come near. */
  names: z.array(
    z.object({
      field: wordOut(nameFields),
      name: z.string(),
      rows: Count,
      id: IdOut.nullable(),
      near: IdOut.nullable(),
    }),
  ),
})

export const tableFormats = ['xlsx', 'csv'] as const
export type TableFormat = (typeof tableFormats)[number]

/** What a table that is exported looks like: its columns in their order, all of them unless said; a workbook unless said. */
export const tableLooks = <T extends string>(columns: readonly [T, ...T[]]) => ({
  columns: maybe(list(word(columns, '列'), columns.length, '列')),
  format: maybe(word(tableFormats, '文件格式')),
})

/** Long work of the signed-in account: imports, exports. */
export const job = {
  detail: read({
    method: 'GET',
    path: '/api/job/v1/detail',
    summary: '任务进度',
    permission: 'signedIn',
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
      /** The first cells that are taken and should be looked at. */
      warnings: z.array(TableIssue),
      /** Of a trial. */
      layout: TableLayout.nullable(),
      /** A link to the result while it is kept. */
      resultUrl: z.string().nullable(),
      resultName: z.string(),
      createdAt: TimeOut,
      finishedAt: TimeOut.nullable(),
    }),
  }),
}
