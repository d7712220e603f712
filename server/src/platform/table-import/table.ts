import { extensionOf } from '@cheyi/domain/platform/media/path'
import {
  type ChosenColumns,
  HEADING_LINES,
  type Layout,
  layoutOf,
  MAX_IMPORT_ROWS,
  mappedColumnCount,
  OUTCOME_TITLE,
  type Places,
  placesOf,
  plainTitle,
  type Remembered,
  type TableKind,
  titleOf,
} from '@cheyi/domain/platform/table-import/layout'
import type { AnyPlan, FailedPlan, RowIssue } from '@cheyi/domain/platform/table-import/plan'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { formatLocal } from '@cheyi/domain/time'
import { type CellMark, MAX_COLUMNS, readTables, type Table, writeTable } from '../../outside/table/tables.ts'
import { keepResult, type ResultFile, type Run } from '../job/actions.ts'

/** How the user wants a table to be read. */
export interface Asked {
  /** Storage path of the uploaded table. */
  readonly path: string
  readonly sheet?: number
  /** Columns chosen by hand; keys that this kind of table does not have are ignored. */
  readonly columns?: readonly { readonly column: number; readonly key: string | null }[]
}

/** A table that was read: its original lines, and the parsed rows below the heading. */
export interface ImportTable<K extends string = string, Row = unknown> {
  readonly sheets: readonly string[]
  readonly sheet: number
  readonly layout: Layout<K>
  readonly lines: readonly (readonly string[])[]
  readonly rows: readonly Row[]
  /** Line number of the first row in the file, counted from 1. */
  readonly firstLine: number
  /** By row index. */
  readonly marks: ReadonlyMap<number, RowMarks>
}

/** How a kind of table is read. */
export interface Reading<K extends string, Row> {
  readonly kind: TableKind<K>
  /** What is missing from an empty table, for the message: 车辆. */
  readonly noun: string
  /** Most rows of one file; missing: {@link MAX_IMPORT_ROWS}. */
  readonly most?: number
  readonly readRow: (cells: readonly string[], places: Places<K>, now: number) => Row
}

/**
 * Reads the chosen sheet, or the one with the most recognised columns.
 * @throws Refusal importTemplateWrong (6020) for a table without rows, badInput (-2) that names what is wrong with the file
 */
export async function readImport<K extends string, Row>(
  run: Run<Asked>,
  { kind, noun, readRow, most = MAX_IMPORT_ROWS }: Reading<K, Row>,
  remembered: Remembered<K>,
): Promise<ImportTable<K, Row>> {
  const { input } = run
  const bytes = await run.media.read(input.path)
  const extension = extensionOf(input.path) === '.csv' ? '.csv' : '.xlsx'
  const tables = await readTables(bytes, extension, MAX_IMPORT_ROWS + HEADING_LINES)
  const chosen: ChosenColumns<K> = new Map(
    (input.columns ?? []).flatMap(({ column, key }) => (isKeyOf(kind, key) ? [[column, key] as const] : [])),
  )
  const layouts = tables.map(({ rows }) => layoutOf(kind, rows, { remembered, chosen }))
  const sheet = input.sheet ?? fullest(tables, layouts)
  const table = tables[sheet]
  const layout = layouts[sheet]
  if (table?.beyond) throw badInput('file', beyondText(table.beyond))
  if (table === undefined || layout == null) throw new Refusal('importTemplateWrong', { 说明: `：没有${noun}` })
  const below = table.rows.slice(layout.heading + 1)
  if (below.length > most) throw badInput('file', `表格超过${most}行，请分批导入`)
  const places = placesOf(layout.columns)
  return {
    sheets: tables.map(({ name, hidden }) => (hidden ? `${name}（隐藏）` : name)),
    sheet,
    layout,
    lines: table.rows,
    rows: below.map((cells) => readRow(cells, places, run.now)),
    firstLine: layout.heading + 2,
    marks: marksByRow(kind, table.marks, layout),
  }
}

/** The sheet with the most recognised columns; a hidden sheet only when no visible one has rows. */
function fullest(tables: readonly Table[], layouts: readonly (Layout | null)[]): number {
  const telling = tables.flatMap((_, sheet) => (layouts[sheet] == null ? [] : [sheet]))
  const seen = telling.filter((sheet) => !tables[sheet]!.hidden)
  const told = (sheet: number) => mappedColumnCount(layouts[sheet] ?? null)
  const [best] = (seen.length > 0 ? seen : telling).toSorted((a, b) => told(b) - told(a))
  // No sheet was readable: one with content beyond the limits is returned, so that the message can name the reason.
  return (
    best ??
    Math.max(
      0,
      tables.findIndex(({ beyond }) => beyond !== null),
    )
  )
}

function beyondText({ row, column }: NonNullable<Table['beyond']>): string {
  if (column > MAX_COLUMNS) return `表格第${row}行在第${MAX_COLUMNS}列之后还有内容，请删除多余的列后重试`
  return `表格超过${MAX_IMPORT_ROWS}行（第${row}行还有内容），请分批导入或删除多余的行`
}

/** Faults of the cells of a row, found before the values are interpreted. */
export interface RowMarks {
  /** Faults because of which the row must not be written. */
  readonly issues: readonly RowIssue[]
  readonly warnings: readonly RowIssue[]
}

function marksByRow<K extends string>(
  kind: TableKind<K>,
  marks: readonly CellMark[],
  { heading, columns }: Layout<K>,
): ReadonlyMap<number, RowMarks> {
  const taken = new Map(
    columns.flatMap(({ index, key }) => (key === null ? [] : [[index, titleOf(kind, key)] as const])),
  )
  const found = new Map<number, RowMarks>()
  for (const { row, column, kind, text } of marks) {
    const title = taken.get(column)
    if (row <= heading || title === undefined) continue
    const { issues, warnings } = found.get(row - heading - 1) ?? { issues: [], warnings: [] }
    const issue = { column: title, value: text, reason: markWords[kind] }
    const isWrong = kind === 'unreadable'
    found.set(row - heading - 1, {
      issues: isWrong ? [...issues, issue] : issues,
      warnings: isWrong ? warnings : [...warnings, issue],
    })
  }
  return found
}

const markWords: Readonly<Record<CellMark['kind'], string>> = {
  noResult: '公式没有计算结果，请在 Excel 或 WPS 中打开并保存一次，再重新上传',
  unreadable: '有无法识别的文字，请检查文件的编码',
}

/** Combines a plan with the faults of its row's cells: they explain a missing value better than the plan does. */
export function withMarks<Plan extends AnyPlan>(plan: Plan, marks: RowMarks | undefined): Plan | FailedPlan {
  if (marks === undefined || plan.action === 'none' || plan.action === 'skip') return plan
  if (plan.action !== 'fail' && marks.issues.length === 0)
    return { ...plan, warnings: [...plan.warnings, ...marks.warnings] }
  const own = [...marks.issues, ...marks.warnings]
  const others = plan.action === 'fail' ? plan.issues : []
  const told = new Set(own.map(({ column }) => column))
  return { action: 'fail', issues: [...own, ...others.filter(({ column }) => !told.has(column))] }
}

/** Whether a key belongs to this kind of table; null (ignore the column) belongs to every kind. */
export const isKeyOf = <K extends string>({ columns }: TableKind<K>, key: string | null): key is K | null =>
  key === null || columns.some((one) => one.key === key)

/** Message that names the required columns that were not found; null when there are none. */
export const missingText = <K extends string>(kind: TableKind<K>, { layout }: ImportTable<K>): string | null =>
  layout.missing.length === 0 ? null : `没有找到${layout.missing.map((key) => `「${titleOf(kind, key)}」`).join('')}列`

/** The columns that were chosen by hand, by title: they are stored for the next table. */
export const choicesIn = <K extends string>(kind: TableKind<K>, { layout }: ImportTable<K>, { columns = [] }: Asked) =>
  columns.flatMap(({ column, key }) => {
    const title = layout.columns.find(({ index }) => index === column)?.title ?? ''
    return title === '' || !isKeyOf(kind, key) ? [] : [{ name: plainTitle(title), target: key }]
  })

/** The original table with the outcome of each row. */
export async function resultFile<K extends string>(
  run: Pick<Run, 'merchantId' | 'now' | 'media'>,
  { kind, noun }: Pick<Reading<K, unknown>, 'kind' | 'noun'>,
  { lines, layout: { heading } }: ImportTable<K>,
  words: readonly string[],
): Promise<ResultFile> {
  const titles = lines[heading]!
  // A result file that is imported again has the outcome column already.
  const old = titles.findIndex((title) => plainTitle(title) === OUTCOME_TITLE)
  const width = old >= 0 ? old : Math.max(...lines.map((cells) => cells.length))
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, i) => cells[i] ?? '')
  const bytes = await writeTable([
    {
      name: '导入结果',
      rows: lines.map((cells, i) =>
        i < heading ? cells : [...padded(cells), i === heading ? OUTCOME_TITLE : (words[i - heading - 1] ?? '')],
      ),
      widths: [...padded([]).map((_, i) => kind.columns[i]?.width ?? 14), 50],
    },
  ])
  return keepResult(run, bytes, `${noun}导入结果${formatLocal(run.now, 'MMDDHHmm')}.xlsx`)
}
