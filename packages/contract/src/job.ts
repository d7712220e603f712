import { type ImportKey, importKeys } from '@cheyi/domain/inventory/import/columns'
import { nameFields } from '@cheyi/domain/inventory/import/names'
import { jobStates } from '@cheyi/domain/lookup/codes'
import { type IllegalImportKey, illegalImportKeys } from '@cheyi/domain/violation/import/columns'
import { z } from 'zod'
import { read } from './kernel/call.ts'
import { id, int, list, maybe, nested, orNone, word } from './kernel/field.ts'
import * as out from './kernel/out.ts'

/** What is wrong with a line of a table. `row` counts as the table does (its heading is 1); no column: the line as a whole. */
export const TableIssue = z.object({
  row: out.count,
  column: z.string().nullable(),
  value: z.string(),
  reason: z.string(),
})

/** How many lines met which end. A run that is only a trial says what would happen. */
export const TableCounts = z.object({ created: out.count, updated: out.count, skipped: out.count, failed: out.count })

/** What a column of a table may hold, whatever is imported from it. */
export type TableKey = ImportKey | IllegalImportKey
const tableKeys = [...new Set<TableKey>([...importKeys, ...illegalImportKeys])] as [TableKey, ...TableKey[]]

/** How a table is to be read, where it is read otherwise than it should be. */
export const tableReading = {
  /** Which sheet, from 0; left out: the one that tells most. */
  sheet: maybe(int(0, 255, '工作表')),
  /** What a column is; null: nothing of it is taken. */
  columns: maybe(
    list(nested({ column: int(0, 16_383, '列'), key: orNone(word(tableKeys, '对应内容')) }, '列对应'), 200, '列对应'),
  ),
}

/** What a confirmed import does with a table in which some rows are wrong. */
export const importModes = ['validOnly', 'allOrNothing'] as const

/** How a table was read, for whoever has to say what it means. */
export const TableLayout = z.object({
  sheets: z.array(z.string()),
  /** Of the sheets, from 0. */
  sheet: out.count,
  /** The line of the heading, from 1. */
  heading: out.count,
  /** The columns that hold anything, with their first cell; key null: nothing of it is taken. */
  columns: z.array(
    z.object({ column: out.count, title: z.string(), example: z.string(), key: out.word(tableKeys).nullable() }),
  ),
  /** What every line needs and no column tells. */
  missing: z.array(out.word(tableKeys)),
  /** What new rows leave out that they cannot do without later, and the columns that may hold it. */
  lacking: z.array(
    z.object({ key: out.word(tableKeys), rows: out.count, text: z.string(), perhaps: z.array(out.count) }),
  ),
  /** Names that are none of the merchant's: what was chosen for them, and what they come near. */
  names: z.array(
    z.object({
      field: out.word(nameFields),
      name: z.string(),
      rows: out.count,
      id: out.id.nullable(),
      near: out.id.nullable(),
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
      jobId: out.id,
      state: out.code(jobStates),
      done: out.count,
      /** null: not known yet. */
      total: out.count.nullable(),
      /** Why it failed, or what else there is to say; empty when nothing. */
      message: z.string(),
      counts: TableCounts.nullable(),
      /** The first lines with something wrong; the result file has all of them. */
      issues: z.array(TableIssue),
      /** The first cells that are taken and should be looked at. */
      warnings: z.array(TableIssue),
      /** Of a trial. */
      layout: TableLayout.nullable(),
      /** A link to the result while it is kept, for who holds its key and sees no less than its run did; else null. */
      resultUrl: z.string().nullable(),
      resultName: z.string(),
      createdAt: out.time,
      finishedAt: out.time.nullable(),
    }),
  }),
}
