import { describe, expect, it } from 'vitest'
import { concernsRead, type LiveEvent } from './concerns.ts'

const kept = (feature: string, input: Record<string, unknown>, answer?: unknown) => ({ feature, input, answer })
const order: LiveEvent = { type: 'order.changed', data: { orderId: '7', orderKind: 1, status: 3, version: 4 } }

describe('a changed order', () => {
  it('invalidates cached reads about it: its own pages, lists, the home page', () => {
    expect(concernsRead(order, kept('order', { orderId: '7' }))).toBe(true)
    expect(concernsRead(order, kept('order', { status: [3] }))).toBe(true)
    expect(concernsRead(order, kept('overview', {}))).toBe(true)
    expect(concernsRead(order, kept('deposit', { orderId: '7' }))).toBe(true)
  })
  it('does not invalidate reads of others, quotes, and what is already up to date', () => {
    expect(concernsRead(order, kept('order', { orderId: '8' }))).toBe(false)
    expect(concernsRead(order, kept('quote', {}))).toBe(false)
    expect(concernsRead(order, kept('order', { orderId: '7' }, { version: 4 }))).toBe(false)
    expect(concernsRead(order, kept('order', { orderId: '7' }, { version: 3 }))).toBe(true)
  })
})

it('a changed pool invalidates reads of it, or of all pools', () => {
  const stock: LiveEvent = { type: 'stock.changed', data: { storeId: '1', modelId: '2', from: 0, to: null } }
  expect(concernsRead(stock, kept('stock', { storeId: '1' }))).toBe(true)
  expect(concernsRead(stock, kept('stock', { storeId: '1', modelId: '3' }))).toBe(false)
  expect(concernsRead(stock, kept('order', {}))).toBe(false)
  // The fleet list shows the state of each car.
  expect(concernsRead(stock, kept('inventory', {}))).toBe(true)
  expect(concernsRead(stock, kept('inventory', { storeId: '3' }))).toBe(false)
})

it('saved records invalidate reads of their feature', () => {
  const saved: LiveEvent = { type: 'record.changed', data: { feature: 'price' } }
  expect(concernsRead(saved, kept('price', { storeId: '1' }))).toBe(true)
  expect(concernsRead(saved, kept('terms', {}))).toBe(false)
})

it('a changed ticket invalidates reads about it, including the damage case that it repairs', () => {
  const ticket = { type: 'ticket.changed', data: {} } as LiveEvent
  expect(['ticket', 'todo', 'damage'].filter((feature) => concernsRead(ticket, kept(feature, {})))).toHaveLength(3)
  expect(concernsRead(ticket, kept('order', {}))).toBe(false)
})

it('a notice invalidates only the list of notices', () => {
  const notice: LiveEvent = { type: 'notify', data: { type: 1, level: 1, title: '新订单' } }
  expect(concernsRead(notice, kept('notify', {}))).toBe(true)
  expect(concernsRead(notice, kept('overview', {}))).toBe(false)
})
