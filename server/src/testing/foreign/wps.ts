import { zip } from '../hostile/odd-tables.ts'
import { letters } from '../hostile/odd-workbooks.ts'
import type { ForeignTable, Told } from './files.ts'

/*
 * Workbooks in the manner of WPS, which runs on no machine of ours: what it is known to write otherwise than Excel does, part by part.
 */

interface Manner {
  /** ISO/IEC 29500 Strict: other namespaces, and dates as text. */
  readonly strict?: boolean
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\ud842\udfb7/g, '&#x20BB7;')
const part = (body: string) => Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n${body}`)
/** Days since the end of 1899. */
const serialOf = (told: string) => Date.parse(told.includes('T') ? `${told}Z` : told) / 86_400_000 + 25_569

export function wpsWorkbook(tables: readonly ForeignTable[], { strict = false }: Manner = {}): Buffer {
  const office = strict
    ? 'http://purl.oclc.org/ooxml/officeDocument'
    : 'http://schemas.openxmlformats.org/officeDocument/2006'
  const main = strict
    ? 'http://purl.oclc.org/ooxml/spreadsheetml/main'
    : 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const texts: string[] = []
  const formats: string[] = []
  /** The index of a cell style with this format; 0 is General, 1 is text that was typed behind an apostrophe. */
  const styleOf = (format: string | undefined): number => {
    if (format === undefined) return 0
    if (!formats.includes(format)) formats.push(format)
    return formats.indexOf(format) + 2
  }
  const cell = (told: Told, at: string): string => {
    if (told === null || told === '') return `<c r="${at}" s="1"/>`
    if (typeof told === 'string') {
      texts.push(told)
      return `<c r="${at}" s="1" t="s"><v>${texts.length - 1}</v></c>`
    }
    if ('d' in told)
      return strict
        ? `<c r="${at}" s="${styleOf(told.f)}" t="d"><v>${told.d}</v></c>`
        : `<c r="${at}" s="${styleOf(told.f)}"><v>${serialOf(told.d)}</v></c>`
    if ('formula' in told) return `<c r="${at}"><f>${told.formula}</f><v>${told.v}</v></c>`
    return `<c r="${at}" s="${styleOf(told.f)}"><v>${told.n}</v></c>`
  }
  const sheets = tables.map(({ title, heading, rows }) => {
    const lines = [...(title === undefined ? [] : [[title]]), heading, ...rows]
    const xml = lines.map(
      (cells, line) =>
        `<row r="${line + 1}" spans="1:${heading.length}" ht="20" customHeight="1" x14ac:dyDescent="0.15">${cells
          .map((told, column) => cell(told, `${letters(column)}${line + 1}`))
          .join('')}</row>`,
    )
    // A border that was drawn to the end of the sheet leaves styled cells without content.
    xml.push('<row r="1048576" hidden="1"><c r="A1048576" s="1"/></row>')
    const merged =
      title === undefined
        ? ''
        : `<mergeCells count="1"><mergeCell ref="A1:${letters(heading.length - 1)}1"/></mergeCells>`
    return `<worksheet xmlns="${main}" xmlns:r="${office}/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" mc:Ignorable="x14ac"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetFormatPr defaultRowHeight="13.5"/><cols><col min="2" max="2" hidden="1"/></cols><sheetData>${xml.join('')}</sheetData>${merged}<phoneticPr fontId="1" type="noConversion"/></worksheet>`
  })
  // Each text in two runs, with a pronunciation that is no part of it.
  const shared = texts.map((text) => {
    const signs = [...text]
    const [first, rest] = [signs.slice(0, 1).join(''), signs.slice(1).join('')]
    const run = (piece: string) =>
      `<r><rPr><sz val="11"/><rFont val="宋体"/></rPr><t xml:space="preserve">${escaped(piece)}</t></r>`
    return `<si>${run(first)}${rest === '' ? '' : run(rest)}<rPh sb="0" eb="1"><t>hu</t></rPh><phoneticPr fontId="1" type="noConversion"/></si>`
  })
  const numbered = formats.map((format, at) => `<numFmt numFmtId="${176 + at}" formatCode="${escaped(format)}"/>`)
  const xfs = formats.map((_, at) => `<xf numFmtId="${176 + at}" xfId="0" applyNumberFormat="1"/>`)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/relationships/${type}" Target="${target}"/>`
  const relations = (...all: string[]) =>
    part(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`,
    )
  return zip({
    ...Object.fromEntries(sheets.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, part(xml)])),
    'xl/sharedStrings.xml': part(
      `<sst xmlns="${main}" count="${texts.length}" uniqueCount="${texts.length}">${shared.join('')}</sst>`,
    ),
    'xl/styles.xml': part(
      `<styleSheet xmlns="${main}"><numFmts count="${numbered.length}">${numbered.join('')}</numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0" xfId="0"/><xf numFmtId="49" xfId="0" quotePrefix="1"/>${xfs.join('')}</cellXfs><dxfs><dxf><numFmt numFmtId="176" formatCode="General"/></dxf></dxfs></styleSheet>`,
    ),
    'xl/workbook.xml': part(
      `<workbook xmlns="${main}" xmlns:r="${office}/relationships"${strict ? ' conformance="strict"' : ''}><fileVersion appName="xl" lastEdited="3" lowestEdited="5" rupBuild="9302"/><workbookPr/><bookViews><workbookView/></bookViews><sheets>${tables
        .map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 7}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets><calcPr calcId="144525"/></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relations(
      ...tables.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `/xl/worksheets/sheet${at + 1}.xml`)),
      relation('rIdT', 'sharedStrings', '/xl/sharedStrings.xml'),
      relation('rIdS', 'styles', '/xl/styles.xml'),
    ),
    'docProps/custom.xml': part(
      '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="KSOProductBuildVer"><vt:lpwstr>2052-12.1.0.18276</vt:lpwstr></property></Properties>',
    ),
    '_rels/.rels': relations(relation('rId1', 'officeDocument', '/xl/workbook.xml')),
    '[Content_Types].xml': part(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    ),
  })
}
