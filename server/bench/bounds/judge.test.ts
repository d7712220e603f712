import { describe, expect, it } from 'vitest'
import { type Bounds, type Counted, outOfBounds } from './judge.ts'

const bounds: Bounds = {
  'order.list': { statements: 5, waits: 1, buffers: 60, rows: 30, bytes: 9000, grows: 1.2 },
}
const page = 'select * from "order"   where\n id = any ($1)'

function counted(more: Partial<Counted['counts']> = {}, statements: Counted['statements'] = []): Counted {
  const counts = { statements: 5, flights: 1, buffers: 55, rows: 28, json: 8500, ...more }
  return { counts, statements: [{ text: page, buffers: 40, custom: 38 }, ...statements] }
}
const failures = (small: Counted, large?: Counted) =>
  outOfBounds(bounds, {
    small: { 'order.list': small },
    ...(large !== undefined && { large: { 'order.list': large } }),
  })

it('says nothing of a call that is within its bounds, with few orders and with many', () => {
  expect(failures(counted(), counted({ buffers: 72, rows: 36 }))).toEqual([])
})

it('names the call, the bound, the count and the dearest statement of a query that is asked once a row', () => {
  expect(failures(counted({ statements: 25, buffers: 300 }))).toEqual([
    'order.list：语句 25，上限 5；最贵的语句 40 页：select * from "order" where id = any ($1)',
    'order.list：缓冲页 300，上限 60；最贵的语句 40 页：select * from "order" where id = any ($1)',
  ])
})

it('finds a statement that is waited for alone', () => {
  expect(failures(counted({ flights: 2 }))).toEqual([expect.stringContaining('order.list：等待的往返 2，上限 1')])
})

it('finds a scan that grows with the table, though it is cheap while there are few orders', () => {
  expect(failures(counted({ buffers: 60 }), counted({ buffers: 1200 }))).toEqual([
    expect.stringContaining('order.list（大库）：缓冲页 1200，上限 72'),
  ])
})

it('finds the same with twice the orders, where the large database is not counted', () => {
  const twice = { 'order.list': counted({ buffers: 120 }) }
  expect(outOfBounds(bounds, { small: { 'order.list': counted() }, double: twice })).toEqual([
    expect.stringContaining('order.list（两倍订单）：缓冲页 120，上限 72'),
  ])
})

it('lets neither statements nor round trips grow with the orders', () => {
  expect(failures(counted(), counted({ statements: 6, flights: 2 }))).toHaveLength(2)
})

it('finds a statement whose generic plan is dearer', () => {
  const dear = counted({}, [{ text: 'select 1', buffers: 2507, custom: 18 }])
  expect(failures(dear)).toEqual(['order.list：通用计划 2507 页，按值的计划 18 页；语句：select 1'])
})

describe('an exemption', () => {
  const exempt = { statement: 'from car where model', buffers: 300, why: 'counted model by model' }
  const excused = { 'order.list': { ...bounds['order.list']!, generic: exempt } }
  const cars = (buffers: number) => ({ text: 'select *\n from car where model = $1', buffers, custom: 18 })
  const judged = (...statements: Counted['statements']) =>
    outOfBounds(excused, { small: { 'order.list': counted({}, statements) } })

  it('lets the statement that it names cost so much and no more', () => {
    expect(judged(cars(300))).toEqual([])
    expect(judged(cars(301))).toEqual([
      'order.list：通用计划 301 页，上限 300 页，按值的计划 18 页；语句：select * from car where model = $1',
    ])
  })

  it('leaves the other statements of the call checked', () => {
    expect(judged(cars(300), { text: 'select 1', buffers: 200, custom: 18 })).toEqual([
      expect.stringContaining('select 1'),
    ])
  })

  it('ends with its statement', () => {
    expect(judged()).toEqual(['order.list：通用计划的例外没有对应的语句：from car where model'])
  })
})

it('asks for the bounds of every call, and for the call of all bounds', () => {
  expect(outOfBounds(bounds, { small: { 'order.detail': counted() } })).toEqual([
    'order.detail：没有上限',
    'order.list：有上限，没有这个调用',
  ])
})
