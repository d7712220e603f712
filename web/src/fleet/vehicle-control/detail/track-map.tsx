import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { useEffect, useRef } from 'react'
import { DrawnMap } from '../../store/parts/map/drawn-map.tsx'
import { drawTrack, type TrackMap } from './draw-track.ts'
import type { Track } from './track-words.ts'

interface TrackMapProps {
  readonly track: Track
  /** Where the car is at the moment that is shown. */
  readonly place: GeoPoint
  /** Called when the device cannot draw a map; the list of stops is shown instead. */
  readonly onFail: () => void
}

/** A track on a map that fills its parent. It is drawn once; another track needs a new instance. _lazy_ */
export default function TrackMapView({ track, place, onFail }: TrackMapProps) {
  const map = useRef<TrackMap>(null)
  useEffect(() => map.current?.stand(place), [place])
  return (
    <DrawnMap
      map={map}
      open={(ground) => {
        const opened = drawTrack(ground, track)
        opened.stand(place)
        return opened
      }}
      onFail={onFail}
    />
  )
}
