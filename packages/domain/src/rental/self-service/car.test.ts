import { describe, expect, it } from 'vitest'
import { orderStatus } from '../../booking/order/codes.ts'
import { commandState, commandType } from '../../fleet/vehicle-control/codes.ts'
import { MINUTE } from '../../time.ts'
import { handoverType } from '../pickup-return/codes.ts'
import { hasCar, isLocked, notBeside } from './car.ts'
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

describe('a customer with a range of 50 m', () => {
  const now = 1_000_000_000
  const place = { lng: 121.3363, lat: 31.1979 }
  const at = (metres: number, accuracyM: number) => ({ ...place, lat: place.lat + metres / 111_195, accuracyM })
  const car = (minutes: number, parked = false) => ({ ...place, at: now - minutes * MINUTE, parked })
  it.each([
    ['40 m away is beside the car', at(40, 5), car(1), null],
    ['60 m away is beside it by a phone that may be wrong by 20 m', at(60, 20), car(1), null],
    ['60 m away is not beside it by an accurate phone', at(60, 5), car(1), { why: 'far', n: 60 }],
    ['is at most 100 m away, however inaccurate the phone', at(101, 150), car(1), { why: 'far', n: 101 }],
    ['is not beside it by a position of 300 m', at(0, 300), car(1), { why: 'vague' }],
    ['without a position is not known to be there', null, car(1), { why: 'noPosition' }],
    ['nor beside a car without one', at(0, 5), null, { why: 'noFix' }],
    ['is beside a car whose position is 15 minutes old', at(0, 5), car(15), null],
    ['is not known to be beside a car that may have driven for an hour', at(0, 5), car(60), { why: 'oldFix', n: 60 }],
    ['is beside a car that has been parked for an hour', at(0, 5), car(60, true), null],
    ['is away from a car that has been parked for an hour', at(300, 5), car(60, true), { why: 'far', n: 300 }],
  ])('%s', (_, customer, of, why) => {
    expect(notBeside(customer, of, { rangeM: 50, now })).toEqual(why)
  })
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
