import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { DrawnMap } from '../../../platform/store/parts/map/drawn-map.tsx'
import { type Feature, type FrameOptions, openFrame } from '../../../platform/store/parts/map/frame.ts'
import { colours } from '../../../platform/store/parts/map/style.ts'
import { drawSigns, signName } from '../parts/map-signs.ts'
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

interface TrackMap {
  /** Marks the position of the car at the selected moment. */
  readonly stand: (place: GeoPoint) => void
  readonly remove: () => void
}

const signColours = { start: '#0f9d58', end: '#e03131', stop: '#6b7280' }

/**
 * Draws a track: the line, dashed where no reports were received, its ends and its stops. @throws if the device cannot draw a map
 */
function drawTrack(options: Omit<FrameOptions, 'centre' | 'zoom'>, { points, stops }: Track): TrackMap {
  const frame = openFrame({ ...options, centre: points[0]!, zoom: 13 })
  const { map, toMap } = frame
  const { ring } = colours(options.dark)
  drawSigns(map)
  const line = (coordinates: readonly (readonly [number, number])[], apart: boolean): Feature => ({
    type: 'Feature',
    properties: { apart },
    geometry: { type: 'LineString', coordinates: coordinates as [number, number][] },
  })
  const sign = (point: GeoPoint, icon: string): Feature => ({
    type: 'Feature',
    properties: { icon },
    geometry: { type: 'Point', coordinates: toMap(point) },
  })
  map.on('load', () => {
    const lines: Feature[] = []
    let run: [number, number][] = []
    points.forEach((point, i) => {
      if (point.apart) {
        lines.push(line(run, false), line([toMap(points[i - 1]!), toMap(point)], true))
        run = []
      }
      run.push(toMap(point))
    })
    lines.push(line(run, false))
    const collection = (features: readonly Feature[]) => ({
      type: 'geojson' as const,
      data: { type: 'FeatureCollection' as const, features: [...features] } as never,
    })
    map.addSource('way', collection(lines))
    map.addLayer({
      id: 'way',
      type: 'line',
      source: 'way',
      filter: ['!', ['get', 'apart']],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': ring, 'line-width': 4 },
    })
    map.addLayer({
      id: 'way-apart',
      type: 'line',
      source: 'way',
      filter: ['get', 'apart'],
      paint: { 'line-color': ring, 'line-width': 2, 'line-dasharray': [2, 2], 'line-opacity': 0.7 },
    })
    map.addSource(
      'places',
      collection([
        ...stops.map((stop, i) => sign(stop, signName({ fill: signColours.stop, text: `${i + 1}`, square: true }))),
        sign(points[0]!, signName({ fill: signColours.start, text: '起' })),
        sign(points.at(-1)!, signName({ fill: signColours.end, text: '终' })),
      ]),
    )
    map.addLayer({
      id: 'places',
      type: 'symbol',
      source: 'places',
      layout: { 'icon-image': ['get', 'icon'], 'icon-allow-overlap': true },
    })
  })
  frame.fit(points, 16)
  const element = document.createElement('div')
  element.className = 'draw-place'
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', '车辆位置')
  const car = new Marker({ element, anchor: 'bottom' }).setLngLat(toMap(points[0]!)).addTo(map)
  return {
    stand(place) {
      car.setLngLat(toMap(place))
      if (!map.getBounds().contains(toMap(place))) map.panTo(toMap(place), { animate: false })
    },
    remove: () => map.remove(),
  }
}
