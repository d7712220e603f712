import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { useEffect, useRef } from 'react'
import { type DrawMap, drawMap } from './draw-map.ts'
import { DrawnMap, type Ground } from './drawn-map.tsx'
import { startOf } from './towns.ts'

export interface MapViewProps {
  readonly cityCode: string
  readonly place: GeoPoint | null
  readonly placeName?: string
  readonly ring?: readonly GeoPoint[]
  readonly others: readonly (readonly GeoPoint[])[]
  readonly onRing?: (ring: readonly GeoPoint[]) => void
  readonly onPlace?: (place: GeoPoint) => void
  /** Called when the device cannot draw a map; the list of points is shown instead. */
  readonly onFail: () => void
}

/** A map of positions and areas that fills its parent. */
export default function MapView(props: MapViewProps) {
  const { cityCode, place, placeName = '门店位置', ring, others, onRing, onPlace, onFail } = props
  const map = useRef<DrawMap>(null)
  /** The last ring that the map reported itself; it must not be set on the map again. */
  const told = useRef(ring)
  const latest = useRef({ onRing, onPlace })
  latest.current = { onRing, onPlace }

  function open(ground: Ground): DrawMap {
    const opened = drawMap({
      ...ground,
      ...startOf(place, cityCode),
      others,
      place,
      placeName,
      onRing:
        onRing &&
        ((next) => {
          told.current = next
          latest.current.onRing?.(next)
        }),
      onPlace: onPlace && ((next) => latest.current.onPlace?.(next)),
    })
    opened.setRing(ring ?? [])
    if (ring && ring.length > 2) opened.fit(ring)
    return opened
  }

  const [lat, lng] = [place?.lat, place?.lng]
  const follows = onPlace === undefined
  useEffect(() => {
    if (follows && lat !== undefined && lng !== undefined) map.current?.followPlace({ lat, lng })
  }, [follows, lat, lng])

  useEffect(() => {
    if (ring === undefined || ring === told.current) return
    told.current = ring
    map.current?.setRing(ring)
  }, [ring])

  // Compared by content, because callers compute the outlines with each render.
  const outlines = JSON.stringify(others)
  useEffect(() => map.current?.setOthers(JSON.parse(outlines)), [outlines])

  return <DrawnMap map={map} open={open} onFail={onFail} />
}
