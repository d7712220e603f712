import { describe, expect, it } from 'vitest'
import { orderStatus } from '../../booking/order/codes.ts'
import { commandState, commandType } from '../../fleet/vehicle-control/codes.ts'
import { handoverType } from '../pickup-return/codes.ts'
import { hasCar, isLocked, metresTooFar } from './car.ts'
import { selfStatus } from './codes.ts'

const { pickedUp, returned } = orderStatus
const { open, waiting, rejected, passed, takenOver } = selfStatus

describe('a customer has the car', () => {
  it.each([
    ['once the pickup is confirmed', passed, pickedUp, null, true],
    ['not before the check of the pickup', waiting, pickedUp, null, false],
    ['while the return is filled in', passed, pickedUp, open, true],
    ['while the return is filled in again', passed, pickedUp, rejected, true],
    ['until the return is submitted', passed, pickedUp, waiting, false],
    ['not after the check of the return', passed, pickedUp, passed, false],
    ['where staff take the return over', passed, pickedUp, takenOver, true],
    ['not after the order has ended', passed, returned, null, false],
  ])('by the link of the pickup: %s', (_, status, order, returnStatus, has) => {
    expect(hasCar({ type: handoverType.pickup, status, orderStatus: order, returnStatus })).toBe(has)
  })

  it.each([
    ['before the submission', open, pickedUp, true],
    ['after a rejection', rejected, pickedUp, true],
    ['not after the submission', waiting, pickedUp, false],
    ['not after the check', passed, returned, false],
  ])('by the link of the return: %s', (_, status, order, has) => {
    expect(hasCar({ type: handoverType.return, status, orderStatus: order, returnStatus: status })).toBe(has)
  })
})

it.each([
  ['beside it', 0.0001, 20, 0],
  ['at 300 m', 0.0027, 20, 300],
  ['with a position that is too inaccurate', 0.0001, 300, null],
])('a customer %s', (_, north, accuracyM, metres) => {
  const car = { lng: 121.3363, lat: 31.1979 }
  expect(metresTooFar({ lng: car.lng, lat: car.lat + north, accuracyM }, car, 200)).toBe(metres)
})

it('without a position, or at a car without one, is not at the car as far as is known', () => {
  expect(metresTooFar(null, { lng: 121, lat: 31 }, 200)).toBeNull()
  expect(metresTooFar({ lng: 121, lat: 31, accuracyM: 5 }, null, 200)).toBeNull()
})

it.each([
  ['its report', true, null, true],
  ['its report against the last command', false, { type: commandType.lock, state: commandState.answered }, false],
  ['an accepted lock', null, { type: commandType.lock, state: commandState.answered }, true],
  ['no lock that failed', null, { type: commandType.lock, state: commandState.failed }, false],
  ['no accepted unlock', null, { type: commandType.unlock, state: commandState.effective }, false],
  ['nothing', null, null, false],
])('a car counts as locked by %s', (_, locked, last, is) => {
  expect(isLocked({ locked, last })).toBe(is)
})
