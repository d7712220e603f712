import { expect, it } from 'vitest'
import { type Source, sourcesOf } from '../../testing/modules.ts'
import { featureAt, writtenBy } from '../../testing/table-uses.ts'

/*
 * Each table is written by one feature; others call its `actions.ts`. So the rules for every change of a row (its version, its encryption,
 * its caches) are in one place. Reads are judged by reads.unit.test.ts. Found in the sources: Kysely's statements and SQL text, whose
 * tables are those of the generated types.
 */

/** Code that writes when a database is created, or outside of any call. */
const outside = ['testing', 'seed', 'command', 'laws']

/** Second writers that remain. */
const shared: Readonly<Record<string, readonly string[]>> = {
  // The event of a notice is inserted by the statement that finds its recipients, because their ids are only known there.
  event: ['platform/notify'],
  // The pipeline records the last use of a session; all other columns belong to the feature.
  loginSession: ['kernel'],
}

const modules = sourcesOf('S').filter(({ path }) => !/\.gen\./.test(path) && !outside.includes(path.split('/')[0]!))

/** Tables with the features that write them. */
function writers(all: readonly Source[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const source of all) {
    const feature = featureAt(source.path) ?? source.path.split('/')[0]!
    for (const name of writtenBy(source)) found.set(name, (found.get(name) ?? new Set()).add(feature))
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
  expect(writers(modules).get('payment')).toEqual(new Set(['money/payment']))
})

it('a second writer that is listed is there', () => {
  const found = writers(modules)
  for (const [table, features] of Object.entries(shared))
    expect([...found.get(table)!]).toEqual(expect.arrayContaining([...features]))
})

it.each([
  ["ctx.db.updateTable('order').set({})", 'order: booking/order, money/payment'],
  ["saveRow(ctx, 'violation', row, patch)", 'violation: rental/violation, money/payment'],
  ["db\n  .insertInto(\n'order')", 'order: booking/order, money/payment'],
  ['update "order" o set version = 1', 'order: booking/order, money/payment'],
  ['with m as (select 1) delete from order_item where id = $1', 'orderItem: booking/order, money/payment'],
  ['db.updateTable(table as never)', '?: money/payment'],
  ['insert into $' + '{name} values', '?: money/payment'],
])('a write from elsewhere is found: %s', (text, refusal) => {
  expect(broken([...modules, { path: 'money/payment/planted.ts', text }])).toContainEqual(refusal)
})

it.each(['select 1 from "order" for update', 'for no key update of o', 'on conflict (id) do update set name = $1'])(
  'no write: %s',
  (text) => {
    expect(broken([...modules, { path: 'money/payment/planted.ts', text }])).toEqual([])
  },
)
