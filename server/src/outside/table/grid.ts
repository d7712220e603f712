import { typedText } from '@cheyi/domain/typed-text'

/*
 * The content read from a spreadsheet, and limits for reading it. A file of a few kilobytes can have a cell in the last
 * corner of a sheet, a text a million times, or endless elements: a limit on bytes bounds none of these.
 */

/** The rows of a sheet as texts, all of the same length. */
export interface Table {
  /** Empty in a file of one table. */
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  /** The first cell with content (from 1) beyond the rows or columns that are read; cells after it were not read. */
  readonly beyond: { readonly row: number; readonly column: number } | null
  /** A user who opens the file does not see this sheet. */
  readonly hidden: boolean
  readonly marks: readonly CellMark[]
}

/** A cell whose text may differ from the meaning of the file. */
export interface CellMark {
  /** Index in `rows` and in the row. */
  readonly row: number
  readonly column: number
  /** A formula without a stored result; bytes that are invalid in the encoding of the file. */
  readonly kind: 'noResult' | 'unreadable'
  /** The text of the cell. */
  readonly text: string
}

/** Why a file is not read. */
export type Fault =
  | { readonly why: 'tooLarge' | 'tooComplex' | 'broken' }
  | { readonly why: 'encoding' | 'quote'; readonly row: number }

export type ReadResult = { readonly ok: true; readonly tables: readonly Table[] } | ({ readonly ok: false } & Fault)

export const MAX_COLUMNS = 200
/** Maximum number of characters of all cells together: 5,000 rows of four thousand each. */
export const MAX_CHARACTERS = 20_000_000
/** Maximum number of marked cells of one sheet. */
const MAX_MARKS = 1000

/** Ends the reading with a fault. */
export class Unread extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.why)
    this.fault = fault
  }
}

/** The cells of one sheet in reading order, placed by their coordinates. */
export class Grid {
  readonly #maxRows: number
  readonly #budget: { characters: number }
  readonly #rows: string[][] = []
  readonly #marks: CellMark[] = []
  #width = 0
  /** Merged ranges do not overlap, so this count is at most the number of cells. */
  #merged = 0
  beyond: Table['beyond'] = null

  /** `budget` is shared by the sheets of a file. */
  constructor(maxRows: number, budget: { characters: number } = { characters: MAX_CHARACTERS }) {
    this.#maxRows = maxRows
    this.#budget = budget
  }

  /** Places a cell, counted from 0. @returns false if it is beyond what is read: the rest of the sheet is not needed */
  put(row: number, column: number, text: string, mark?: CellMark['kind']): boolean {
    // A spreadsheet program makes a text of what follows an apostrophe, and other programs write it into their files.
    const meant = typedText(text).replace(/^'/, '')
    if (meant === '' && mark === undefined) return true
    if (row >= this.#maxRows || column >= MAX_COLUMNS) {
      this.beyond ??= { row: row + 1, column: column + 1 }
      return false
    }
    this.#budget.characters -= meant.length
    if (this.#budget.characters < 0) throw new Unread({ why: 'tooComplex' })
    if (mark !== undefined && this.#marks.length < MAX_MARKS)
      this.#marks.push({ row, column, kind: mark, text: meant.slice(0, 40) })
    this.#set(row, column, meant)
    return true
  }

  /**
   * Copies the text of a merged range into each of its rows, in its first column: if a model is merged over three cars,
   * each car has that model. A row without any other content remains empty.
   */
  fillDown(first: number, last: number, column: number): void {
    const text = this.#rows[first]?.[column]
    if (!text) return
    for (let row = first + 1; row <= last && row < this.#rows.length; row++) {
      if (++this.#merged > this.#rows.length * MAX_COLUMNS) throw new Unread({ why: 'tooComplex' })
      const cells = this.#rows[row]
      if (cells === undefined || cells[column]) continue
      this.#budget.characters -= text.length
      if (this.#budget.characters < 0) throw new Unread({ why: 'tooComplex' })
      this.#set(row, column, text)
    }
  }

  #set(row: number, column: number, text: string): void {
    this.#rows[row] ??= []
    this.#rows[row][column] = text
    this.#width = Math.max(this.#width, column + 1)
  }

  /** Without the empty rows at its end. */
  table(name: string, hidden = false): Table {
    let end = this.#rows.length
    while (end > 0 && !this.#rows[end - 1]?.some((cell) => cell)) end--
    const rows = Array.from({ length: end }, (_, row) =>
      Array.from({ length: this.#width }, (_, column) => this.#rows[row]?.[column] ?? ''),
    )
    return { name, rows, beyond: this.beyond, hidden, marks: this.#marks.filter(({ row }) => row < end) }
  }
}
