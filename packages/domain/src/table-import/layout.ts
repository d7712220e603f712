/*
 * Which column of somebody's spreadsheet holds what. Shops keep their own lists: titles in other
 * words, lines above the heading, columns that mean nothing to us. What a kind of table holds is data ({@link TableKind}); nothing
 * here reads a file or a database.
 */

/** A column of a kind of table. */
export interface TableColumn<K extends string = string> {
  readonly key: K
  /** As the template says it. */
  readonly title: string
  readonly width: number
  /** The title of a column that holds it, after {@link plainTitle}. */
  readonly like: RegExp
  /** Titles that `like` fits, but that mean something else. */
  readonly unlike?: RegExp
  /** Titles that may mean it: they are proposed where nothing else tells it, and taken by whoever imports. */
  readonly perhaps?: RegExp
}

/** Ties the key of a column to its word. */
export const tableColumn = <K extends string>(one: TableColumn<K>): TableColumn<K> => one

/** What is imported from tables of one kind. */
export interface TableKind<K extends string = string> {
  /** In the order of the template. */
  readonly columns: readonly TableColumn<K>[]
  /** What no row is without. */
  readonly needed: readonly K[]
}

export const titleOf = <K extends string>({ columns }: TableKind<K>, key: K): string =>
  columns.find((one) => one.key === key)!.title

/** Most rows of one file, its heading not counted. */
export const MAX_IMPORT_ROWS = 5000

/** What we add ourselves to the file that tells the outcome; nobody is asked what it means. */
export const OUTCOME_TITLE = '结果'

export const HEADING_LINES = 10

/** A title without what only decorates it: stars, blanks, full-width forms; `VIN码` and `车架号（VIN）` stay whole. */
export const plainTitle = (title: string): string => title.normalize('NFKC').replace(/[*\s]/g, '').toUpperCase()

/** What a column means by its title: exactly the template's (2), a title like it (1), or something else (0). */
function likeness({ title, like, unlike }: TableColumn, heading: string): number {
  const plain = plainTitle(heading)
  if (plain === title) return 2
  // What stands in brackets explains, and says a unit or the same in other words.
  const outside = plain.replace(/\([^)]*\)/g, '')
  return like.test(outside) && unlike?.test(outside) !== true ? 1 : 0
}

/** The keys that a line of titles tells, by its column; each is told by one column, the one that fits best. */
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
 * The titles of a heading whose upper line says what the lower one is about: 交强险 over 起期 and 到期. A cell of the upper line that was
 * merged stands in its first column alone.
 */
function twoLines({ columns }: TableKind, upper: readonly string[], lower: readonly string[]): string[] {
  let about = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => {
    about = upper[index]?.trim() || about
    const below = lower[index]?.trim() ?? ''
    // A title that was merged over both lines stands in both.
    if (below === '' || below === upper[index]?.trim()) return upper[index]?.trim() ?? ''
    const both = `${about} ${below}`.trim()
    const bestOf = (title: string) => Math.max(...columns.map((one) => likeness(one, title)))
    // The upper line tells 车牌 颜色 from 颜色; what the lower one says exactly else needs no upper one.
    return bestOf(both) === 2 || (bestOf(below) < 2 && bestOf(both) > 0) ? both : below
  })
}

/** What a title means to this merchant, chosen earlier: a key, or null for nothing. By {@link plainTitle}. */
export type Remembered<K extends string = string> = ReadonlyMap<string, K | null>

/** A column that holds something. */
export interface FilledColumn<K extends string = string> {
  /** From 0. */
  readonly index: number
  /** As it stands in the heading; empty when it has none. */
  readonly title: string
  /** Its first cell that holds something. */
  readonly example: string
  /** null: nothing of it is taken. */
  readonly key: K | null
}

export interface Layout<K extends string = string> {
  /** The line of the heading, from 0; of a heading of two lines the lower one. */
  readonly heading: number
  readonly columns: readonly FilledColumn<K>[]
  /** What no column tells and every row needs. */
  readonly missing: readonly K[]
}

/** Where whoever imports says that a column is something else than we think. */
export type ChosenColumns<K extends string = string> = ReadonlyMap<number, K | null>

/**
 * Finds the heading and what each column that holds anything means. The heading is the line among the first ten that tells
 * most, with the line above it where both together tell more; where none tells anything, the first with three titles, and its columns are chosen by hand.
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
    // A line that tells something by itself, too, is no row: its titles are merged over both lines.
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

/** What rows leave out that their records cannot do without later. */
export interface Lacking<K extends string = string> {
  readonly key: K
  readonly rows: number
  /** What follows from it. */
  readonly text: string
}

/** Columns of which nothing is taken and that may hold what is lacking. */
export const perhapsFor = <K extends string>({ columns }: TableKind<K>, layout: Layout<K>, key: K): number[] => {
  const { perhaps, unlike } = columns.find((one) => one.key === key)!
  if (layout.columns.some((one) => one.key === key)) return []
  return layout.columns
    .filter((one) => one.key === null && perhaps?.test(plainTitle(one.title)) === true)
    .filter((one) => unlike?.test(plainTitle(one.title)) !== true)
    .map(({ index }) => index)
}

/** How much a sheet seems to tell, for choosing among several. */
export const toldBy = (layout: Layout | null): number =>
  layout === null ? 0 : layout.columns.filter(({ key }) => key !== null).length

/** Where each key stands. */
export type Places<K extends string = string> = ReadonlyMap<K, Pick<FilledColumn, 'index' | 'title'>>

export const placesOf = <K extends string>(columns: readonly FilledColumn<K>[]): Places<K> =>
  new Map(columns.flatMap((one) => (one.key === null ? [] : [[one.key, one] as const])))
