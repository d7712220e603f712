import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { RowCompiler } from './compiler.ts'
import type { DB } from './tables.gen.ts'

const over = (compiler: RowCompiler) =>
  new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })

const task = (n: number, more: { storeId?: string } = {}) => ({
  kind: 'queued',
  refId: String(n),
  detail: { plate: `沪A${n}` },
  ...more,
})
const delta = (at: number) => ({ storeId: '1', modelId: '2', at, delta: -1, refType: 'order', refId: '3' })
const asked = (db: Kysely<DB>) => [
  db.insertInto('task').values(task(1)),
  db.insertInto('task').values(task(2)),
  db.insertInto('task').values(task(3, { storeId: '7' })),
  db.insertInto('task').values([task(4), task(5)]),
  db.insertInto('task').values([task(6), task(7), task(8)]),
  db.insertInto('task').values({ ...task(9), refId: sql<string>`nextval('row_id')` }),
  db.insertInto('task').values(task(10)).returning('id'),
  db
    .insertInto('task')
    .values(task(11))
    .onConflict((on) => on.doNothing()),
  db.insertInto('poolDelta').values(delta(1)),
  db.insertInto('poolDelta').values(delta(60_000)),
]

describe('RowCompiler', () => {
  it('writes an insert that it has written before as if it were the first', () => {
    const kept = asked(over(new RowCompiler())).map((query) => query.compile())
    const fresh = asked(over(new RowCompiler())).map((_, n) => asked(over(new RowCompiler()))[n]!.compile())
    expect(kept.map(({ sql: text, parameters }) => ({ text, parameters }))).toEqual(
      fresh.map(({ sql: text, parameters }) => ({ text, parameters })),
    )
    expect(kept[1]!.parameters).toEqual(['queued', '2', '{"plate":"沪A2"}'])
    expect(kept[9]!.parameters).toEqual(['1', '2', new Date(60_000), -1, 'order', '3'])
  })
})
