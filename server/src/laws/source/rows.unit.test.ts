import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'

/*
 * Laws of decision 28 that neither the compiler nor PostgreSQL checks: a name in capitals arrives in small letters, a code that
 * `kernel/db/columns.ts` does not declare is any number, a session reckons days in UTC, and a plate is stored in one form only.
 */

const source = join(import.meta.dirname, '../..')

/** The SQL of a file: the texts of its templates. */
function sqlOf(file: string): string[] {
  const texts: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const inner of node) visit(inner)
      return
    }
    if (typeof node !== 'object' || node === null) return
    const { type, value } = node as { type?: string; value?: { cooked?: string | null } }
    if (type === 'TemplateElement') texts.push(value?.cooked ?? '')
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseAst(readFileSync(join(source, file), 'utf8'), { lang: 'ts' }))
  return texts.filter((text) => /\b(select|from|returning|join)\b/.test(text))
}

const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$/.test(file))

it('no SQL text has an alias with a capital letter but in quotes', () => {
  const found = files.flatMap((file) =>
    sqlOf(file).flatMap((text) => (text.match(/\bas [a-z]\w*[A-Z]\w*/g) ?? []).map((alias) => `${file}: ${alias}`)),
  )
  expect(found).toEqual([])
}, 60_000)

it('the day of an instant is that of the business, of which the first eight hours are yesterday in UTC', () => {
  const inUtc =
    /(?:_at|now\(\)\)?)\)?::date\b|date_trunc\('(?:day|week|month|year)', *(?:\(select )?(?:\w+\.)?(?:\w+_at|(?:app_)?now\(\))\)|\bcurrent_date\b/g
  const migrations = join(source, '../migrations')
  const texts = [
    ...globSync('**/*.ts', { cwd: source })
      .filter((file) => !/\.test\.ts$/.test(file))
      .map((file) => [file, readFileSync(join(source, file), 'utf8')] as const),
    ...globSync('*.sql', { cwd: migrations }).map(
      (file) => [file, readFileSync(join(migrations, file), 'utf8')] as const,
    ),
  ]
  expect("from_on <= app_now()::date and date_trunc('month', o.created_at)".match(inUtc)).toHaveLength(2)
  expect("(o.created_at at time zone 'Asia/Shanghai')::date".match(inUtc)).toBeNull()
  expect(texts.flatMap(([file, text]) => (text.match(inUtc) ?? []).map((found) => `${file}: ${found}`))).toEqual([])
}, 60_000)

it('a keyword is compared with a plate in the form in which plates are stored, however it was typed', () => {
  const compares = /\bplate\s+i?like\b|strpos\([^,]*\bplate,/
  const found = files.filter((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    if (!compares.test(text) || file.startsWith('testing/')) return false
    return /\bplate\s+ilike\b/.test(text) || !/\b(likePlate|normalisePlate|ask\.plate|plate: string)\b/.test(text)
  })
  expect(found).toEqual([])
}, 60_000)

/** Columns whose name is that of a code, but which are none: the source of a price may be 0, for all; a level is only counted. */
const plain = [
  // 0: no source.
  'FigureDay.source',
  'LoginLock.lockLevel',
  'LongPrice.source',
  'Occupancy.orderStatus',
  'Occupancy.source',
  'PriceCalendar.source',
  'PriceChange.source',
  'PriceRule.source',
  'ServiceItem.sources',
  // The status belongs to the machine of its kind.
  'Ticket.status',
]

it('columns.ts knows every column that is named like a code', () => {
  const named = /^ {2}(\w*(?:status|state|kind|type|mode|level|source|reason|way|lifecycle|result)s?): .*\bnumber\b/i
  const tables = readFileSync(join(source, 'kernel/db/tables.gen.ts'), 'utf8').split('export interface ').slice(1)
  const found = tables.flatMap((text) => {
    const table = text.slice(0, text.indexOf('Table'))
    return text.split('\n').flatMap((line) => (named.test(line) ? [`${table}.${named.exec(line)![1]}`] : []))
  })
  expect(found.toSorted()).toEqual(plain)
})
