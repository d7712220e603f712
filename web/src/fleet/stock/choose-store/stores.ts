export interface StoreRow {
  readonly id: string
  readonly name: string
  readonly cityName: string
  readonly address: string
  readonly lat: number | null
  readonly lng: number | null
}

export interface Place {
  readonly lat: number
  readonly lng: number
}

const RADIUS_KM = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in kilometres; the error is a few metres within a country. */
export function kmBetween(a: Place, b: Place): number {
  const half =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2
  return 2 * RADIUS_KM * Math.asin(Math.sqrt(half))
}

export const kmText = (km: number): string => (km < 1 ? `${Math.round(km * 1000)} m` : `${km.toFixed(1)} km`)

export interface City {
  readonly name: string
  readonly stores: readonly (StoreRow & { readonly km: number | null })[]
}

/** Stores that match the keyword, grouped by city; with the position of the phone, the nearest city and store come first. */
export function citiesOf(stores: readonly StoreRow[], keyword: string, here: Place | null): City[] {
  const words = keyword.trim().toLowerCase()
  const cities = new Map<string, (StoreRow & { km: number | null })[]>()
  for (const store of stores) {
    const { name, address, cityName, lat, lng } = store
    if (![name, address, cityName].some((text) => text.toLowerCase().includes(words))) continue
    const km = here === null || lat === null || lng === null ? null : kmBetween(here, { lat, lng })
    cities.set(cityName, [...(cities.get(cityName) ?? []), { ...store, km }])
  }
  const nearest = (rows: readonly { readonly km: number | null }[]) =>
    Math.min(...rows.map(({ km }) => km ?? Number.POSITIVE_INFINITY))
  const far = (km: number | null) => km ?? Number.MAX_VALUE
  return [...cities]
    .map(([name, rows]) => ({ name, stores: rows.toSorted((a, b) => far(a.km) - far(b.km)) }))
    .toSorted((a, b) => Math.min(nearest(a.stores), Number.MAX_VALUE) - Math.min(nearest(b.stores), Number.MAX_VALUE))
}
