import { describe, expect, it } from 'vitest'
import { pickupType, returnType } from '../../booking/order/codes.ts'
import { HOUR, MINUTE } from '../../time.ts'
import { driverTaskType, driverTaskStatus as s } from './codes.ts'
import { busyUntil, requireDelivery, requireFree } from './task.ts'

const ten = Date.parse('2026-11-20T10:00:00+08:00')

describe('a driver for an order', () => {
  const { deliver, collect } = driverTaskType
  it.each([
    [deliver, pickupType.delivery, returnType.store, true],
    [deliver, pickupType.shuttle, returnType.store, true],
    [deliver, pickupType.store, returnType.collection, false],
    [collect, pickupType.store, returnType.collection, true],
    [collect, pickupType.store, returnType.shuttle, true],
    [collect, pickupType.delivery, returnType.store, false],
  ])('type %s, pickup %s, return %s: %s', (type, pickup, back, needed) => {
    const ask = () => requireDelivery(type, { pickupType: pickup, returnType: back })
    if (needed) expect(ask).not.toThrow()
    else expect(ask).toThrow('该订单无需取送车')
  })
})

describe('one driver, two tasks', () => {
  it.each([
    [0, s.waiting, false],
    [59, s.waiting, false],
    [-59, s.running, false],
    [60, s.waiting, true],
    [-60, s.running, true],
    [0, s.done, true],
    [0, s.cancelled, true],
  ])('%s minutes apart, the other in %s: free %s', (minutes, status, free) => {
    const ask = () => requireFree(ten, [{ planAt: ten + minutes * MINUTE, status }])
    if (free) expect(ask).not.toThrow()
    else expect(ask).toThrow('该员工时间冲突')
  })
})

describe('busy until', () => {
  it('is the end of the earliest open task', () => {
    const later = { planAt: ten + 3 * HOUR, status: s.waiting }
    expect(busyUntil([later, { planAt: ten, status: s.waiting }], ten - HOUR)).toBe(ten + HOUR)
    expect(busyUntil([later], ten)).toBe(ten + 4 * HOUR)
    expect(busyUntil([], ten)).toBeNull()
  })
  it('ignores finished tasks and those that never began', () => {
    expect(busyUntil([{ planAt: ten, status: s.done }], ten)).toBeNull()
    expect(busyUntil([{ planAt: ten - 2 * HOUR, status: s.waiting }], ten)).toBeNull()
  })
  it('counts a running task even when it takes longer than planned', () => {
    expect(busyUntil([{ planAt: ten - 2 * HOUR, status: s.running }], ten)).toBe(ten)
  })
})
