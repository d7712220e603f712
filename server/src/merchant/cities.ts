import { cityName, cities as everyCity, provinceOf } from '@cheyi/domain/region/regions'

/** One city a merchant or store may be in, by the code of GB/T 2260. */
export interface City {
  readonly code: string
  readonly name: string
  readonly province: string
}

/** All cities, in the order of their codes. */
export const cities: readonly City[] = everyCity.map(({ code, name }) => ({
  code,
  name: cityName(code) ?? name,
  province: provinceOf(code)?.name ?? '',
}))
