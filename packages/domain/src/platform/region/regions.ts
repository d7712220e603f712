import { areaList } from '@vant/area-data'

/*
 * Provinces, cities and districts of the mainland by their six-digit code (GB/T 2260). A place directly under a
 * province counts as a city: stores are in 琼海 and 仙桃, and 省直辖县 is not used as a name.
 */

export interface Region {
  readonly code: string
  readonly name: string
}

/** Names in the table for groups of places directly under a province; in 重庆 they are counties, which count as districts. */
const CATCH_ALL = /直辖县|^县$/
const CHONGQING = '500100'
const CHONGQING_COUNTIES = '5002'
/** Codes from here on are outside of the mainland. */
const BEYOND = '70'

const regionsOf = (table: Readonly<Record<string, string>>): Region[] =>
  Object.entries(table)
    .filter(([code]) => code < BEYOND)
    .map(([code, name]) => ({ code, name }))

const prefectures = regionsOf(areaList.city_list)
const areas = regionsOf(areaList.county_list)

export const provinces: readonly Region[] = regionsOf(areaList.province_list)

const standAlone = prefectures
  .filter(({ code, name }) => CATCH_ALL.test(name) && !code.startsWith(CHONGQING_COUNTIES))
  .map(({ code }) => code.slice(0, 4))

export const cities: readonly Region[] = [
  ...prefectures.filter(({ name }) => !CATCH_ALL.test(name)),
  ...areas.filter(({ code }) => standAlone.includes(code.slice(0, 4))),
].toSorted((a, b) => (a.code < b.code ? -1 : 1))

const names = new Map(cities.map(({ code, name }) => [code, name]))

/** The common name of a city: 上海, 恩施土家族苗族自治州; null for an unknown code. */
export function cityName(code: string): string | null {
  const name = names.get(code)
  return name === undefined ? null : name.replace(/^(..+)市$/, '$1')
}

/** The name of a city or district; '' for an unknown code. */
export const regionName = (code: string): string =>
  cityName(code) ?? areas.find((area) => area.code === code)?.name ?? ''

export const provinceOf = (code: string): Region | undefined =>
  provinces.find((province) => province.code === `${code.slice(0, 2)}0000`)

export const citiesOf = (provinceCode: string): Region[] =>
  cities.filter(({ code }) => code.startsWith(provinceCode.slice(0, 2)))

/** The districts of a city; empty where it has none. */
export function districtsOf(cityCode: string): Region[] {
  if (!names.has(cityCode) || !cityCode.endsWith('00')) return []
  const prefixes = cityCode === CHONGQING ? [cityCode.slice(0, 4), CHONGQING_COUNTIES] : [cityCode.slice(0, 4)]
  return areas.filter(({ code }) => prefixes.includes(code.slice(0, 4)))
}
