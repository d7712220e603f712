import './map.css'
import type { GeoPoint } from '@cheyi/domain/quote/rules'
import { useEffect, useRef } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { isDark } from '../../../kernel/device/theme.ts'
import { Answer } from '../../../page/answer.tsx'
import { type DrawMap, drawMap } from './draw-map.ts'
import { startOf } from './towns.ts'

export interface MapViewProps {
  readonly cityCode: string
  readonly place: GeoPoint | null
  readonly placeName?: string
  readonly ring?: readonly GeoPoint[]
  readonly others: readonly (readonly GeoPoint[])[]
  readonly onRing?: (ring: readonly GeoPoint[]) => void
  readonly onPlace?: (place: GeoPoint) => void
  /** The device cannot draw it. */
  readonly onFail: () => void
}

/** A map over the whole of its parent. Where pictures of the ground come from is the installation's choice. */
export default function MapView(props: MapViewProps) {
  const source = useRead(calls.lookup.map, {}, { freshFor: Number.POSITIVE_INFINITY })
  return (
    <Answer of={source} shape="detail">
      {({ tiles }) => <Canvas {...props} tiles={tiles} />}
    </Answer>
  )
}

type Tiles = Parameters<typeof drawMap>[0]['tiles']

function Canvas(props: MapViewProps & { tiles: Tiles }) {
  const { cityCode, place, placeName = '门店位置', ring, others, onRing, onPlace, onFail, tiles } = props
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<DrawMap | null>(null)
  /** What the map itself told last: it is not told that again. */
  const told = useRef(ring)
  const latest = useRef({ onRing, onPlace })
  latest.current = { onRing, onPlace }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a map is opened once; what changes afterwards is told to it.
  useEffect(() => {
    const container = box.current
    if (!container) return
    try {
      const opened = drawMap({
        container,
        ...startOf(place, cityCode),
        tiles,
        dark: isDark(),
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
      map.current = opened
    } catch {
      // No WebGL: the list of points does as well.
      onFail()
    }
    return () => {
      map.current?.remove()
      map.current = null
    }
  }, [])

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

  return <div ref={box} className="map-fill" />
}
