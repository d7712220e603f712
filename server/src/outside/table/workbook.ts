import { Parser } from 'saxen'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Grid, MAX_CHARACTERS, type Table, Unread } from './grid.ts'

/*
 * Workbooks (ECMA-376, SpreadsheetML), parsed element by element: no cell is stored before its coordinates were
 * checked, so the cost depends on what is imported and not on what the file declares.
 */

const MAX_UNZIPPED = 100 * 1024 * 1024
const MAX_ENTRIES = 1000
/** Elements of all parts: a full sheet (5,000 rows of 200 columns) has about two million. */
const MAX_ELEMENTS = 3_000_000
/** Characters without an element: a cell has 32,767 at most. */
const MAX_SILENCE = 1024 * 1024

/** The name of an attribute or element without its namespace prefix. */
const plain = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The parser cuts the number of a rare character (`&#134071;`) to 16 bits, so that these are decoded before it. */
const wholeSigns = (text: string): string =>
  text.replace(/&#(?:x([0-9a-f]{5,6})|(\d{5,7}));/gi, (written, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0xffff && code <= 0x10ffff ? String.fromCodePoint(code) : written
  })

interface Listener {
  open?(name: string, attribute: (name: string) => string | undefined): void
  /** If it returns false, the rest of the part is not needed. */
  close?(name: string): unknown
  text?(text: string): void
}

class Parts {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  #elements = 0

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  static async of(bytes: Buffer): Promise<Parts> {
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: true })
    if (zip.entryCount > MAX_ENTRIES) throw new Unread({ why: 'tooComplex' })
    const entries = new Map<string, Entry>()
    let unzipped = 0
    for await (const entry of zip.eachEntry()) {
      unzipped += entry.uncompressedSize
      if (unzipped > MAX_UNZIPPED) throw new Unread({ why: 'tooLarge' })
      entries.set(entry.fileName.toLowerCase(), entry)
    }
    return new Parts(zip, entries)
  }

  /** Parses a part; a missing one is empty. An entry that unpacks to more than its declared size fails as broken. */
  async read(path: string, listener: Listener): Promise<void> {
    const entry = this.#entries.get(path.toLowerCase())
    if (entry === undefined) return
    let silence = 0
    let enough = false
    const parser = new Parser()
    parser.on('openTag', (name, attributes, decode) => {
      silence = 0
      if (++this.#elements > MAX_ELEMENTS) throw new Unread({ why: 'tooComplex' })
      if (enough) return
      let all: Record<string, string> | undefined
      listener.open?.(plain(name), (wanted) => {
        all ??= attributes()
        const found = all[wanted] ?? Object.entries(all).find(([key]) => plain(key) === wanted)?.[1]
        return found === undefined ? undefined : decode(wholeSigns(found))
      })
    })
    parser.on('closeTag', (name) => {
      silence = 0
      if (!enough && listener.close?.(plain(name)) === false) enough = true
    })
    parser.on('text', (text, decode) => {
      if (!enough) listener.text?.(decode(wholeSigns(text)))
    })
    parser.on('cdata', (text) => {
      if (!enough) listener.text?.(text)
    })
    parser.on('error', (error) => {
      throw error
    })
    const decoder = new TextDecoder('utf-8')
    for await (const chunk of (await this.#zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      silence += chunk.length
      if (silence > MAX_SILENCE) throw new Unread({ why: 'broken' })
      parser.write(decoder.decode(chunk, { stream: true }))
      if (enough) return
    }
    parser.end()
  }
}

/** The sheets of a workbook in their order, each up to `maxRows` rows. @throws Unread, or any error if it is not a workbook */
export async function readWorkbook(bytes: Buffer, maxRows: number): Promise<Table[]> {
  const parts = await Parts.of(bytes)
  const { sheets, from1904, ...paths } = await contentsOf(parts)
  if (sheets.length === 0) throw new Unread({ why: 'broken' })
  const texts = await textsOf(parts, paths.texts)
  const looks = await looksOf(parts, paths.styles)
  const budget = { characters: MAX_CHARACTERS }
  const tables: Table[] = []
  for (const sheet of sheets) {
    const grid = new Grid(maxRows, budget)
    await readSheet(parts, sheet.path, grid, { texts, looks, from1904 })
    tables.push(grid.table(sheet.name, sheet.hidden))
  }
  return tables
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** The path of a target of a relationship, which may be relative to the root or to the folder. */
const resolveTarget = (folder: string, target: string): string =>
  decodeURIComponent(new URL(target, `zip://archive/${folder}`).pathname.slice(1))

interface Relation {
  readonly type: string
  readonly path: string
}

async function relationsOf(parts: Parts, path: string): Promise<Map<string, Relation>> {
  const folder = folderOf(path)
  const found = new Map<string, Relation>()
  await parts.read(`${folder}_rels/${path.slice(folder.length)}.rels`, {
    open(name, attribute) {
      if (name !== 'Relationship') return
      const type = attribute('Type') ?? ''
      found.set(attribute('Id') ?? String(found.size), {
        type: type.slice(type.lastIndexOf('/') + 1),
        path: resolveTarget(folder, attribute('Target') ?? ''),
      })
    },
  })
  return found
}

async function contentsOf(parts: Parts) {
  const root = [...(await relationsOf(parts, '')).values()].find(({ type }) => type === 'officeDocument')
  const path = root?.path ?? 'xl/workbook.xml'
  const relations = await relationsOf(parts, path)
  const sheets: { name: string; path: string; hidden: boolean }[] = []
  let from1904 = false
  await parts.read(path, {
    open(name, attribute) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
      if (name !== 'sheet') return
      const relation = relations.get(attribute('id') ?? '')
      if (relation?.type !== 'worksheet') return
      const hidden = /^(very)?hidden$/i.test(attribute('state') ?? '')
      sheets.push({ name: unescapeText(attribute('name') ?? ''), path: relation.path, hidden })
    },
  })
  const pathOf = (kind: string) => [...relations.values()].find(({ type }) => type === kind)?.path ?? ''
  return { sheets, from1904, texts: pathOf('sharedStrings'), styles: pathOf('styles') }
}

/** Collects the text of `t` elements, without the phonetic text beside it. */
function textCollector() {
  let inText = false
  let aside = false
  let text = ''
  return {
    begin() {
      text = ''
    },
    open(name: string) {
      if (name === 'rPh') aside = true
      if (name === 't' && !aside) inText = true
    },
    close(name: string) {
      if (name === 'rPh') aside = false
      if (name === 't') inText = false
    },
    text(piece: string) {
      if (inText) text += piece
    },
    taken: () => unescapeText(text),
  }
}

async function textsOf(parts: Parts, path: string): Promise<string[]> {
  const texts: string[] = []
  const collector = textCollector()
  await parts.read(path, {
    open(name) {
      if (name === 'si') collector.begin()
      else collector.open(name)
    },
    close(name) {
      if (name === 'si') texts.push(collector.taken())
      else collector.close(name)
    },
    text: collector.text,
  })
  return texts
}

/** The format writes a character that XML does not allow as `_x000D_`. */
const unescapeText = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** How the number of a cell is shown. */
type Look = 'number' | 'month' | 'date'

/** Formats that the standard numbers and no file describes, as Chinese programs show them (ECMA-376, 18.8.30). */
const numbered: ReadonlyMap<number, Look> = new Map([
  ...[14, 15, 16, 18, 19, 20, 21, 22, 28, 29, 30, 31, 32, 33, 34, 35, 45, 46, 47].map((id) => [id, 'date'] as const),
  ...[51, 53, 54, 55, 56, 58].map((id) => [id, 'date'] as const),
  ...[17, 27, 36, 50, 52, 57].map((id) => [id, 'month'] as const),
])

/** A date format has date letters outside of its quoted parts; `General`, colours and currencies have none. */
function lookOf(format: string): Look {
  const [first = ''] = format.replace(/"[^"]*"|\\.|[_*]./g, '').split(';')
  const letters = first.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]|general|am\/pm|a\/p/gi, '')
  if (!/[ymdhs]/i.test(letters)) return 'number'
  return /y/i.test(letters) && /m/i.test(letters) && !/[dhs]/i.test(letters) ? 'month' : 'date'
}

/** The looks of cell styles, by the index that cells refer to. */
async function looksOf(parts: Parts, path: string): Promise<Look[]> {
  const own = new Map<number, Look>()
  const looks: Look[] = []
  let inCells = false
  await parts.read(path, {
    open(name, attribute) {
      if (name === 'cellXfs') inCells = true
      if (name === 'numFmt') own.set(Number(attribute('numFmtId')), lookOf(attribute('formatCode') ?? ''))
      if (name !== 'xf' || !inCells) return
      const id = Number(attribute('numFmtId') ?? 0)
      looks.push(own.get(id) ?? numbered.get(id) ?? 'number')
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return looks
}

interface Meaning {
  readonly texts: readonly string[]
  readonly looks: readonly Look[]
  readonly from1904: boolean
}

async function readSheet(parts: Parts, path: string, grid: Grid, meaning: Meaning): Promise<void> {
  const collector = textCollector()
  const merged: [first: number, last: number, column: number][] = []
  // Elements without coordinates follow each other (18.3.1.4).
  let row = -1
  let column = -1
  let cell: { type: string; style: number; formula: boolean } | undefined
  let value = ''
  let inValue = false
  await parts.read(path, {
    open(name, attribute) {
      if (name === 'row') {
        row = attribute('r') === undefined ? row + 1 : coordinate(attribute('r'))
        column = -1
      } else if (name === 'c') {
        const reference = attribute('r')
        column = reference === undefined ? column + 1 : columnOf(reference)
        cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? -1), formula: false }
        value = ''
        collector.begin()
      } else if (name === 'mergeCell') {
        const [from = '', to = from] = (attribute('ref') ?? '').split(':')
        merged.push([coordinate(/\d+$/.exec(from)?.[0]), coordinate(/\d+$/.exec(to)?.[0]), columnOf(from)])
      } else if (cell !== undefined) {
        if (name === 'v') inValue = true
        else if (name === 'f') cell.formula = true
        else collector.open(name)
      }
    },
    close(name) {
      if (name === 'v') inValue = false
      else if (name !== 'c' || cell === undefined) collector.close(name)
      else {
        const { type, style, formula } = cell
        cell = undefined
        // An empty text is a valid result of a formula; an empty number is not.
        if (formula && value === '' && type !== 'str') return grid.put(row, column, '', 'noResult')
        const text = type === 'inlineStr' ? collector.taken() : textOf(type, value, meaning.looks[style], meaning)
        return grid.put(row, column, text)
      }
    },
    text(piece) {
      if (inValue) value += piece
      else if (cell !== undefined) collector.text(piece)
    },
  })
  for (const [first, last, at] of merged) grid.fillDown(first, last, at)
}

/** The index of a row or column number. */
function coordinate(number: string | undefined): number {
  const index = Number(number) - 1
  if (!Number.isInteger(index) || index < 0) throw new Unread({ why: 'broken' })
  return index
}

/** 0 of `A12`. */
function columnOf(reference: string): number {
  const letters = /^\$?([A-Z]{1,3})\$?\d*$/i.exec(reference)?.[1]
  if (letters === undefined) throw new Unread({ why: 'broken' })
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function textOf(type: string, value: string, look: Look = 'number', { texts, from1904 }: Meaning): string {
  if (value === '') return ''
  switch (type) {
    case 's': {
      const text = texts[Number(value)]
      if (text === undefined) throw new Unread({ why: 'broken' })
      return text
    }
    case 'b':
      return value === '1' ? '是' : '否'
    case 'd':
      // An ISO 8601 instant, which the file means as local time.
      return shortDate(value.replace('T', ' ').replace(/(\.\d+)?Z?$/, ''), look)
    case 'str':
      return unescapeText(value)
    default:
      return look === 'number' ? numberText(value) : dateText(Number(value), look, from1904)
  }
}

/** From this number on, a spreadsheet program does not store the last digits. */
const INEXACT = 1e15

/**
 * A number as it is shown, without the rounding errors of its binary form. A number of sixteen or more digits, of which
 * a spreadsheet program stores fifteen, is written with an exponent, as the program shows it, so that it is not
 * mistaken for the number that was typed. If the file has all digits, they are used.
 */
function numberText(value: string): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (Math.abs(number) < INEXACT) return String(Number(number.toPrecision(15)))
  return /^\d*[1-9]$/.test(value) ? value : number.toExponential().toUpperCase()
}

const DAY_MS = 86_400_000
/** Days from 1899-12-31 to 1970-01-01, as spreadsheet programs count them. */
const EPOCH = 25_569
const DAYS_TO_1904 = 1462

/** A day, with its time if there is one: both are stored as one number, which may be off by a fraction of a second. */
function dateText(serial: number, look: Look, from1904: boolean): string {
  const days = serial + (from1904 ? DAYS_TO_1904 : 0)
  const date = new Date(Math.round((days - EPOCH) * (DAY_MS / 1000)) * 1000)
  return Number.isNaN(date.getTime()) ? '' : shortDate(date.toISOString().slice(0, 19).replace('T', ' '), look)
}

/** A date without an empty time; one that is shown as a month remains a month. */
function shortDate(text: string, look: Look): string {
  const day = text.replace(/ 00:00:00$/, '')
  return look === 'month' && /^\d{4}-\d\d-01$/.test(day) ? day.slice(0, 7) : day
}
