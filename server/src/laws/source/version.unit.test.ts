import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/*
 * A row that was changed by another user meanwhile is answered with “stale” (-5), never with a server failure: an update with a condition
 * on the version then finds no row and must handle that.
 */

const source = join(import.meta.dirname, '../..')
const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$|^testing\//.test(file))

/** Updates, from their table to the call that runs them. */
const UPDATE = /\.updateTable\((?:(?!\.updateTable\()[\s\S])*?\.execute\w*\([^)]*\)/g
const asksVersion = (update: string): boolean => /\.where\(\s*'(?:\w+\.)?version'/.test(update)
const failsWithoutRow = (update: string): boolean => /\.executeTakeFirstOrThrow\(\s*\)$/.test(update)

const updatesOf = (text: string): string[] => text.match(UPDATE) ?? []
const broken = (text: string): string[] => updatesOf(text).filter((one) => asksVersion(one) && failsWithoutRow(one))

it('an update that asks for a version says what it means to find none', () => {
  const updates = files.map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }))
  expect(updates.flatMap(({ text }) => updatesOf(text)).length).toBeGreaterThan(60)
  expect(updates.filter(({ text }) => broken(text).length > 0).map(({ file }) => file)).toEqual([])
})

const update = "db\n.updateTable('order')\n.set({ version: 2 })\n.where('id', '=', id)"
it.each([
  [`${update}.where('version', '=', 1).returningAll().executeTakeFirstOrThrow()`, 1],
  [`${update}\n.where(\n'o.version', '=', 1)\n.executeTakeFirstOrThrow( )`, 1],
  [`${update}.where('version', '=', 1).executeTakeFirstOrThrow(() => new Refusal('stale'))`, 0],
  [`${update}.where('version', '=', 1).executeTakeFirst()`, 0],
  [`${update}.returningAll().executeTakeFirstOrThrow()`, 0],
  [`${update}.execute()\n;db.selectFrom('paper').where('version', '=', 1).executeTakeFirstOrThrow()`, 0],
])('sees %j', (text, count) => {
  expect(broken(text)).toHaveLength(count)
})
