import { expect, it } from 'vitest'
import { citiesOf, kmBetween, kmText } from './stores.ts'

const store = (id: string, cityName: string, lat: number | null, lng: number | null) => ({
  id,
  name: `${id}店`,
  cityName,
  address: `${id}路1号`,
  lat,
  lng,
})
const stores = [
  store('虹桥', '上海', 31.1979, 121.3363),
  store('浦东', '上海', 31.1443, 121.8083),
  store('东站', '杭州', 30.2936, 120.2126),
  store('新', '苏州', null, null),
]
const shown = (keyword: string, here: { lat: number; lng: number } | null) =>
  citiesOf(stores, keyword, here).map((city) => [city.name, ...city.stores.map(({ id }) => id)])

it('stores stand by city, in their own order until the phone says where it is', () => {
  expect(shown('', null)).toEqual([
    ['上海', '虹桥', '浦东'],
    ['杭州', '东站'],
    ['苏州', '新'],
  ])
  expect(shown('', { lat: 31.15, lng: 121.8 })[0]).toEqual(['上海', '浦东', '虹桥'])
  expect(shown('', { lat: 30.3, lng: 120.2 }).map(([city]) => city)).toEqual(['杭州', '上海', '苏州'])
  expect(shown('东站', null)).toEqual([['杭州', '东站']])
})

it('distances are those of the map', () => {
  expect(kmBetween({ lat: 31.1979, lng: 121.3363 }, { lat: 31.1443, lng: 121.8083 })).toBeCloseTo(45.3, 0)
  expect([0.42, 45.31].map(kmText)).toEqual(['420 m', '45.3 km'])
})
