import { globSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { notifyType, raised } from '@cheyi/domain/platform/notify/notice'
import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'
import { columns } from '../../kernel/db/columns.ts'
import { snakeCase } from '../../kernel/db/letter-case.ts'
import { withCodes } from '../../kernel/postgres/codes.ts'
import { migrationsDir } from '../../kernel/postgres/migrate.ts'

/*
 * Law of decision 28: codes are written by name. No SQL text, no condition of Kysely and no comparison uses a bare digit with a column that
 * `kernel/db/columns.ts` declares as an enumeration: `sql` of kernel/db/sql.ts replaces the name by its digit, and so does
 * `{orderStatus.pickedUp}` in a migration (kernel/postgres/codes.ts).
 */

const source = join(import.meta.dirname, '../..')

/** Columns of codes, by name only, because an alias in SQL does not tell the table. */
const coded = new Set(
  Object.entries(columns).flatMap(([key, held]) => ('values' in held ? [key.slice(key.indexOf('.') + 1)] : [])),
)
const names = [...coded].map(snakeCase).join('|')
const comparisons = [
  new RegExp(`\\b(?:${names}) *(?:=|<>|!=|<=|>=|<|>|is (?:not )?distinct from) *\\d+`, 'g'),
  new RegExp(`\\b(?:${names}) +(?:not +)?in *\\( *\\d+`, 'g'),
  new RegExp(`\\b(?:${names}) +(?:not +)?between +\\d+`, 'g'),
]
/** The range or list of allowed values of a column may be written in digits. */
const range = new RegExp(`\\bcheck \\((?:${names}) (?:between \\d+ and \\d+|in \\([\\d, ]+\\))\\)`, 'g')
/** Only in functions, policies, triggers and indexes of migrations. */
const choices = [new RegExp(`\\bcase +(?:\\w+\\.)?(?:${names}) +when +\\d+`, 'g')]
const operators = new Set(['=', '<>', '!=', '<', '>', '<=', '>=', 'in', 'not in'])

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Codes are small; an HTTP status is not a code. */
const isDigit = (node: unknown): boolean =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'number' && node.value < 100
const areDigits = (node: unknown): boolean =>
  isNode(node) && node.type === 'ArrayExpression' && (node.elements as unknown[]).some(isDigit)

/** `row.status`, `status`. */
function isCode(node: unknown): boolean {
  if (!isNode(node)) return false
  if (node.type === 'MemberExpression' && !node.computed) return isCode(node.property)
  return node.type === 'Identifier' && coded.has(node.name as string)
}

/** Whether a node compares a code with a digit; for texts, the parts that do. */
function digitsIn(node: Node): string[] {
  const text = node.type === 'TemplateElement' ? (node.value as { cooked: string }).cooked : node.value
  if (node.type === 'TemplateElement' || node.type === 'Literal')
    return typeof text === 'string' ? comparisons.flatMap((pattern) => text.match(pattern) ?? []) : []
  if (node.type === 'BinaryExpression' && /[=<>]/.test(node.operator as string)) {
    const { left, right, operator } = node
    return (isCode(left) && isDigit(right)) || (isDigit(left) && isCode(right)) ? [`comparison ${operator}`] : []
  }
  if (node.type !== 'CallExpression') return []
  const [column, operator, value] = node.arguments as Node[]
  const { callee } = node as { callee?: Node }
  if (callee?.type === 'MemberExpression' && areDigits(callee.object) && isCode(column)) return ['list of digits']
  const name = typeof column?.value === 'string' ? column.value.slice(column.value.lastIndexOf('.') + 1) : ''
  const compared = coded.has(name) && operators.has(operator?.value as string) && (isDigit(value) || areDigits(value))
  return compared ? [`${name} ${operator?.value}`] : []
}

/** Every bare digit of a program. */
function found(text: string): string[] {
  const all: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const inner of node) visit(inner)
    else if (isNode(node)) {
      all.push(...digitsIn(node))
      for (const inner of Object.values(node)) visit(inner)
    }
  }
  visit(parseAst(text, { lang: 'ts' }))
  return all
}

/** Every bare digit of a migration. */
function foundInSql(text: string): string[] {
  const bare = text.replaceAll(/--.*$|^comment on [^;']*'(?:[^']|'')*';/gm, '').replaceAll(range, '')
  return [...comparisons, ...choices].flatMap((pattern) => bare.match(pattern) ?? [])
}

it.each([
  ["query('select 1 from store s where s.status = 1')", 1],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a program as text
  ['query(`select ${x} from occupancy c where c.kind in (0, 5) and o.status between 1 and 6`)', 2],
  ["db.selectFrom('account').where('a.status', '=', 1).where('kind', 'in', [1, 2])", 2],
  ['row.status === 1 || 2 < status || [1, 2].includes(row.kind)', 3],
  [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a program as text
    "sql`where status = ${s.open}`; row.status === open; where('status', '=', open); response.status < 500; days > 1",
    0,
  ],
])('is found in %s', (text, count) => {
  expect(found(text)).toHaveLength(count)
})

it('no digit stands for a code', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$|^testing\//.test(file))
  const all = files.flatMap((file) => found(readFileSync(join(source, file), 'utf8')).map((what) => `${file}: ${what}`))
  expect(all).toEqual([])
}, 60_000)

it.each([
  ['create index due on "order" (return_at) where status = 5', 1],
  ['if old.status not between 1 and 4 then return case new.pay_way when 3 then 1 end; end if', 2],
  ['check (vehicle_id is not null or kind in (0, 5))', 1],
  ['  status smallint not null check (status between 0 and 3), -- where status = 1', 0],
  ["comment on table tally is 'kind > 0; a kind = 1, status''s status = 2';", 0],
  [
    "comment on table store is 'status = 1 open';\ncreate index open on store (id) where status = {storeStatus.open}",
    0,
  ],
])('is found in a migration: %s', (text, count) => {
  expect(foundInSql(text)).toHaveLength(count)
})

it('no digit stands for a code in a migration', async () => {
  const files = (await readdir(migrationsDir)).filter((file) => file.endsWith('.sql'))
  const all = files.flatMap((file) =>
    foundInSql(readFileSync(join(migrationsDir, file), 'utf8')).map((what) => `${file}: ${what}`),
  )
  expect(all).toEqual([])
})

it('a migration names no code that nobody knows', () => {
  expect(withCodes('status = {orderStatus.pickedUp}')).toBe('status = 5')
  expect(() => withCodes('status = {orderStatus.lost}')).toThrow('{orderStatus.lost}')
})

it('whatever staff are told has a switch, and no switch is of what nobody is told', () => {
  const told = globSync('**/*.ts', { cwd: source })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [
      ...readFileSync(join(source, path), 'utf8').matchAll(/(?:\btype: |\btell\(ctx, order, )notifyType\.(\w+)/g),
    ])
    .map(([, name]) => notifyType[name as keyof typeof notifyType])
  expect([...new Set(told)].toSorted((a, b) => a - b)).toEqual([...raised].toSorted((a, b) => a - b))
})
