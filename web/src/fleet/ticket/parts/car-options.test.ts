import { expect, it } from 'vitest'
import { carOptions } from './car-options.ts'

const car = (vehicleId: string, openNo: string | null, rentedUntil: number | null) => ({
  vehicleId,
  plate: `沪A1000${vehicleId}`,
  modelName: '大众朗逸',
  storeName: '虹桥店',
  openNo,
  rentedUntil,
})
/** In the current year, which is not shown. */
const DECEMBER = Date.parse(`${new Date().getFullYear()}-12-05T18:00:00+08:00`)

it('says what a car is doing now', () => {
  const offered = carOptions([
    car('4', null, null),
    car('3', null, DECEMBER),
    car('2', null, DECEMBER + 1),
    car('1', 'WB1', null),
  ])
  expect(offered.map(({ note }) => note.split(' · ')[2])).toEqual([
    '空闲',
    '在租至 12-05 18:00',
    '在租至 12-05 18:00',
    '有未完结工单 WB1',
  ])
})
