import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { Marker } from 'maplibre-gl'
import { type FrameOptions, openFrame } from './frame.ts'

/*
 * The map on which areas are drawn. It handles corners and positions in WGS-84 and does not depend on any form.
 */

export interface DrawMapOptions extends FrameOptions {
  /** Drawn for orientation; not editable. */
  readonly others: readonly (readonly GeoPoint[])[]
  readonly place: GeoPoint | null
  /** Label of the position. */
  readonly placeName: string
  /** Called when a corner was set, dragged, inserted or deleted. */
  readonly onRing?: (ring: readonly GeoPoint[]) => void
  /** Called when the position was set or dragged. */
  readonly onPlace?: (place: GeoPoint) => void
}

export interface DrawMap {
  readonly setRing: (ring: readonly GeoPoint[]) => void
  readonly setOthers: (others: DrawMapOptions['others']) => void
  /** Moves the marker to the position and keeps it visible. */
  readonly followPlace: (place: GeoPoint) => void
  readonly fit: (points: readonly GeoPoint[]) => void
  readonly remove: () => void
}

const MOST_CORNERS = 200
/** Above this number of corners the markers between corners are not drawn, because they would overlap. */
const MOST_MIDDLES = 40

/** @throws if the device cannot draw a map, for example without WebGL */
export function drawMap(options: DrawMapOptions): DrawMap {
  const { onRing, onPlace } = options
  const { map, toMap, fromLngLat, fit, show } = openFrame(options)

  let ring: readonly GeoPoint[] = []
  let corners: Marker[] = []
  let placeMarker: Marker | null = null

  const polygon = (points: readonly GeoPoint[]) => {
    const line = points.map(toMap)
    const closed = line.length > 0 ? [...line, line[0]!] : line
    return {
      type: 'Feature' as const,
      properties: {},
      geometry:
        points.length > 2
          ? { type: 'Polygon' as const, coordinates: [closed] }
          : { type: 'LineString' as const, coordinates: line.length > 1 ? line : [] },
    }
  }
  const paint = () => show('ring', [polygon(ring)])

  function change(next: readonly GeoPoint[]) {
    ring = next
    setMarkers()
    paint()
    onRing?.(ring)
  }
  /** Corner markers can be dragged; a click deletes the corner. A smaller marker between two corners inserts a new one. */
  function setMarkers() {
    for (const marker of corners) marker.remove()
    corners = ring.map((point, index) => {
      const marker = markerAt(point, 'draw-corner', `第${index + 1}个点，拖动移动，点按删除`)
      marker.on('drag', () => {
        ring = ring.with(index, fromLngLat(marker.getLngLat()))
        paint()
      })
      marker.on('dragend', () => change(ring))
      onPress(marker, () => change(ring.toSpliced(index, 1)))
      return marker
    })
    if (ring.length < 3 || ring.length > MOST_MIDDLES) return
    ring.forEach((point, index) => {
      const next = ring[(index + 1) % ring.length]!
      const middle = { lng: (point.lng + next.lng) / 2, lat: (point.lat + next.lat) / 2 }
      const marker = markerAt(middle, 'draw-middle', `在第${index + 1}个点后加点`)
      const insert = () => change(ring.toSpliced(index + 1, 0, fromLngLat(marker.getLngLat())))
      marker.on('dragend', insert)
      onPress(marker, insert)
      corners.push(marker)
    })
  }
  function markerAt(point: GeoPoint, className: string, label: string): Marker {
    const element = document.createElement('button')
    element.type = 'button'
    element.className = className
    element.setAttribute('aria-label', label)
    return new Marker({ element, draggable: true }).setLngLat(toMap(point)).addTo(map)
  }
  /** A drag ends with a click event too, which must not count as a press. */
  function onPress(marker: Marker, act: () => void) {
    let dragged = false
    marker.on('dragstart', () => {
      dragged = true
    })
    marker.getElement().addEventListener('click', (event) => {
      event.stopPropagation()
      if (!dragged) act()
      dragged = false
    })
  }
  function setPlace(place: GeoPoint | null) {
    placeMarker?.remove()
    placeMarker = null
    if (place === null) return
    const element = document.createElement('div')
    element.className = 'draw-place'
    element.setAttribute('aria-label', options.placeName)
    element.setAttribute('role', 'img')
    placeMarker = new Marker({ element, anchor: 'bottom', draggable: onPlace !== undefined })
    const marker = placeMarker.setLngLat(toMap(place)).addTo(map)
    marker.on('dragend', () => onPlace?.(fromLngLat(marker.getLngLat())))
  }

  map.on('click', ({ lngLat }) => {
    const point = fromLngLat(lngLat)
    if (onPlace) {
      setPlace(point)
      onPlace(point)
    } else if (onRing && ring.length < MOST_CORNERS) change([...ring, point])
  })
  let others = options.others
  const paintOthers = () => show('others', others.map(polygon))
  map.on('load', () => {
    paintOthers()
    paint()
  })
  setPlace(options.place)
  return {
    setRing(next) {
      ring = next
      setMarkers()
      if (map.isStyleLoaded()) paint()
    },
    setOthers(next) {
      others = next
      if (map.isStyleLoaded()) paintOthers()
    },
    followPlace(place) {
      setPlace(place)
      if (!map.getBounds().contains(toMap(place))) map.panTo(toMap(place))
    },
    fit,
    remove: () => map.remove(),
  }
}
