import type { MapBox } from '@cheyi/domain/fleet/vehicle-control/place'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { useEffect, useRef } from 'react'
import { DrawnMap } from '../../store/parts/map/drawn-map.tsx'
import { type CarMap, drawCar } from './draw-car.ts'

interface CarMapProps {
  readonly place: GeoPoint
  readonly follows: boolean
  readonly onLeave: () => void
  readonly onBox: (box: MapBox) => void
  /** Called when the device cannot draw a map; the position is shown as text. */
  readonly onFail: () => void
}

/** One car on a map that fills its parent. _lazy_ */
export default function CarMapView({ place, follows, onLeave, onBox, onFail }: CarMapProps) {
  const map = useRef<CarMap>(null)
  const { lat, lng } = place
  useEffect(() => map.current?.stand({ lat, lng }), [lat, lng])
  useEffect(() => {
    if (follows) map.current?.follow()
  }, [follows])
  return <DrawnMap map={map} open={(ground) => drawCar({ ...ground, place, onLeave, onBox })} onFail={onFail} />
}
