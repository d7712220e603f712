import {
  type ChosenColumns,
  columnTitle,
  HEADING_LINES,
  type ImportKey,
  importColumns,
  type Layout,
  layoutOf,
  OUTCOME_TITLE,
  plainTitle,
  type Remembered,
  toldBy,
} from '@cheyi/domain/inventory/import/columns'
import type { NameField } from '@cheyi/domain/inventory/import/names'
import { MAX_IMPORT_ROWS } from '@cheyi/domain/inventory/import/plan'
import { placesOf, type ReadRow, readRow } from '@cheyi/domain/inventory/import/row'
import { extensionOf } from '@cheyi/domain/media/path'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { formatLocal } from '@cheyi/domain/time'
import { keepResult, type ResultFile, type Run } from '../../job/actions.ts'
import { readTables, writeTable } from '../../outside/table/tables.ts'
import type { Choice } from './store.ts'

/** How whoever imports wants a table to be read. */
export interface Asked {
  /** Where the uploaded table is kept. */
  readonly path: string
  readonly overwrite: boolean
  readonly sheet?: number
  readonly columns?: readonly { readonly column: number; readonly key: ImportKey | null }[]
  readonly names?: readonly { readonly field: NameField; readonly name: string; readonly id: string }[]
}

/** A table that was read: its lines as they came, and what each row below the heading is by itself. */
export interface ImportTable {
  readonly sheets: readonly string[]
  readonly sheet: number
  readonly layout: Layout
  readonly lines: readonly (readonly string[])[]
  readonly rows: readonly ReadRow[]
  /** The line of the first row, as the table counts: from 1. */
  readonly firstLine: number
}

/**
 * Reads the sheet that was asked for, or the one that tells most of vehicles.
 * @throws Refusal importTemplateWrong (6020) for a table without rows, badInput (-2) naming what is wrong with the file
 */
export async function readImport(run: Run<Asked>, columns: Remembered): Promise<ImportTable> {
  const { input } = run
  const bytes = await run.media.read(input.path)
  const extension = extensionOf(input.path) === '.csv' ? '.csv' : '.xlsx'
  const tables = await readTables(bytes, extension, MAX_IMPORT_ROWS + HEADING_LINES)
  const chosen: ChosenColumns = new Map((input.columns ?? []).map(({ column, key }) => [column, key]))
  const layouts = tables.map(({ rows }) => layoutOf(rows, { remembered: columns, chosen }))
  const fullest = layouts.reduce((best, layout, i) => (toldBy(layout) > toldBy(layouts[best] ?? null) ? i : best), 0)
  const sheet = input.sheet ?? fullest
  const table = tables[sheet]
  const layout = layouts[sheet]
  if (table === undefined || layout == null) throw new Refusal('importTemplateWrong', { 说明: '：没有车辆' })
  const below = table.rows.slice(layout.heading + 1)
  if (table.more || below.length > MAX_IMPORT_ROWS) throw badInput('file', `表格超过${MAX_IMPORT_ROWS}行，请分批导入`)
  const places = placesOf(layout.columns)
  return {
    sheets: tables.map(({ name }) => name),
    sheet,
    layout,
    lines: table.rows,
    rows: below.map((cells) => readRow(cells, places)),
    firstLine: layout.heading + 2,
  }
}

/** In words, which columns every vehicle needs and nobody has told; null: none. */
export const missingText = ({ layout }: ImportTable): string | null =>
  layout.missing.length === 0 ? null : `没有找到${layout.missing.map((key) => `「${columnTitle(key)}」`).join('')}列`

/** What is chosen by hand here and good for the next table too. */
export const choicesIn = ({ layout }: ImportTable, { columns = [] }: Asked): Choice[] =>
  columns.flatMap(({ column, key }) => {
    const title = layout.columns.find(({ index }) => index === column)?.title ?? ''
    return title === '' ? [] : [{ field: 'column' as const, name: plainTitle(title), target: key }]
  })

/** The table as it came with what became of each row. */
export async function resultFile(
  run: Pick<Run, 'merchantId' | 'now' | 'media'>,
  { lines, layout: { heading } }: ImportTable,
  words: readonly string[],
): Promise<ResultFile> {
  const titles = lines[heading]!
  // A table that came out of here once has the column already.
  const old = titles.findIndex((title) => plainTitle(title) === OUTCOME_TITLE)
  const width = old >= 0 ? old : Math.max(...lines.map((cells) => cells.length))
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, i) => cells[i] ?? '')
  const bytes = await writeTable([
    {
      name: '导入结果',
      rows: lines.map((cells, i) =>
        i < heading ? cells : [...padded(cells), i === heading ? OUTCOME_TITLE : (words[i - heading - 1] ?? '')],
      ),
      widths: [...padded([]).map((_, i) => importColumns[i]?.width ?? 14), 50],
    },
  ])
  return keepResult(run, bytes, `车辆导入结果${formatLocal(run.now, 'MMDDHHmm')}.xlsx`)
}
