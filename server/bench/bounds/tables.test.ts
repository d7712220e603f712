import { expect, it } from 'vitest'
import type { Counted } from './judge.ts'
import { tooFewRows } from './tables.ts'

const counted = (...texts: string[]): Counted => ({
  counts: { statements: texts.length, flights: 1, buffers: 9, rows: 3, json: 100 },
  statements: texts.map((text) => ({ text, buffers: 9, custom: 9 })),
})

it('names a table with too few rows, and the calls that read it', () => {
  const calls = {
    'vehicleControl.alarmPage': counted('begin', 'select a.* from alarm a\n join fence f on f.id = a.fence_id'),
    'order.list': counted('select 1 from "order"'),
  }
  expect(tooFewRows(calls, new Map(Object.entries({ alarm: 1, fence: 20, order: 10_000 })), 10_000)).toEqual([
    '表 alarm 只有 1 行，应不少于 50 行：vehicleControl.alarmPage',
  ])
})

it('asks more of a larger database, but of what no order brings', () => {
  const calls = { 'store.list': counted('select s.id from store s, toll_line t') }
  const tables = new Map(Object.entries({ store: 20, toll_line: 900 }))
  expect(tooFewRows(calls, tables, 10_000)).toEqual([])
  expect(tooFewRows(calls, tables, 200_000)).toEqual(['表 toll_line 只有 900 行，应不少于 1000 行：store.list'])
})

it('does not take a column or a part of a name for a table', () => {
  const calls = { 'audit.page': counted('select a.alarm, b.x from audit_chain b, (select * from audit) a') }
  expect(tooFewRows(calls, new Map(Object.entries({ alarm: 0, chain: 0, audit: 60 })), 10_000)).toEqual([])
})
