/** @jsxImportSource preact */
import { say } from '../../src/words/words.ts'

interface Props {
  readonly name: string
  readonly lng: number | null
  readonly lat: number | null
}

/** Opens a place (WGS-84) in the map application of the phone, or its website. */
export function MapLink({ name, lng, lat }: Props) {
  if (lng === null || lat === null) return null
  const query = new URLSearchParams({ position: `${lng},${lat}`, name, coordinate: 'wgs84', callnative: '1' })
  return (
    <a href={`https://uri.amap.com/marker?${query}`} rel="noreferrer">
      {say('导航')}
    </a>
  )
}
