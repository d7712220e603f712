import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { cityCentre } from '@cheyi/domain/platform/region/centres'
import { cityName } from '@cheyi/domain/platform/region/regions'

interface Town extends GeoPoint {
  readonly name: string
}

/** Region codes of the cities that label the grid; more labels would overlap. */
const labelled =
  '110100 120100 130100 140100 150100 210100 210200 220100 230100 310100 320100 320500 330100 330200 330300 340100 350100 350200 360100 370100 370200 410100 420100 430100 440100 440300 440400 450100 450300 460100 460200 500100 510100 520100 530100 530700 540100 610100 620100 630100 640100 650100'

export const towns: readonly Town[] = labelled
  .split(' ')
  .map((code) => ({ name: cityName(code) ?? '', ...cityCentre(code)! }))

const CHINA = { lng: 108, lat: 34 }

/** Initial view of a map: the store, else its city, else all of China. */
export function startOf(place: GeoPoint | null, cityCode: string): { centre: GeoPoint; zoom: number } {
  if (place !== null) return { centre: place, zoom: 13 }
  const centre = cityCentre(cityCode)
  return centre ? { centre, zoom: 11 } : { centre: CHINA, zoom: 3.5 }
}
