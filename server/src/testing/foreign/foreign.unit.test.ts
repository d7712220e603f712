import { expect, it, vi } from 'vitest'
import { readTables } from '../../outside/table/tables.ts'
import { file, type Told, tables } from './files.ts'
import { wpsWorkbook } from './wps.ts'

// Every table is read in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** What a person sees in a cell, as the reader tells it. */
function seen(told: Told): string {
  if (told === null || typeof told === 'string') return told ?? ''
  if ('n' in told) return String(told.n)
  if ('formula' in told) return String(told.v)
  const isMonth = !told.f.replace(/"[^"]*"/g, '').includes('d')
  return isMonth ? told.d.slice(0, 7) : told.d.replace('T00:00:00', '').replace('T', ' ')
}

it.each([
  ['openpyxl', () => file('openpyxl.xlsx')],
  ['LibreOffice', () => file('libreoffice.xlsx')],
  ['SheetJS', () => file('sheetjs.xlsx')],
  ['WPS, as it is known to write', () => wpsWorkbook(tables)],
  ['a program that keeps to ISO 29500 Strict', () => wpsWorkbook(tables, { strict: true })],
] as const)('all sheets of a workbook of %s are read as they are shown', async (_, make) => {
  const found = await readTables(make(), '.xlsx', 100)
  expect(found.map(({ name, hidden, beyond, marks }) => [name, hidden, beyond, marks])).toEqual(
    tables.map(({ name }) => [name, false, null, []]),
  )
  for (const [at, { title, heading, rows }] of tables.entries()) {
    const titles = title === undefined ? [] : [[title, ...heading.slice(1).map(() => '')]]
    expect(found[at]!.rows).toEqual([...titles, heading, ...rows.map((cells) => cells.map(seen))])
  }
})
