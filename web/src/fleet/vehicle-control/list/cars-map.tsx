import type { MapBox } from '@cheyi/domain/fleet/vehicle-control/place'
import { useEffect, useRef } from 'react'
import { DrawnMap } from '../../../platform/store/parts/map/drawn-map.tsx'
import { type CarsMap, drawCars, type View } from './draw-cars.ts'
import type { MapCar } from './map-words.ts'

interface CarsMapProps {
  readonly cars: readonly MapCar[]
  /** The last view of the map; updated when the user moves the map. */
  readonly view: { current: View | null }
  readonly onBox: (box: MapBox) => void
  readonly onCar: (vehicleId: string) => void
  /** Called when the device cannot draw a map; the list is shown instead. */
  readonly onFail: () => void
}

/** All cars on a map that fills its parent. _lazy_ */
export default function CarsMapView({ cars, view, onBox, onCar, onFail }: CarsMapProps) {
  const map = useRef<CarsMap>(null)
  const latest = useRef(onCar)
  latest.current = onCar
  useEffect(() => map.current?.show(cars), [cars])
  return (
    <DrawnMap
      map={map}
      open={(ground) => {
        const onView = (next: View) => {
          view.current = next
        }
        const options = { view: view.current, onView, onBox, onCar: (id: string) => latest.current(id) }
        return drawCars({ ...ground, ...options }, cars)
      }}
      onFail={onFail}
    />
  )
}
