import { cities, cityName, districtsOf, provinceOf, provinces } from './regions.ts'

/* Finds regions by typed text: a part of a name, or the beginning of an address. */

/** A city, or a district of one. */
export interface FoundRegion {
  readonly code: string
  readonly cityCode: string
  /** As shown: 浙江省 杭州市 西湖区. */
  readonly words: string
}

interface Known extends FoundRegion {
  /** 上海 for a city, 浦东新区 for a district. */
  readonly name: string
  readonly isDistrict: boolean
}

/** A single character occurs in too many names. */
const SHORTEST = 2
const MOST_FOUND = 20
/** Characters at the beginning of an address that are searched for a region. */
const HEAD = 24

const known: readonly Known[] = cities.flatMap(({ code, name }) => {
  const province = provinceOf(code)?.name
  const words = province === name ? name : `${province} ${name}`
  const city = { code, cityCode: code, words, name: cityName(code) ?? name, isDistrict: false }
  const districts = districtsOf(code).map((district) => ({
    ...city,
    ...district,
    words: `${words} ${district.name}`,
    isDistrict: true,
  }))
  return [city, ...districts]
})

/**
 * Regions by a part of their name, cities first; else those that an address names, district before city:
 * 上海市浦东新区世纪大道100号 is in 浦东新区. `sounds`: the pronunciation of cities by their codes (`qingdao qd`). A district name
 * that exists in several cities is listed for each of them, unless the address names city or province.
 */
export function findRegions(text: string, sounds: ReadonlyMap<string, string> = new Map()): FoundRegion[] {
  const sought = text.replaceAll(/\s/g, '')
  if (sought.length < SHORTEST) return []
  const bare = sought.replace(/^(..+)市$/, '$1')
  const heard = bare.toLowerCase()
  const like = known.filter(
    ({ name, code, isDistrict }) => name.includes(bare) || (!isDistrict && sounds.get(code)?.includes(heard)),
  )
  return (like.length > 0 ? like.toSorted(citiesFirst) : regionsNamedIn(sought.slice(0, HEAD))).slice(0, MOST_FOUND)
}

const citiesFirst = (a: Known, b: Known): number => Number(a.isDistrict) - Number(b.isDistrict)

function regionsNamedIn(address: string): Known[] {
  const province = provinces.find(({ name }) => address.startsWith(name))
  const rest = address.slice(province?.name.length ?? 0)
  const within = province ? known.filter(({ code }) => code.startsWith(province.code.slice(0, 2))) : known
  const named = within.filter(({ name }) => rest.includes(name))
  // Streets are named after cities, so that the first name in an address is the place.
  const at = ({ name }: Known) => rest.indexOf(name)
  const citiesNamed = named.filter(({ isDistrict }) => !isDistrict)
  const first = Math.min(...citiesNamed.map(at))
  const ofCities = citiesNamed.filter((city) => at(city) === first)
  const districts = named.filter(
    ({ isDistrict, cityCode }) =>
      isDistrict && (ofCities.length === 0 || ofCities.some(({ code }) => code === cityCode)),
  )
  return districts.length > 0 ? districts : ofCities
}
