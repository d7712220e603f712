import { useEffect, useRef } from 'react'
import { DrawnMap } from '../../store/parts/map/drawn-map.tsx'
import { drawTrack, type TrackMap } from './draw-track.ts'
import type { Track } from './track-words.ts'

interface TrackMapProps {
  readonly track: Track
  /** Index of the point that is looked at. */
  readonly at: number
  /** The device cannot draw it: the list of stops does as well. */
  readonly onFail: () => void
}

/** The way of a car over the whole of its parent, drawn once: another track is another of these. _lazy_ */
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
