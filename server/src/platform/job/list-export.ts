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
export const MAX_ROWS = 50_000
const PAGE = 100

/** How many rows are in the file, and that it is not all of them where it is cut. */
export const exportedWords = (count: number, unit: string, isCut: boolean): string =>
  isCut ? `只含前${count}${unit}，后面的没有导出，请缩小筛选范围分几次导出` : `共${count}${unit}`

/** Width in characters, and value of a column. */
type Shown<Row> = readonly [width: number, cell: (row: Row) => Cell]
export type Column<Row> = readonly [title: string, ...Shown<Row>]

/** How each column of a list is exported, by its key. */
export type Cells<Key extends string, Row> = Readonly<Record<Key, Shown<Row>>>

type Line = readonly Cell[]

const cellsOf =
  <Row>(columns: readonly Column<Row>[]) =>
  (row: Row): Line =>
    columns.map(([, , cell]) => cell(row))

/** Dates and times are values of a workbook, so that it filters by month and sorts by them; a text file has them as they are. */
const withMoments = (line: Line): Line =>
  line.map((cell) =>
    typeof cell === 'string' && /^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/.test(cell) ? { moment: cell } : cell,
  )

const sheetOfCells = <Row>(name: string, columns: readonly Column<Row>[], lines: readonly Line[]) => ({
  name,
  rows: [columns.map(([heading]) => heading), ...lines],
  widths: columns.map(([, width]) => width),
})

/** A sheet of rows below their headings, as {@link writeTable} takes it. */
export const sheetOf = <Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]) =>
  sheetOfCells(name, columns, rows.map(cellsOf(columns)))

interface Paging {
  readonly pageSize: number
  readonly cursor?: string | undefined
}

interface ListPage<Row> {
  readonly list: readonly Row[]
  readonly nextCursor: string | null
  readonly total: number | null
}

/** Titles and cells of a table whose columns nobody chooses. */
export const fixedColumns = <Row>(columns: readonly Column<Row>[]) => ({
  titles: Object.fromEntries(columns.map(([title]) => [title, title])),
  cells: Object.fromEntries(columns.map(([title, ...shown]) => [title, shown])),
})

/** What is asked of an export: `tableLooks` of the contract. */
interface Looks<Key> {
  readonly columns?: readonly Key[] | undefined
  readonly format?: TableFormat | undefined
}

/** Constant, or by the run. */
type ByRun<Filter, T extends object> = T | ((run: Run<Filter>) => T | Promise<T>)
const byRun = async <Filter, T extends object>(of: ByRun<Filter, T>, run: Run<Filter>): Promise<T> =>
  typeof of === 'function' ? of(run) : of

interface ListExport<Filter, Row, Key extends string> {
  /** Must end with `Export`. */
  readonly kind: string
  readonly key: PermissionKey
  /** Only for accounts that see every store. */
  readonly whole?: true
  /** Name of the sheet; the file name is this plus the time. */
  readonly title: string
  /** Measure word of a row in the result message, e.g. 单. */
  readonly unit: string
  /** The columns that its requester may have, with their headings, in their order. */
  readonly titles: ByRun<Filter, Readonly<Partial<Record<Key, string>>>>
  readonly cells: ByRun<Filter, Cells<Key, Row>>
  readonly page: (ask: Filter & Paging, ctx: Context) => Promise<ListPage<Row>> | ListPage<Row>
}

/**
 * A job that exports a list to a table, in the list's order and with what its requester may see: the columns that were chosen, in the
 * order of the choice, or all.
 */
export function listExport<Filter, Row, Key extends string>({
  kind,
  key,
  whole,
  title,
  unit,
  titles: titlesOf,
  cells: cellsBy,
  page: pageOf,
}: ListExport<Filter, Row, Key>): Work<Filter & Looks<Key>, null> {
  return bulkWork<Filter & Looks<Key>>({
    kind,
    key,
    ...(whole && { whole }),
    keepFileMs: retentions.exports.kept,
    async perform(run) {
      const { columns: chosen, format = 'xlsx' } = run.input
      const titles = await byRun(titlesOf, run)
      const cells = await byRun(cellsBy, run)
      const keys = chosen?.length ? [...new Set(chosen)] : (Object.keys(titles) as Key[])
      const columns = keys.flatMap((key): Column<Row>[] => (key in titles ? [[titles[key]!, ...cells[key]]] : []))
      // The cells alone are held: a list may have rows with much more in them.
      const rows: Line[] = []
      let total = 0
      let cursor: string | undefined
      do {
        const page = await run.readStale(async (ctx) => pageOf({ ...run.input, pageSize: PAGE, cursor }, ctx))
        total = page.total ?? total
        rows.push(...page.list.map(cellsOf(columns)))
        await run.progress(rows.length, Math.max(total, rows.length))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined && rows.length < MAX_ROWS)
      const bytes = await writeTable([sheetOfCells(title, columns, rows.map(withMoments))], format)
      const file = await keepResult(run, bytes, `${title}${formatLocal(run.now, 'YYYYMMDDHHmm')}.${format}`)
      return { state: jobState.done, message: exportedWords(rows.length, unit, cursor !== undefined), file }
    },
  })
}
