import { nameFields } from '@cheyi/domain/fleet/inventory/import/names'
import { jobStates } from '@cheyi/domain/platform/lookup/codes'
import { z } from 'zod'
import { type Call, read, write } from '../kernel/call.ts'
import { id, int, list, maybe, nestedRecord, orElse, orNone, text, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/**
 * A problem with a line of a table. `row` is the line number in the table (its heading is 1); without a column it
 * concerns the whole line.
 */
export const TableIssue = z.object({
  row: out.count,
  column: z.string().nullable(),
  value: z.string(),
  reason: z.string(),
})

/** Number of lines per result. A preview counts what would happen. */
export const TableCounts = z.object({ created: out.count, updated: out.count, skipped: out.count, failed: out.count })

/** A column of an import table; each kind of table has its own, and ignores others. */
export type TableKey = string

/** Overrides of how a table is read. */
export const tableReading = {
  /** Index of the sheet, from 0; missing: the one with the most mapped columns. */
  sheet: maybe(int(0, 255, '工作表')),
  /** Meaning of a column; null: not imported. */
  columns: maybe(
    list(nestedRecord({ column: int(0, 16_383, '列'), key: orNone(text(0, 32, '对应内容')) }, '列对应'), 200, '列对应'),
  ),
}

/** Models and stores for unknown names of the table; an empty name is for rows without one. */
export const tableNames = {
  names: maybe(
    list(
      nestedRecord(
        { field: word(nameFields, '对应内容'), name: orElse(text(0, 80, '名称'), ''), id: id('对应项') },
        '名称对应',
      ),
      200,
      '名称对应',
    ),
  ),
}

/** What a confirmed import does when some rows are wrong. */
export const importModes = ['validOnly', 'allOrNothing'] as const

/** The answer of a call that starts a job. */
export const Started = z.object({ jobId: out.id })

interface TableImport<Asks extends z.ZodRawShape> extends Pick<Call, 'permission' | 'refreshes'> {
  /** Of the trial; the template and the import stand below it. */
  readonly path: Call['path']
  /** What the table lists. */
  readonly noun: string
  /** What the trial is asked for besides the table. */
  readonly asks?: Asks
  readonly maxBody?: number
}

/** The calls of an import: an XLSX file to fill in, a trial of a table, and the import of what was tried. */
export const importCallsOf = <Asks extends z.ZodRawShape = Record<never, never>>({
  path,
  noun,
  permission,
  refreshes,
  asks = {} as Asks,
  maxBody,
}: TableImport<Asks>) => ({
  template: write({
    operators: false,
    path: `${path}/template`,
    summary: `${noun}导入模板`,
    permission,
    audit: false,
    output: Started,
    refusals: ['lineFull'],
  }),
  check: write({
    operators: false,
    path,
    summary: `${noun}导入试运行：逐行检查，不写入`,
    permission,
    changes: false,
    ...(maxBody !== undefined && { maxBody }),
    input: z.object({ mediaId: id('文件'), ...tableReading, ...asks }),
    output: Started,
    refusals: ['importTemplateWrong', 'lineFull'],
  }),
  confirm: write({
    operators: false,
    path: `${path}/confirm`,
    summary: `确认导入${noun}`,
    permission,
    input: z.object({
      /** Job of the trial. */
      jobId: id('任务'),
      mode: word(importModes, '导入方式'),
    }),
    output: Started,
    refusals: ['importTemplateWrong', 'lineFull'],
    refreshes,
  }),
})

/** How a table was read, so that the user can correct it. */
export const TableLayout = z.object({
  sheets: z.array(z.string()),
  /** Index of the sheet, from 0. */
  sheet: out.count,
  /** Line of the heading, from 1. */
  heading: out.count,
  /** Columns with content, with their first cell; key null: not imported. */
  columns: z.array(z.object({ column: out.count, title: z.string(), example: z.string(), key: z.string().nullable() })),
  /** Required keys without a column. */
  missing: z.array(z.string()),
  /** Missing fields of new rows that are needed later, and columns that may contain them. */
  lacking: z.array(z.object({ key: z.string(), rows: out.count, text: z.string(), perhaps: z.array(out.count) })),
  /** Unknown names in the table: the user's choice, and a similar name. */
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

/** Format of an exported list: its columns from left to right, all by default; a workbook by default. */
export const tableLooks = <T extends string>(titles: Readonly<Record<T, string>>) => {
  const keys = Object.keys(titles) as [T, ...T[]]
  return {
    columns: maybe(list(word(keys, '导出的列'), keys.length, '导出的列')),
    format: maybe(word(tableFormats, '文件格式')),
  }
}

/** Background jobs of the signed-in account: imports, exports. */
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
      /** Why it failed, or other information; '' when there is none. */
      message: z.string(),
      counts: TableCounts.nullable(),
      /** The first lines with problems; the result file has all of them. */
      issues: z.array(TableIssue),
      /** The first cells that are imported with a warning. */
      warnings: z.array(TableIssue),
      /** Of a preview. */
      layout: TableLayout.nullable(),
      /** A link to the result while it is stored, for callers with its permission and at least the data access of its run; else null. */
      resultUrl: z.string().nullable(),
      resultName: z.string(),
      createdAt: out.time,
      finishedAt: out.time.nullable(),
    }),
  }),
}
