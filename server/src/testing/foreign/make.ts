// Writes the files of this folder again with the programs that wrote them:
//
//   openpyxl.xlsx                       openpyxl 3.0.9 (Debian's python3-openpyxl): dates from 1904, a filter, a hidden row and column
//   libreoffice.xlsx, .ods, two texts   LibreOffice 7.4.7 (Debian's libreoffice-calc), out of a workbook of openpyxl with formulas
//   sheetjs.xlsx, .csv, .xls, .xlsb     SheetJS 0.18.5 (npm's xlsx, which is no dependency of this repository)
//
// usage: npx node server/src/testing/foreign/make.ts <folder in which `npm install xlsx@0.18.5` was run>
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Told, tables } from './files.ts'

const [packages] = process.argv.slice(2)
if (packages === undefined) throw new Error('usage: make.ts <folder in which `npm install xlsx@0.18.5` was run>')
const XLSX = createRequire(join(packages, 'index.js'))('xlsx')
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

function run(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}

/** As web pages of other products export a table. */
function sheetjs(): void {
  const cellOf = (told: Told | undefined) => {
    if (told === undefined || told === null || told === '') return null
    if (typeof told === 'string') return { t: 's', v: told }
    if ('formula' in told) return { t: 'n', v: told.v, f: told.formula }
    if ('n' in told) return { t: 'n', v: told.n, z: told.f }
    return { t: 'n', v: Date.parse(told.d.includes('T') ? `${told.d}Z` : told.d) / 86_400_000 + 25_569, z: told.f }
  }
  const book = XLSX.utils.book_new()
  for (const { name, title, heading, rows } of tables) {
    const lines = [...(title === undefined ? [] : [[title]]), heading, ...rows]
    const sheet = XLSX.utils.aoa_to_sheet(lines.map((line) => line.map(cellOf)))
    const last = XLSX.utils.encode_col(heading.length - 1)
    if (title !== undefined) sheet['!merges'] = [XLSX.utils.decode_range(`A1:${last}1`)]
    XLSX.utils.book_append_sheet(book, sheet, name)
  }
  for (const ending of ['xlsx', 'csv', 'xls', 'xlsb'])
    XLSX.writeFile(book, here(`files/sheetjs.${ending}`), { compression: true })
}

const openpyxl = (out: string, ...mode: readonly string[]) =>
  run('/usr/bin/python3', here('openpyxl-write.py'), here('tables.json'), out, ...mode)

function libreOffice(): void {
  const work = mkdtempSync(join(tmpdir(), 'cheyi-foreign-'))
  /** Charsets by LibreOffice's own numbers; the sheet is counted from 1. */
  const text = (separator: number, charset: number, sheet: number) =>
    `csv:Text - txt - csv (StarCalc):${separator},34,${charset},1,,0,false,true,false,false,false,${sheet}`
  try {
    const plain = join(work, 'plain.xlsx')
    openpyxl(plain)
    for (const [as, from, to] of [
      ['xlsx', 'plain.xlsx', 'libreoffice.xlsx'],
      ['ods', 'plain.ods', 'libreoffice.ods'],
      [text(44, 85, 3), 'plain-违章.csv', 'libreoffice-gb18030.csv'],
      [text(9, 65_535, 4), 'plain-通行.csv', 'libreoffice-utf16.csv'],
    ] as const) {
      const out = join(work, 'out')
      run('soffice', '--headless', '--convert-to', as, '--outdir', out, plain)
      copyFileSync(join(out, from), here(`files/${to}`))
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

openpyxl(here('files/openpyxl.xlsx'), '1904')
sheetjs()
libreOffice()
