import { expect, it } from 'vitest'
import { MINUTE } from '../../time.ts'
import { handoverType } from '../pickup-return/codes.ts'
import { distanceTo, placeIsOpen, selfSlots, slotsOf, slotsToTake, submissionTime } from './visit.ts'

const store = { lng: 121.3363, lat: 31.1979 }
const NOW = 1_000_000_000_000

it.each([
  ['where it stands', { ...store, accuracyM: 5 }, store, 0],
  ['a thousandth of a degree north', { lng: store.lng, lat: store.lat + 0.001, accuracyM: 5 }, store, 111],
  ['the last accuracy that tells something', { ...store, accuracyM: 200 }, store, 0],
  ['a metre worse', { ...store, accuracyM: 201 }, store, null],
  ['not given', null, store, null],
  ['a store that nobody put on the map', { ...store, accuracyM: 5 }, null, null],
])('computes the distance of a position: %s', (_, position, goal, metres) => {
  expect(distanceTo(position, goal)).toBe(metres)
})

it('assumes for half an hour that the car stays where the customer reported it', () => {
  expect(placeIsOpen(null, NOW)).toBe(true)
  expect(placeIsOpen({ at: NOW - 30 * MINUTE, distanceM: 3 }, NOW)).toBe(false)
  expect(placeIsOpen({ at: NOW - 30 * MINUTE - 1, distanceM: null }, NOW)).toBe(true)
})

it('requires a photo of the surroundings when the return position is unknown', () => {
  const { pickup, return: back } = handoverType
  const known = { at: NOW, distanceM: 12 }
  const unknown = { at: NOW, distanceM: null }
  expect([slotsOf(pickup, null), slotsOf(back, null), slotsOf(back, known), slotsOf(pickup, unknown)]).toEqual(
    Array.from({ length: 4 }, () => selfSlots),
  )
  expect(slotsOf(back, unknown)).toEqual([...selfSlots, 'parking'])
})

it('requires missing pictures, and those that were rejected', () => {
  const all = selfSlots.map((slot) => ({ slot, at: NOW }))
  expect(slotsToTake([], {}, null)).toEqual(selfSlots)
  expect(slotsToTake(all, {}, null)).toEqual([])
  expect(slotsToTake(all, {}, null, [...selfSlots, 'parking'])).toEqual(['parking'])
  expect(slotsToTake(all, { rear: '照片太暗' }, NOW + 1)).toEqual(['rear'])
  expect(slotsToTake([...all, { slot: 'rear', at: NOW + 2 }], { rear: '照片太暗' }, NOW + 1)).toEqual([])
})

it.each([
  ['the first', null, null, NOW],
  ['what came again in time', NOW - 60 * MINUTE, NOW - 30 * MINUTE, NOW - 60 * MINUTE],
  ['what came again too late', NOW - 60 * MINUTE, NOW - 30 * MINUTE - 1, NOW],
])('uses a submission time: %s', (_, first, rejectedAt, at) => {
  expect(submissionTime(first, rejectedAt, NOW)).toBe(at)
})
