import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/* The driver throws an unhandled error for a client without a listener: one lost connection would end the process. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('**/*.ts', {
  cwd: root,
  exclude: (path) => /(^|\/)testing$|\.test\.ts$/.test(path),
}).map((path) => path.replaceAll('\\', '/'))

/** Opens its own connection: creates one of the driver's classes, extends one, or imports one. */
const opens =
  /\b(new|extends) pg\.(Client|Pool|Connection)\b|import (?!type )[^'"]*\b(Client|Pool|Connection)\b[^'"]* from 'pg'/

it('connections are only opened in pools.ts, where each has a listener', () => {
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
