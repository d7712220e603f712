import { orderStatus, pickupType, returnType } from '@cheyi/domain/booking/order/codes'
import { driverTaskStatus, driverTaskType } from '@cheyi/domain/rental/driver/codes'
import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { type Driver, driversByReadiness, errandsOf, loadText, placeText } from './drivers.ts'

const now = parseDateTime('2026-11-20 09:41')!
const place = { storeId: '101', address: '申长路 688 号', distanceM: 4200 }
const task = { type: driverTaskType.deliver, status: driverTaskStatus.waiting, driverName: '刘建国' }
const orderOf = (change: object) =>
  ({
    status: orderStatus.arranged,
    pickupType: pickupType.delivery,
    returnType: returnType.store,
    pickupPlace: place,
    returnPlace: place,
    drivers: [],
    ...change,
  }) as unknown as OrderDetail
const titles = (change: object) => errandsOf(orderOf(change)).map(({ title }) => title)

describe('errands', () => {
  it('are those that nobody comes to the store for', () => {
    expect(titles({})).toEqual(['送车员'])
    expect(titles({ returnType: returnType.collection })).toEqual(['送车员', '取车员'])
    expect(titles({ pickupType: pickupType.store })).toEqual([])
  })
  it('leave the delivery behind once the car is out', () =>
    expect(titles({ status: orderStatus.pickedUp, returnType: returnType.collection })).toEqual(['取车员']))
  it('know their task, not a cancelled one', () => {
    expect(errandsOf(orderOf({ drivers: [task] }))[0]?.task).toMatchObject({ driverName: '刘建国' })
    const cancelled = { ...task, status: driverTaskStatus.cancelled }
    expect(errandsOf(orderOf({ drivers: [cancelled] }))[0]?.task).toBeUndefined()
  })
  it('tell the way', () => expect(placeText(errandsOf(orderOf({}))[0]!)).toBe('申长路 688 号 · 约 4.2 km'))
})

const driver = (id: string, change: Partial<Driver> = {}): Driver => ({
  id,
  name: id,
  mobile: '',
  onDuty: true,
  tasksToday: 0,
  busyUntil: null,
  ...change,
})

it('offers who is there and free first', () => {
  const off = driver('off', { onDuty: false })
  const busy = driver('busy', { busyUntil: now })
  const loaded = driver('loaded', { tasksToday: 3 })
  expect(driversByReadiness([off, busy, loaded, driver('free')]).map(({ id }) => id)).toEqual([
    'free',
    'loaded',
    'busy',
    'off',
  ])
})

it('tells how much somebody has to do', () => {
  expect(loadText(driver('a'), now)).toBe('今日 0 单 · 空闲')
  const until = parseDateTime('2026-11-20 11:30')!
  expect(loadText(driver('a', { tasksToday: 2, busyUntil: until }), now)).toBe('今日 2 单 · 今天 11:30 前有任务')
})
