import { zip } from './odd-tables.ts'

/* Workbooks as XML by hand, as other programs write them and as nobody should. */

const xml = (body: string): Buffer => Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`)
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface OddSheet {
  readonly name?: string
  readonly state?: 'hidden' | 'veryHidden'
  /** What stands in `sheetData`. */
  readonly rows: string
  /** What stands behind it. */
  readonly after?: string
}

interface Odd {
  /** Items of the shared strings: `<si><t>x</t></si>`. */
  readonly texts?: string
  /** What stands in `styleSheet`. */
  readonly styles?: string
  readonly workbookPr?: string
  readonly mainType?: string
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function workbook(sheets: readonly OddSheet[], { texts, styles, workbookPr = '', mainType }: Odd = {}): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (...all: string[]) =>
    xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`,
    )
  return zip({
    '[Content_Types].xml': xml(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${mainType ?? `${XLSX}.main+xml`}"/></Types>`,
    ),
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${workbookPr}<sheets>${sheets
        .map(
          ({ name, state }, i) =>
            `<sheet name="${name ?? `Sheet${i + 1}`}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relations(
      ...sheets.map((_, i) => relation(`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`)),
      relation('rIdT', 'sharedStrings', 'sharedStrings.xml'),
      relation('rIdS', 'styles', 'styles.xml'),
    ),
    ...(texts === undefined ? {} : { 'xl/sharedStrings.xml': xml(`<sst xmlns="${MAIN}">${texts}</sst>`) }),
    ...(styles === undefined ? {} : { 'xl/styles.xml': xml(`<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`) }),
    ...Object.fromEntries(
      sheets.map(({ rows, after = '' }, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        xml(`<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${after}</worksheet>`),
      ]),
    ),
  })
}

/** A cell of text. */
export const textCell = (text: string, at = ''): string =>
  `<c${at && ` r="${at}"`} t="inlineStr"><is><t>${text}</t></is></c>`

/** Rows of text cells that say where they stand. */
export const textRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((text, column) => (text === '' ? '' : textCell(text, `${letters(column)}${row + 1}`))).join('')}</row>`,
    )
    .join('')

/** `AA` of 26. */
export const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26)
