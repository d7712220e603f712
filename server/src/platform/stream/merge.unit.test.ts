import { orderStatus as s } from '@cheyi/domain/booking/order/codes'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lastOfEach } from './merge.ts'
import { messagesOf } from './messages.ts'
import { QuietPools } from './pools.ts'
import type { ForeignRow } from './store.ts'

const row = (id: string, type: ForeignRow['type'], data: object, xid = '5') =>
  ({ merchantId: '1', xid, id, type, data, keys: null, storeIds: null, accountIds: null }) as ForeignRow
const order = (id: string, was: number | null, status: number) =>
  row(id, 'order.changed', { orderId: '7', orderKind: 1, status, version: Number(id), was })
const pool = (id: string, from: number, to: number | null) =>
  row(id, 'stock.changed', { storeId: '1', modelId: '2', from, to })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('several rows about one subject become the last one, with the first previous status', () => {
  const [one, ...others] = lastOfEach([
    order('1', s.confirming, s.confirmed),
    order('2', s.confirmed, s.arranged),
    pool('3', 10, 20),
    pool('4', 5, 15),
  ])
  expect(one).toMatchObject({ id: '2', data: { status: s.arranged, was: s.confirming } })
  expect(others).toMatchObject([{ id: '4', data: { from: 5, to: 20 } }])
  expect(lastOfEach([pool('1', 1, null), pool('2', 1, 9)])[0]).toMatchObject({ data: { to: null } })
})

it('an order event names the viewer’s counters that it changed, and not the previous status', () => {
  const viewer = { accountId: '9', keys: new Set(['order.list', 'order.confirm']), scope: 'all', storeIds: [] } as const
  expect(messagesOf(order('3', s.confirming, s.confirmed), viewer)).toEqual([
    { type: 'order.changed', data: { orderId: '7', orderKind: 1, status: s.confirmed, version: 3 } },
    { type: 'todo.changed', data: { codes: ['confirm'] } },
  ])
})

it('a pool is sent at once, then at most every two seconds, always with its newest state at the end', () => {
  const told: ForeignRow[] = []
  const pools = new QuietPools((later) => told.push(later))
  expect(pools.passes(pool('1', 10, 20))).toBe(true)
  expect(pools.floor).toBeNull()
  expect(pools.passes(pool('2', 10, 20))).toBe(false)
  expect(pools.passes(pool('3', 30, 40))).toBe(false)
  // A client that disconnects now continues before the events that are held back.
  expect(pools.floor).toEqual({ xid: '5', id: '1' })
  vi.advanceTimersByTime(2000)
  expect(told).toMatchObject([{ id: '3', data: { from: 10, to: 40 } }])
  expect(pools.floor).toBeNull()
  vi.advanceTimersByTime(2000)
  expect(pools.passes(pool('4', 1, 2))).toBe(true)
  expect(told).toHaveLength(1)
  pools.clear()
})
