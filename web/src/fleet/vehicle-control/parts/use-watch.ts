import type { CarPlace, MapBox } from '@cheyi/domain/fleet/vehicle-control/place'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type Watch, watchCars } from '../../../kernel/call/live.ts'

/**
 * Positions of cars by the stream, while the page is open.
 * @returns says what the map of the page shows; only cars within it are sent
 */
export function useWatch(onCars: (cars: readonly CarPlace[]) => void): (box: MapBox) => void {
  const watch = useRef<Watch>(null)
  const box = useRef<MapBox>(null)
  const heard = useEffectEvent(onCars)
  useEffect(() => {
    watch.current = watchCars((cars) => heard(cars))
    if (box.current) watch.current.see(box.current)
    return () => watch.current?.stop()
  }, [])
  return (next) => {
    box.current = next
    watch.current?.see(next)
  }
}
