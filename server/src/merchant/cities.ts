/** One city a merchant or store may be in: a prefecture, by the code of GB/T 2260. */
export interface City {
  readonly code: string
  readonly name: string
  readonly province: string
}

/** All cities, in the order of their codes; the table is loaded with the first question. */
export async function cities(): Promise<readonly City[]> {
  loaded ??= load()
  return loaded
}

export const cityName = async (code: string): Promise<string | undefined> =>
  (await cities()).find((city) => city.code === code)?.name

let loaded: Promise<readonly City[]> | undefined

async function load(): Promise<readonly City[]> {
  const { areaList } = await import('@vant/area-data')
  return Object.entries(areaList.city_list)
    .map(([code, name]) => ({
      code,
      name: name.replace(/(?<=..)市$/, ''),
      province: areaList.province_list[`${code.slice(0, 2)}0000`] ?? '',
    }))
    .toSorted((a, b) => a.code.localeCompare(b.code))
}
