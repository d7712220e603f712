import type { MapBox } from '@cheyi/domain/fleet/vehicle-control/place'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { DrawnMap } from '../../../platform/store/parts/map/drawn-map.tsx'
import { type FrameOptions, openFrame } from '../../../platform/store/parts/map/frame.ts'

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

interface CarMap {
  /** Moves the marker, and the map with it while it follows the car. */
  readonly stand: (place: GeoPoint) => void
  /** Follows the car again, from where it is. */
  readonly follow: () => void
  readonly remove: () => void
}

interface CarMapOptions extends Omit<FrameOptions, 'centre' | 'zoom'> {
  readonly place: GeoPoint
  /** Called when the user moves the map away: it no longer follows the car. */
  readonly onLeave: () => void
  readonly onBox: (box: MapBox) => void
}

/** Draws one car, which stays in the middle until the user moves the map. @throws if the device cannot draw a map */
function drawCar({ place, onLeave, onBox, ...options }: CarMapOptions): CarMap {
  const frame = openFrame({ ...options, centre: place, zoom: 15 })
  const { map, toMap } = frame
  let at = toMap(place)
  let follows = true
  const element = document.createElement('div')
  element.className = 'draw-place'
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', '车辆位置')
  const marker = new Marker({ element, anchor: 'bottom' }).setLngLat(at).addTo(map)
  // Buttons and wheels that only zoom keep the car in the middle; a drag is the wish to see something else.
  map.on('dragstart', () => {
    follows = false
    onLeave()
  })
  frame.onBox(onBox)
  const centre = () => map.easeTo({ center: at, duration: 500 })
  return {
    stand(next) {
      at = toMap(next)
      marker.setLngLat(at)
      if (follows) centre()
    },
    follow() {
      follows = true
      centre()
    },
    remove: () => map.remove(),
  }
}
