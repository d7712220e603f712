import { expect, it } from 'vitest'
import { onlineStates } from './codes.ts'
import { carLook, isNewer, packPlace, unpackPlace } from './place.ts'

const { online, sleeping, offline } = onlineStates.code

it.for([
  [{ alarms: 1, overdue: true, cut: true, lowCharge: false, moving: true, state: online }, 'alarm'],
  [{ alarms: 0, overdue: true, cut: true, lowCharge: false, moving: true, state: online }, 'overdue'],
  [{ alarms: 0, overdue: false, cut: true, lowCharge: false, moving: true, state: online }, 'cut'],
  [{ alarms: 0, overdue: false, cut: false, lowCharge: true, moving: true, state: online }, 'lowCharge'],
  [{ alarms: 0, overdue: false, cut: false, lowCharge: false, moving: true, state: online }, 'moving'],
  [{ alarms: 0, overdue: false, cut: false, lowCharge: false, moving: false, state: online }, 'online'],
  [{ alarms: 0, overdue: false, cut: false, lowCharge: false, moving: false, state: sleeping }, 'sleeping'],
  [{ alarms: 0, overdue: false, cut: false, lowCharge: false, moving: false, state: offline }, 'offline'],
] as const)('%o is shown as %s', ([car, look]) => {
  expect(carLook(car)).toBe(look)
})

it('uses the later time', () => {
  expect(isNewer({ at: 2 }, { at: null })).toBe(true)
  expect(isNewer({ at: 2 }, { at: 2 })).toBe(true)
  expect(isNewer({ at: 1 }, { at: 2 })).toBe(false)
})

it.for([
  [false, false],
  [true, false],
  [false, true],
  [true, true],
] as const)('is unpacked as it was packed: moving %s, cut %s', ([moving, cut]) => {
  const place = { vehicleId: '7', at: 5, lat: 31.2, lng: 121.3, speed: 45.2, course: 90, state: 1, moving, cut }
  expect(unpackPlace(packPlace(place))).toEqual(place)
})
