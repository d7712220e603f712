import { useEffect, useRef } from 'react'
import { calls, useRead } from '../../kernel/call/calls.ts'
import { isDark } from '../../kernel/device/theme.ts'
import { Answer } from '../../page/answer.tsx'
import { type CarsMap, drawCars, type View } from './draw-cars.ts'
import type { MapCar } from './map-words.ts'

interface CarsMapProps {
  readonly cars: readonly MapCar[]
  /** Where it was left, and is. */
  readonly view: { current: View | null }
  readonly onCar: (vehicleId: string) => void
  /** The device cannot draw it. */
  readonly onFail: () => void
}

/** All cars over the whole of its parent. _lazy_ */
export default function CarsMapView(props: CarsMapProps) {
  const source = useRead(calls.lookup.map, {}, { freshFor: Number.POSITIVE_INFINITY })
  return (
    <Answer of={source} shape="detail">
      {({ tiles }) => <Canvas {...props} tiles={tiles} />}
    </Answer>
  )
}

function Canvas({
  cars,
  view,
  onCar,
  onFail,
  tiles,
}: CarsMapProps & { tiles: Parameters<typeof drawCars>[0]['tiles'] }) {
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<CarsMap | null>(null)
  const latest = useRef({ cars, onCar, onFail })
  latest.current = { cars, onCar, onFail }
  useEffect(() => {
    const container = box.current
    if (!container) return
    try {
      const at = {
        view: view.current,
        onView: (next: View) => {
          view.current = next
        },
        onCar: (id: string) => latest.current.onCar(id),
      }
      map.current = drawCars({ container, tiles, dark: isDark(), ...at }, latest.current.cars)
    } catch {
      // No WebGL: the list does as well.
      latest.current.onFail()
    }
    return () => {
      map.current?.remove()
      map.current = null
    }
  }, [tiles, view])
  useEffect(() => map.current?.show(cars), [cars])
  return <div ref={box} className="map-fill" />
}
