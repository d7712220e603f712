import { useEffect, useRef } from 'react'
import { DrawnMap } from '../../store/parts/map/drawn-map.tsx'
import { drawTrack, type TrackMap } from './draw-track.ts'
import type { Track } from './track-words.ts'

interface TrackMapProps {
  readonly track: Track
  /** Index of the selected point. */
  readonly at: number
  /** Called when the device cannot draw a map; the list of stops is shown instead. */
  readonly onFail: () => void
}

/** A track on a map that fills its parent. It is drawn once; another track needs a new instance. _lazy_ */
export default function TrackMapView({ track, at, onFail }: TrackMapProps) {
  const map = useRef<TrackMap>(null)
  const point = track.points[at]!
  useEffect(() => map.current?.stand(point), [point])
  return (
    <DrawnMap
      map={map}
      open={(ground) => {
        const opened = drawTrack(ground, track)
        opened.stand(point)
        return opened
      }}
      onFail={onFail}
    />
  )
}
