/*
 * Maps the columns of a merchant's spreadsheet. Merchants have their own lists: other titles, lines above the
 * heading, columns that are not needed. The expected columns are data ({@link TableKind}); this file is pure and
 * reads no file or database.
 */

/** A column that can be imported. */
export interface TableColumn<K extends string = string> {
  readonly key: K
  /** Title in the template. */
  readonly title: string
  readonly width: number
  /** Matches titles of this column, after {@link plainTitle}. */
  readonly like: RegExp
  /** Titles that match `like` but have another meaning. */
  readonly unlike?: RegExp
  /** Titles that may match: proposed when no other column matches, and confirmed by the user. */
  readonly perhaps?: RegExp
}

/** Infers the literal type of the column's key. */
export const tableColumn = <K extends string>(one: TableColumn<K>): TableColumn<K> => one

/** A kind of table that can be imported. */
export interface TableKind<K extends string = string> {
  /** In the order of the template. */
  readonly columns: readonly TableColumn<K>[]
  /** Columns that every row needs. */
  readonly needed: readonly K[]
}

export const titleOf = <K extends string>({ columns }: TableKind<K>, key: K): string =>
  columns.find((one) => one.key === key)!.title

/** Limit of rows of one file, without its heading. */
export const MAX_IMPORT_ROWS = 5000

/** Column that we add to the result file; its mapping is never requested. */
export const OUTCOME_TITLE = '结果'

export const HEADING_LINES = 10

/** A title without decoration: asterisks, blanks, full-width forms; `VIN码` and `车架号（VIN）` are unchanged. */
export const plainTitle = (title: string): string => title.normalize('NFKC').replace(/[*\s]/g, '').toUpperCase()

/** How well a title matches a column: equal to the template (2), similar (1), or not (0). */
function likeness({ title, like, unlike }: TableColumn, heading: string): number {
  const plain = plainTitle(heading)
  if (plain === title) return 2
  // Text in brackets is an explanation, a unit or a synonym.
  const outside = plain.replace(/\([^)]*\)/g, '')
  return like.test(outside) && unlike?.test(outside) !== true ? 1 : 0
}

/** The keys of a line of titles, by column; each key has one column, the best match. */
function keysIn<K extends string>(
  { columns }: TableKind<K>,
  titles: readonly string[],
  remembered: Remembered<K>,
): Map<number, K> {
  const found = new Map<number, K>()
  for (const [index, title] of titles.entries()) {
    const key = remembered.get(plainTitle(title))
    if (key != null && ![...found.values()].includes(key)) found.set(index, key)
  }
  const taken = new Set(found.values())
  const known = (title: string) => title.trim() === '' || remembered.has(plainTitle(title))
  for (const one of columns) {
    if (taken.has(one.key)) continue
    const [best] = titles
      .map((title, index) => ({ index, like: known(title) || found.has(index) ? 0 : likeness(one, title) }))
      .toSorted((a, b) => b.like - a.like)
    if (best !== undefined && best.like > 0) found.set(best.index, one.key)
  }
  return found
}

/**
 * Combined titles of a heading with two lines, where the upper one gives the meaning: 交强险 over 起期 and 到期. A merged
 * cell of the upper line only has its text in the first column.
 */
function twoLines({ columns }: TableKind, upper: readonly string[], lower: readonly string[]): string[] {
  let about = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => {
    about = upper[index]?.trim() || about
    const below = lower[index]?.trim() ?? ''
    // A title that was merged over both lines is in both.
    if (below === '' || below === upper[index]?.trim()) return upper[index]?.trim() ?? ''
    const both = `${about} ${below}`.trim()
    const bestOf = (title: string) => Math.max(...columns.map((one) => likeness(one, title)))
    // The upper line distinguishes 车牌 颜色 from 颜色; a lower title that equals the template needs no upper one.
    return bestOf(both) === 2 || (bestOf(below) < 2 && bestOf(both) > 0) ? both : below
  })
}

/** What a stored choice is about: a column of one kind of table, by the name that its feature gives it, or a name in its rows. */
export type ChoiceField = 'column' | `${string}Column` | 'model' | 'store'

/** Mappings that the merchant chose earlier: a key, or null for none. By {@link plainTitle}. */
export type Remembered<K extends string = string> = ReadonlyMap<string, K | null>

/** A column with content. */
export interface FilledColumn<K extends string = string> {
  /** From 0. */
  readonly index: number
  /** As in the heading; '' when it has none. */
  readonly title: string
  /** Its first cell with content. */
  readonly example: string
  /** null: not imported. */
  readonly key: K | null
}

export interface Layout<K extends string = string> {
  /** The line of the heading, from 0; of a heading with two lines the lower one. */
  readonly heading: number
  readonly columns: readonly FilledColumn<K>[]
  /** Required keys without a column. */
  readonly missing: readonly K[]
}

/** Mappings that the user changed, by column index. */
export type ChosenColumns<K extends string = string> = ReadonlyMap<number, K | null>

/**
 * Finds the heading and the mapping of each column with content. The heading is the line among the first ten that
 * maps most columns, combined with the line above where that maps more; when none maps any, the first line with
 * three titles, to be mapped by the user.
 * @returns null for a sheet without rows
 */
export function layoutOf<K extends string>(
  kind: TableKind<K>,
  rows: readonly (readonly string[])[],
  { remembered = new Map(), chosen = new Map() }: { remembered?: Remembered<K>; chosen?: ChosenColumns<K> } = {},
): Layout<K> | null {
  const tops = rows.slice(0, HEADING_LINES).flatMap((titles, line) => {
    const above = rows[line - 1]
    const alone = { line, titles, found: keysIn(kind, titles, remembered).size, isPair: false }
    if (above === undefined) return [alone]
    const both = twoLines(kind, above, titles)
    // A line that maps columns on its own is no data row: its titles are merged over both lines.
    return [alone, { line, titles: both, found: keysIn(kind, both, remembered).size, isPair: alone.found > 1 }]
  })
  const best = tops.reduce(
    (a, b) => (b.found > a.found || (b.found === a.found && b.isPair && b.line === a.line + 1) ? b : a),
    { line: 0, titles: rows[0] ?? [], found: 0, isPair: false },
  )
  const wide = rows.slice(0, HEADING_LINES).findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length > 2)
  const heading = best.found > 0 ? best.line : Math.max(wide, 0)
  const below = rows.slice(heading + 1)
  if (below.length === 0) return null

  const titles = best.found > 0 ? best.titles : rows[heading]!
  const keys = keysIn(kind, titles, remembered)
  for (const [index, key] of chosen) {
    for (const [other, same] of keys) if (same === key) keys.delete(other)
    if (key === null) keys.delete(index)
    else keys.set(index, key)
  }
  const width = Math.max(...rows.slice(heading).map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, index) => ({
    index,
    title: (titles[index] ?? '').trim(),
    example: below.find((cells) => (cells[index] ?? '').trim() !== '')?.[index]?.trim() ?? '',
    key: keys.get(index) ?? null,
  })).filter(({ title, example, key }) => (example !== '' || key !== null) && plainTitle(title) !== OUTCOME_TITLE)
  const found = new Set(columns.map(({ key }) => key))
  return { heading, columns, missing: kind.needed.filter((key) => !found.has(key)) }
}

/** A missing field that the imported records need later. */
export interface Lacking<K extends string = string> {
  readonly key: K
  readonly rows: number
  /** The consequence. */
  readonly text: string
}

/** Unmapped columns that may contain the missing field. */
export const perhapsFor = <K extends string>({ columns }: TableKind<K>, layout: Layout<K>, key: K): number[] => {
  const { perhaps, unlike } = columns.find((one) => one.key === key)!
  if (layout.columns.some((one) => one.key === key)) return []
  return layout.columns
    .filter((one) => one.key === null && perhaps?.test(plainTitle(one.title)) === true)
    .filter((one) => unlike?.test(plainTitle(one.title)) !== true)
    .map(({ index }) => index)
}

/** Number of mapped columns of a sheet, to choose among several sheets. */
export const mappedColumnCount = (layout: Layout | null): number =>
  layout === null ? 0 : layout.columns.filter(({ key }) => key !== null).length

/** The column of each key. */
export type Places<K extends string = string> = ReadonlyMap<K, Pick<FilledColumn, 'index' | 'title'>>

export const placesOf = <K extends string>(columns: readonly FilledColumn<K>[]): Places<K> =>
  new Map(columns.flatMap((one) => (one.key === null ? [] : [[one.key, one] as const])))
