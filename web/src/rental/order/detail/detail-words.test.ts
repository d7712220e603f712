import { orderStatuses, orderStatus as s } from '@cheyi/domain/booking/order/codes'
import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { drivesOf, placesOf, readingsOf, stagesOf } from './detail-words.ts'

const at = (text: string) => parseDateTime(text)!
const now = at('2026-11-20 09:41')
const order = {
  status: s.arranged,
  pickupAt: at('2026-11-20 10:00'),
  returnAt: at('2026-11-23 10:00'),
  progress: {
    submittedAt: at('2026-11-18 20:14'),
    confirmedAt: at('2026-11-18 20:16'),
    arrangedAt: at('2026-11-20 08:40'),
    pickedUpAt: null,
    returnedAt: null,
    cancelledAt: null,
  },
} as const

describe('stages', () => {
  it('shows planned times of what is still to come', () => {
    const { items, current } = stagesOf(order, now, false)
    expect(items.map(({ label, note }) => `${label} ${note}`)).toEqual([
      '提交 11-18',
      '确认 11-18',
      '排车 今天 08:40',
      '取车 今天 10:00',
      '还车 11-23',
    ])
    expect(current).toBe(3)
    expect(stagesOf(order, now, true).items[0]?.note).toBe('11-18 20:14')
  })

  it('forgets when a car was arranged that is taken off again', () => {
    expect(stagesOf({ ...order, status: s.confirmed }, now, false).items[2]).toEqual({ label: '排车', note: undefined })
  })

  it('never goes back as an order goes on', () => {
    const steps = orderStatuses.values.slice(0, 7).map((status) => stagesOf({ ...order, status }, now, false).current)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(steps.at(-1)).toBe(5)
  })

  it('ends a cancelled order after what it reached', () => {
    const progress = { ...order.progress, arrangedAt: null }
    const open = stagesOf({ ...order, status: s.cancelling, progress }, now, false)
    expect(open.items.map(({ label }) => label)).toEqual(['提交', '确认', '取消'])
    expect(open.current).toBe(2)
    const over = { ...progress, cancelledAt: at('2026-11-19 12:00') }
    expect(stagesOf({ ...order, status: s.cancelled, progress: over }, now, false).current).toBe(3)
  })
})

it('reads fuel as its gauge does', () => {
  const vehicle = { fuelPct: 87.5, batteryPct: 86.4, odometerKm: 18236 } as Parameters<typeof readingsOf>[0]
  expect(readingsOf(vehicle).map(({ label, value }) => `${label} ${value}`)).toEqual([
    '油量 7/8',
    '电量 86%',
    '里程 18,236 km',
  ])
})

it('says where the car changes hands', () => {
  const place = {
    storeId: '1',
    storeName: '虹桥机场店',
    storePhone: null,
    address: '申虹路 1500 号',
    lng: 121.3,
    lat: 31.2,
    distanceM: null,
  }
  const [out, back] = placesOf({
    pickupType: 2,
    returnType: 1,
    pickupPlace: { ...place, address: '申长路 688 号', distanceM: 2345, lng: null },
    returnPlace: place,
  })
  expect(out).toEqual({ key: 'pickup', way: '送车上门', text: '虹桥机场店 · 申长路 688 号 · 2.3 km', position: null })
  expect(back.position).toEqual({ lng: 121.3, lat: 31.2 })
})

it('asks for a driver only where there is something to drive', () => {
  expect(drivesOf({ pickupType: 1, returnType: 1, drivers: [] })).toEqual([])
  expect(drivesOf({ pickupType: 2, returnType: 3, drivers: [] }).map(({ label }) => label)).toEqual([
    '送车司机',
    '取车司机',
  ])
})
