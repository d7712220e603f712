import { describe, expect, it } from 'vitest'
import { orderKind, orderStatus as s } from '../../booking/order/codes.ts'
import { receives, type Viewer } from './events.ts'

const viewer = (given: Partial<Viewer> & { held?: string[] } = {}): Viewer => ({
  accountId: '7',
  keys: new Set(given.held ?? ['order.list', 'order.arrange']),
  scope: 'all',
  storeIds: [],
  ...given,
})
const order = (audience: { storeIds?: string[]; accountIds?: string[] } = {}) =>
  ({
    type: 'order.changed',
    data: { orderId: '1', orderKind: orderKind.short, status: s.confirmed, version: 2 },
    audience: { storeIds: ['11', '12'], ...audience },
  }) as const

describe('who receives an event', () => {
  it('of an order: accounts with the page permission of its kind and one of its stores', () => {
    expect(receives(order(), viewer())).toBe(true)
    expect(receives(order(), viewer({ held: ['longOrder.list'] }))).toBe(false)
    expect(receives(order(), viewer({ scope: 'stores', storeIds: ['12'] }))).toBe(true)
    expect(receives(order(), viewer({ scope: 'stores', storeIds: ['13'] }))).toBe(false)
  })
  it('of an order, for accounts that see only their own: those that it names, within their stores', () => {
    const own = viewer({ scope: 'own', storeIds: ['11'] })
    expect(receives(order(), own)).toBe(false)
    expect(receives(order({ accountIds: ['7'] }), own)).toBe(true)
    expect(receives(order({ accountIds: ['7'], storeIds: ['99'] }), own)).toBe(false)
    expect(receives(order({ accountIds: ['7'] }), { ...own, keys: new Set<string>() })).toBe(false)
  })
  it('of one account: that account only', () => {
    const told = {
      type: 'notify',
      data: { type: 1, level: 1, title: '新订单' },
      audience: { accountIds: ['7'] },
    } as const
    expect(receives(told, viewer({ held: [] }))).toBe(true)
    expect(receives(told, viewer({ accountId: '8', held: ['order.list'] }))).toBe(false)
  })
  it('of a counter: accounts with the permission for that work', () => {
    const moved = { type: 'todo.changed', data: { codes: ['arrange'] }, audience: {} } as const
    expect(receives(moved, viewer())).toBe(true)
    expect(receives(moved, viewer({ held: ['order.list'] }))).toBe(false)
  })
  it('permissions given with an event replace those of its type', () => {
    const asked = {
      type: 'approval.changed',
      data: { approvalId: '1', call: 'x', state: 0 },
      audience: { keys: ['channel.key'], accountIds: ['9'] },
    } as const
    expect(receives(asked, viewer({ held: ['channel.key'] }))).toBe(true)
    expect(receives(asked, viewer())).toBe(false)
    expect(receives(asked, viewer({ accountId: '9' }))).toBe(true)
  })
})
