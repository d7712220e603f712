import { expect, it } from 'vitest'
import { legend, type MapCar, withNewPositions } from './map-words.ts'

const car = { vehicleId: '1', plate: '沪A1', alarms: 2, at: 5, lat: 31, lng: 121, speed: 0, course: 0 } as MapCar
const told = (at: number) => new Map([['1', { ...car, at, lat: 32, state: 1, moving: true, cut: false }]])

it('goes where the stream says, unless what was asked is newer', () => {
  expect(withNewPositions([car], new Map())).toEqual([car])
  expect(withNewPositions([car], told(6))).toMatchObject([{ plate: '沪A1', alarms: 2, at: 6, lat: 32, moving: true }])
  expect(withNewPositions([car], told(4))).toEqual([car])
  expect(withNewPositions([{ ...car, vehicleId: '2' }], told(6))).toMatchObject([{ lat: 31 }])
})

it('names its signs in words', () => {
  expect(legend.map(({ name }) => name)).toEqual([
    '在线行驶',
    '在线静止',
    '休眠',
    '离线',
    '报警',
    '超时未还',
    '已断油电',
    '低电量',
  ])
})
