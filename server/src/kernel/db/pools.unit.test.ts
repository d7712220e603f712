import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/*
 * The driver throws past everybody what a client without a listener is told of: one lost connection ends the process.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('**/*.ts', {
  cwd: root,
  exclude: (path) => /(^|\/)testing$|\.test\.ts$/.test(path),
}).map((path) => path.replaceAll('\\', '/'))

/** Opens a connection of its own: makes one of the driver's classes, a class of its own, or takes them out of the package. */
const opens =
  /\b(new|extends) pg\.(Client|Pool|Connection)\b|import (?!type )[^'"]*\b(Client|Pool|Connection)\b[^'"]* from 'pg'/

it('connections are opened in pools.ts alone, where each gets its listener', () => {
  expect(files.length).toBeGreaterThan(200)
  const found = files.filter((path) => opens.test(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')))
  expect(found).toEqual(['kernel/db/pools.ts'])
})

it.each([
  'new pg.Client({})',
  'class X extends pg.Pool {',
  "import { Client } from 'pg'",
  "import pg, { Pool } from 'pg'",
])('finds %s', (text) => expect(text).toMatch(opens))
