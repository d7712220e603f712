import { describe, expect, it } from 'vitest'
import { concernsRead, type LiveEvent } from './concerns.ts'

const kept = (room: string, input: Record<string, unknown>, answer?: unknown) => ({ room, input, answer })
const order: LiveEvent = { type: 'order.changed', data: { orderId: '7', orderKind: 1, status: 3, version: 4 } }

describe('an order that changed', () => {
  it('makes old what tells of it: its own pages, lists, the home', () => {
    expect(concernsRead(order, kept('order', { orderId: '7' }))).toBe(true)
    expect(concernsRead(order, kept('order', { status: [3] }))).toBe(true)
    expect(concernsRead(order, kept('overview', {}))).toBe(true)
    expect(concernsRead(order, kept('deposit', { orderId: '7' }))).toBe(true)
  })
  it('leaves alone what tells of others, quotes, and what is as new already', () => {
    expect(concernsRead(order, kept('order', { orderId: '8' }))).toBe(false)
    expect(concernsRead(order, kept('quote', {}))).toBe(false)
    expect(concernsRead(order, kept('order', { orderId: '7' }, { version: 4 }))).toBe(false)
    expect(concernsRead(order, kept('order', { orderId: '7' }, { version: 3 }))).toBe(true)
  })
})

it('a pool that changed makes old what was asked of it, or of all', () => {
  const stock: LiveEvent = { type: 'stock.changed', data: { storeId: '1', modelId: '2', from: 0, to: null } }
  expect(concernsRead(stock, kept('stock', { storeId: '1' }))).toBe(true)
  expect(concernsRead(stock, kept('stock', { storeId: '1', modelId: '3' }))).toBe(false)
  expect(concernsRead(stock, kept('order', {}))).toBe(false)
  // What a car does stands in the list of the fleet.
  expect(concernsRead(stock, kept('inventory', {}))).toBe(true)
  expect(concernsRead(stock, kept('inventory', { storeId: '3' }))).toBe(false)
})

it('records that somebody saved make old what was asked in their room', () => {
  const saved: LiveEvent = { type: 'record.changed', data: { room: 'price' } }
  expect(concernsRead(saved, kept('price', { storeId: '1' }))).toBe(true)
  expect(concernsRead(saved, kept('terms', {}))).toBe(false)
})

it('a ticket that changed makes old what tells of it, the case of damage that it repairs among that', () => {
  const ticket = { type: 'ticket.changed', data: {} } as LiveEvent
  expect(['ticket', 'todo', 'damage'].filter((room) => concernsRead(ticket, kept(room, {})))).toHaveLength(3)
  expect(concernsRead(ticket, kept('order', {}))).toBe(false)
})

it('a notice makes old the notices alone', () => {
  const notice: LiveEvent = { type: 'notify', data: { type: 1, level: 1, title: '新订单' } }
  expect(concernsRead(notice, kept('notify', {}))).toBe(true)
  expect(concernsRead(notice, kept('overview', {}))).toBe(false)
})
