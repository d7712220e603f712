import { describe, expect, it } from 'vitest'
import { orderStatus, orderStatuses, pickupType } from '../../../booking/order/codes.ts'
import { DAY, HOUR } from '../../../time.ts'
import { day } from '../testing/pool.ts'
import { isMovable, occupyPeriod, type Rental } from './period.ts'

const settings = { prepMinutes: 45, turnaroundMinutes: 90, oneWayChangesHome: true }
const rental: Rental = {
  status: orderStatus.confirmed,
  pickupAt: day(2, 10),
  returnAt: day(4, 10),
  pickupType: pickupType.store,
  oneWay: false,
}

describe('the time that an order occupies', () => {
  it.each(orderStatuses.values)('status %i', (status) => {
    const period = occupyPeriod({ ...rental, status, actualPickupAt: day(2, 11), actualReturnAt: day(3, 9) }, settings)
    const holds = status >= 1 && status <= 6
    expect(period !== null).toBe(holds)
    if (status >= 1 && status <= 4) expect(period).toEqual({ from: day(2, 10), to: day(4, 11, 30), leaves: false })
    if (status === 5) expect(period).toEqual({ from: day(2, 11), to: day(4, 11, 30), leaves: false })
    if (status === 6) expect(period).toEqual({ from: day(2, 11), to: day(3, 10, 30), leaves: false })
  })
  it('starts earlier when the car is delivered', () => {
    for (const type of [pickupType.delivery, pickupType.shuttle])
      expect(occupyPeriod({ ...rental, pickupType: type }, settings)?.from).toBe(day(2, 9, 15))
  })
  it('includes an open renewal and the extension by the overdue timer', () => {
    const rented = { ...rental, status: orderStatus.pickedUp }
    expect(occupyPeriod({ ...rented, renewalReturnAt: day(6, 10) }, settings)?.to).toBe(day(6, 11, 30))
    expect(occupyPeriod({ ...rented, rolledTo: day(4, 12) }, settings)?.to).toBe(day(4, 12))
    expect(occupyPeriod({ ...rented, rolledTo: day(4, 11) }, settings)?.to).toBe(day(4, 11, 30))
  })
  it('a one-way order leaves the pool, or adds a day for the way back until the car arrives', () => {
    const oneWay = { ...rental, oneWay: true }
    expect(occupyPeriod(oneWay, settings)).toMatchObject({ to: day(4, 11, 30), leaves: true })
    const stays = { ...settings, oneWayChangesHome: false }
    expect(occupyPeriod(oneWay, stays)).toMatchObject({ to: day(4, 11, 30) + DAY, leaves: false })
    const back = { ...oneWay, status: orderStatus.returned, actualReturnAt: day(4, 9) }
    expect(occupyPeriod(back, stays)).toMatchObject({ to: day(4, 10, 30), leaves: false })
  })
})

it('an order may be moved while it is unpinned, not picked up and later than the lock window', () => {
  const order = { status: orderStatus.confirmed, pinned: false, pickupAt: day(2, 10) }
  const now = day(2, 8)
  expect(isMovable(order, now, 119)).toBe(true)
  expect(isMovable(order, now, 120)).toBe(false)
  expect(isMovable({ ...order, pinned: true }, now - HOUR, 0)).toBe(false)
  expect(isMovable({ ...order, status: orderStatus.pickedUp }, now, 0)).toBe(false)
  expect(isMovable({ ...order, status: orderStatus.notSubmitted }, now, 0)).toBe(false)
})
