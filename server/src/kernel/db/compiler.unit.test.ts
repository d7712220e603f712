import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely'
import { describe, expect, it } from 'vitest'
import { RowCompiler } from './compiler.ts'
import type { DB } from './tables.gen.ts'

const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new RowCompiler(),
  },
})

const task = (n: number) => ({ kind: 'queued', refId: String(n), detail: { plate: `沪A${n}` } })
const delta = (at: number) => ({ storeId: '1', modelId: '2', at, delta: -1, refType: 'order', refId: '3' })

describe('RowCompiler', () => {
  it('sends jsonb as text and an instant as a timestamp', () => {
    expect(db.insertInto('task').values(task(2)).compile().parameters).toEqual(['queued', '2', '{"plate":"沪A2"}'])
    expect(db.insertInto('poolDelta').values(delta(60_000)).compile().parameters).toEqual([
      '1',
      '2',
      new Date(60_000),
      -1,
      'order',
      '3',
    ])
  })

  it('writes a boolean condition as a literal, so that it matches the condition of a partial index', () => {
    const { sql, parameters } = db
      .selectFrom('occupancy')
      .select('id')
      .where('active', '=', true)
      .where('refId', '=', '1')
      .compile()
    expect(sql).toContain('"active" = true and "ref_id" = $1')
    expect(parameters).toEqual(['1'])
  })

  it('writes one text for any number of rows, and for any length of a list', () => {
    const rows = (...n: number[]) => db.insertInto('task').values(n.map(task)).compile()
    expect(rows(4, 5).sql).toBe(rows(6, 7, 8).sql)
    expect(rows(4, 5).parameters).toHaveLength(1)
    const listed = (...ids: string[]) => db.selectFrom('task').select('id').where('id', 'in', ids).compile()
    expect(listed('1').sql).toBe(listed('2', '3').sql)
  })
})
