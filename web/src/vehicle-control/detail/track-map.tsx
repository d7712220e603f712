import { useEffect, useRef } from 'react'
import { calls, useRead } from '../../kernel/call/calls.ts'
import { isDark } from '../../kernel/device/theme.ts'
import { Answer } from '../../page/answer.tsx'
import { drawTrack, type TrackMap } from './draw-track.ts'
import type { Track } from './track-words.ts'

interface TrackMapProps {
  readonly track: Track
  /** Index of the point that is looked at. */
  readonly at: number
  /** The device cannot draw it. */
  readonly onFail: () => void
}

/** The way of a car over the whole of its parent. _lazy_ */
export default function TrackMapView(props: TrackMapProps) {
  const source = useRead(calls.lookup.map, {}, { freshFor: Number.POSITIVE_INFINITY })
  return (
    <Answer of={source} shape="detail">
      {({ tiles }) => <Canvas {...props} tiles={tiles} />}
    </Answer>
  )
}

function Canvas({ track, at, onFail, tiles }: TrackMapProps & { tiles: Parameters<typeof drawTrack>[0]['tiles'] }) {
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<TrackMap | null>(null)
  const fail = useRef(onFail)
  fail.current = onFail
  useEffect(() => {
    const container = box.current
    if (!container) return
    try {
      map.current = drawTrack({ container, tiles, dark: isDark() }, track)
    } catch {
      // No WebGL: the list of stops does as well.
      fail.current()
    }
    return () => {
      map.current?.remove()
      map.current = null
    }
  }, [track, tiles])
  const point = track.points[at]
  useEffect(() => {
    if (point) map.current?.stand(point)
  }, [point])
  return <div ref={box} className="map-fill" />
}
