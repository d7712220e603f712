import type { TableFormat } from '@cheyi/contract/platform/job'
import type { PermissionKey } from '@cheyi/domain/permission'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { formatLocal } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { type Cell, writeTable } from '../../outside/table/tables.ts'
import { keepResult } from './result.ts'
import { bulkWork, type Run, type Work } from './work.ts'

/** A workbook with more rows is hardly usable; the user narrows the list by date instead. */
const MAX_ROWS = 50_000
const PAGE = 100

/** Heading, width in characters, and value of a column. */
export type Column<Row> = readonly [title: string, width: number, cell: (row: Row) => Cell]

type Cells = readonly Cell[]

const cellsOf =
  <Row>(columns: readonly Column<Row>[]) =>
  (row: Row): Cells =>
    columns.map(([, , cell]) => cell(row))

const sheetOfCells = <Row>(name: string, columns: readonly Column<Row>[], cells: readonly Cells[]) => ({
  name,
  rows: [columns.map(([heading]) => heading), ...cells],
  widths: columns.map(([, width]) => width),
})

/** A sheet of rows below their headings, as {@link writeTable} takes it. */
export const sheetOf = <Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]) =>
  sheetOfCells(name, columns, rows.map(cellsOf(columns)))

/** The chosen columns of a table with their headings, in the table's order; all columns when none was chosen. */
export const chosenColumns = <Key extends string, Row>(
  titles: Readonly<Record<Key, string>>,
  cells: Readonly<Record<Key, readonly [width: number, cell: (row: Row) => Cell]>>,
  chosen: readonly Key[] | undefined,
): readonly Column<Row>[] =>
  (Object.keys(titles) as Key[])
    .filter((key) => !chosen?.length || chosen.includes(key))
    .map((key) => [titles[key], ...cells[key]])

interface Paging {
  readonly pageSize: number
  readonly cursor?: string | undefined
}

interface ListPage<Row> {
  readonly list: readonly Row[]
  readonly nextCursor: string | null
  readonly total: number | null
}

interface ListExport<Filter, Row> {
  /** Must end with `Export`. */
  readonly kind: string
  readonly key: PermissionKey
  /** Only for accounts that see every store. */
  readonly whole?: true
  /** Name of the sheet; the file name is this plus the time. */
  readonly title: string
  /** Measure word of a row in the result message, e.g. 单. */
  readonly unit: string
  readonly columns: (run: Run<Filter>) => Promise<readonly Column<Row>[]> | readonly Column<Row>[]
  /** XLSX unless the filter requests another format. */
  readonly format?: (filter: Filter) => TableFormat | undefined
  readonly page: (ask: Filter & Paging, ctx: Context) => Promise<ListPage<Row>> | ListPage<Row>
}

/** A job that exports a list to a table, in the list's order and with what its requester may see. */
export function listExport<Filter, Row>({
  kind,
  key,
  whole,
  title,
  unit,
  columns: columnsOf,
  format: formatOf,
  page: pageOf,
}: ListExport<Filter, Row>): Work<Filter, null> {
  return bulkWork<Filter>({
    kind,
    key,
    ...(whole && { whole }),
    keepFileMs: retentions.exports.kept,
    async perform(run) {
      const columns = await columnsOf(run)
      // The cells alone are held: a list may have rows with much more in them.
      const rows: Cells[] = []
      let total = 0
      let cursor: string | undefined
      do {
        const page = await run.readStale(async (ctx) => pageOf({ ...run.input, pageSize: PAGE, cursor }, ctx))
        total = page.total ?? total
        rows.push(...page.list.map(cellsOf(columns)))
        await run.progress(rows.length, Math.max(total, rows.length))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined && rows.length < MAX_ROWS)
      const format = formatOf?.(run.input) ?? 'xlsx'
      const bytes = await writeTable([sheetOfCells(title, columns, rows)], format)
      const file = await keepResult(run, bytes, `${title}${formatLocal(run.now, 'YYYYMMDDHHmm')}.${format}`)
      return { state: jobState.done, message: `共${rows.length}${unit}`, file }
    },
  })
}
