import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { camelCase } from '../../kernel/db/letter-case.ts'
import { featureOf } from '../../testing/modules.ts'

/*
 * Each table is written by one feature; others call its `actions.ts`. So the rules for every change of a row (its version, its encryption,
 * its caches) are in one place. Reading is free: a list joins the tables it needs. Found in the sources: Kysely's statements and SQL text,
 * whose tables are those of the generated types.
 */

const src = join(import.meta.dirname, '../..')
/** Code that writes when a database is created, or outside of any call. */
const outside = ['testing', 'seed', 'command', 'laws']

/** Second writers that remain. */
const shared: Readonly<Record<string, readonly string[]>> = {
  // The event of a notice is inserted by the statement that finds its recipients, because their ids are only known there.
  event: ['notify'],
  // The pipeline records the last use of a session; all other columns belong to the feature.
  loginSession: ['kernel'],
}

/** Modules whose statements work on several tables of one shape, named in a type. */
const severalTables: Readonly<Record<string, readonly string[]>> = {
  'kernel/db/save-row.ts': [],
  'pricing/terms/store.ts': ['serviceItem', 'feeConfig', 'cancelRule', 'depositPolicy', 'damagePrice'],
}

const tables = new Set(
  [
    ...readFileSync(join(src, 'kernel/db/tables.gen.ts'), 'utf8')
      .split('export interface DB {')[1]!
      .matchAll(/^ {2}(\w+): /gm),
  ].map(([, name]) => name!),
)

const KYSELY = /(?:\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(|\bsaveRow\(ctx,)\s*(?:'(\w+)')?/g
const TEXT =
  /(?<!\b(?:for|for no key|do) )\b(?:insert into|update|delete from|merge into|truncate) (?:only )?"?([a-z_]+|\$)/g

/** The tables that a module writes; `?` where a statement names none. */
const writtenBy = (text: string): string[] => [
  ...[...text.matchAll(KYSELY)].map(([, name]) => name ?? '?'),
  ...[...text.matchAll(TEXT)].map(([, name]) => (name === '$' ? '?' : camelCase(name!))),
]

const modules = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.includes('/') && path.endsWith('.ts') && !path.includes('.test.') && !path.includes('.gen.'))
  .filter((path) => !outside.includes(path.split('/')[0]!))
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))

/** Tables with the features that write them. */
function writers(all: readonly { readonly path: string; readonly text: string }[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { path, text } of all)
    for (const name of writtenBy(text).flatMap((one) => (one === '?' ? (severalTables[path] ?? ['?']) : [one]))) {
      if (name !== '?' && !tables.has(name)) continue
      found.set(name, (found.get(name) ?? new Set()).add(featureOf(path)))
    }
  return found
}

const broken = (all: Parameters<typeof writers>[0]) =>
  [...writers(all)]
    .map(([table, features]) => [table, [...features].filter((feature) => !shared[table]?.includes(feature))] as const)
    .filter(([table, features]) => table === '?' || features.length > 1)
    .map(([table, features]) => `${table}: ${features.join(', ')}`)

it('a table has one writing feature', () => {
  expect(writers(modules).size).toBeGreaterThan(60)
  expect(broken(modules)).toEqual([])
  // Payments are written by one feature, whatever their purpose.
  expect(writers(modules).get('payment')).toEqual(new Set(['payment']))
})

it('a second writer that is listed is there', () => {
  const found = writers(modules)
  for (const [table, features] of Object.entries(shared))
    expect([...found.get(table)!]).toEqual(expect.arrayContaining([...features]))
})

it.each([
  ["ctx.db.updateTable('order').set({})", 'order: order, payment'],
  ["saveRow(ctx, 'violation', row, patch)", 'violation: violation, payment'],
  ["db\n  .insertInto(\n'order')", 'order: order, payment'],
  ['update "order" o set version = 1', 'order: order, payment'],
  ['with m as (select 1) delete from order_item where id = $1', 'orderItem: order, payment'],
  ['db.updateTable(table as never)', '?: payment'],
  ['insert into $' + '{name} values', '?: payment'],
])('a write from elsewhere is found: %s', (text, refusal) => {
  expect(broken([...modules, { path: 'money/payment/planted.ts', text }])).toContainEqual(refusal)
})

it.each(['select 1 from "order" for update', 'for no key update of o', 'on conflict (id) do update set name = $1'])(
  'no write: %s',
  (text) => {
    expect(broken([...modules, { path: 'money/payment/planted.ts', text }])).toEqual([])
  },
)
