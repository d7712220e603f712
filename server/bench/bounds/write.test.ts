import { expect, it } from 'vitest'
import { type Counted, outOfBounds } from './judge.ts'
import { boundsDocument, boundsOf } from './write.ts'

const counted = (buffers: number): Counted => ({
  counts: { statements: 5, flights: 1, buffers, rows: 20, json: 9000 },
  statements: [],
})
const small = { 'order.list': counted(50) }

it('sets bounds that what was counted is within, and nothing much dearer', () => {
  const large = { 'order.list': counted(140) }
  const bounds = boundsOf({}, { small, large })
  expect(bounds).toEqual({
    'order.list': { statements: 5, waits: 1, buffers: 61, rows: 24, bytes: 10_000, grows: 2.7 },
  })
  expect(outOfBounds(bounds, { small, large })).toEqual([])
  expect(outOfBounds(bounds, { small, large: { 'order.list': counted(170) } })).toHaveLength(1)
})

it('bounds a call that asks the database nothing', () => {
  const nothing = { counts: { ...counted(0).counts, statements: 0, flights: 0 }, statements: [] }
  const measured = { small: { 'lookup.map': nothing }, large: { 'lookup.map': nothing } }
  expect(boundsOf({}, measured)['lookup.map']).toMatchObject({ statements: 0, waits: 0, grows: 1.2 })
})

it('keeps how much a call may grow where it was not counted with many orders, and why its generic plan may be dearer', () => {
  const generic = { statement: 'from car', buffers: 9, why: 'so' }
  const before = { 'order.list': { statements: 9, waits: 9, buffers: 9, rows: 9, bytes: 9, grows: 3, generic } }
  expect(boundsOf(before, { small })['order.list']).toMatchObject({ buffers: 61, grows: 3, generic })
  const dear = { ...counted(50), statements: [{ text: 'select from\n car', buffers: 40, custom: 4 }] }
  const large = { 'order.list': dear }
  expect(boundsOf(before, { small, large })['order.list']).toMatchObject({ generic: { ...generic, buffers: 49 } })
})

it('writes a line for each call, with both counts and the bound', () => {
  const bounds = boundsOf({}, { small, large: { 'order.list': counted(1400) } })
  expect(boundsDocument(bounds, { small, large: { 'order.list': counted(1400) } })).toContain(
    '| order.list | 5 (5) | 1 (1) | 50 → 1,400 (61) | 20 (24) | 9,000 (10,000) |',
  )
})
