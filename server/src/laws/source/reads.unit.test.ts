import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sourcesOf } from '../../testing/modules.ts'
import { allMigrations, functionsOf, ownersOf, readBy, tables, upwardReads } from '../../testing/table-uses.ts'

/*
 * A module reads tables of its own and of lower modules only, in its statements and in the functions of migrations: whoever changes a column
 * finds its readers where the arrows of docs/modules.md lead. The reads that still go up stand there, by pairs of features, with their
 * reason. A number may only become smaller, and a row may only go.
 */

const sources = sourcesOf('S').filter(({ path }) => !path.includes('.gen.'))
const functions = functionsOf(allMigrations())
const owners = ownersOf(sources, functions)

/** The rows of docs/modules.md: `money/payment → rental/violation` and how many reads. */
const listed = Object.fromEntries(
  [
    ...readFileSync(join(import.meta.dirname, '../../../../docs/modules.md'), 'utf8').matchAll(
      /^\| ([a-z/-]+ → [a-z/-]+) \| (\d+) \| .{10,} \|$/gm,
    ),
  ].map(([, pair, reads]) => [pair!, Number(reads)]),
)

it('statements and functions read tables of lower modules, or stand in docs/modules.md', () => {
  expect(upwardReads([...sources, ...functions], owners)).toEqual(listed)
})

it('the reads that go up only become fewer', () => {
  expect(Object.values(listed).reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(20)
})

it('each table has an owner', () => {
  const kernels = new Set(sources.filter(({ path }) => path.startsWith('kernel/')).flatMap(({ text }) => readBy(text)))
  // The first is filled by its migration, the second by functions of the kernel, two are views, and the last one is only written.
  const others = ['modelLibrary', 'numberBlock', 'orderOver', 'personOver', 'scheduleRun']
  expect([...tables].filter((table) => !owners.has(table) && !kernels.has(table))).toEqual(others)
})

const planted = (text: string, path = 'money/payment/planted.ts') => upwardReads([{ path, text }], owners)

it.each([
  ['a select', "db.selectFrom('violation as v').select('id')"],
  ['a join', "db.selectFrom('payment').leftJoin('violation as v', 'v.id', 'payment.id')"],
  ['several tables', "db.selectFrom(['payment', 'violation as v'])"],
  ['SQL text', 'select id from violation v where id = $1'],
  ['a list of tables', 'select 1 from payment p, violation v'],
  ['a join in SQL text', 'update payment p set version = 1 from deposit d join violation v on v.id = d.id'],
  ['a subquery', 'select exists (select from violation where id = p.id) from payment p'],
  ['a delete that joins', 'delete from payment p using violation v where v.id = p.id'],
])('a read of a higher module is found: %s', (_, text) => {
  expect(planted(text)).toEqual({ 'money/payment → rental/violation': 1 })
  expect(planted(text, 'rental/violation/store.ts')).toEqual({})
  expect(planted(text, 'kernel/db/planted.ts')).toEqual({})
})

it.each([
  ['a comment', '/* from violation */ -- from violation\n// from violation'],
  ['a write', 'update violation set version = 1'],
  ['a name of `with`', 'with cars as (select 1) select from cars'],
  ['a comparison', 'select a is distinct from violation'],
])('no read: %s', (_, text) => {
  expect(planted(text)).toEqual({})
})

it('of a function that is written again the last text counts, in the module of the first', () => {
  const all = [
    { name: '0003_fleet', text: 'create function f(a int) returns int as $$ select 1 from vehicle $$' },
    {
      name: '0048_sales_clock',
      text: 'create or replace function f(a int) returns int as $$ select 1 from violation $$',
    },
  ]
  expect(upwardReads(functionsOf(all), owners)).toEqual({ 'fleet/database → rental/violation': 1 })
  expect(() => functionsOf([{ name: '0099_new', text: all[0]!.text }])).toThrow('0099_new is of no module')
})
