import { expect, it } from 'vitest'
import { cities, citiesOf, cityName, districtsOf, provinceOf, provinces, regionName } from './regions.ts'

it('uses the common names of cities', () => {
  expect(['310100', '330100', '460200', '469002', '429004'].map(cityName)).toEqual([
    '上海',
    '杭州',
    '三亚',
    '琼海',
    '仙桃',
  ])
  expect(cityName('310000')).toBeNull()
  expect(cityName('469000')).toBeNull()
  expect(cityName('500200')).toBeNull()
})

it('has a province for every city, and a city in every province of the mainland', () => {
  expect(new Set(cities.map(({ code }) => code)).size).toBe(cities.length)
  expect(provinces).toHaveLength(31)
  for (const { code, name } of cities) expect(provinceOf(code)?.code, name).toBe(`${code.slice(0, 2)}0000`)
  for (const { code, name } of provinces) expect(citiesOf(code).length, name).toBeGreaterThan(0)
})

it('returns the names of a city and a district by their codes', () => {
  expect(['310100', '310115', '999900'].map(regionName)).toEqual(['上海', '浦东新区', ''])
})

it('lists the districts of a city', () => {
  expect(districtsOf('310100').map(({ name }) => name)).toContain('浦东新区')
  expect(districtsOf('500100').map(({ name }) => name)).toEqual(expect.arrayContaining(['渝中区', '奉节县']))
  expect(districtsOf('469002')).toEqual([])
  expect(districtsOf('999900')).toEqual([])
})
