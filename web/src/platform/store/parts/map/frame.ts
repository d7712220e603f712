import type { MapBox } from '@cheyi/domain/fleet/vehicle-control/place'
import { type Datum, mapPointOf, storedPointOf } from '@cheyi/domain/platform/geo/datum'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { type GeoJSONSource, Map as LibreMap, Marker, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import './draw-map.css'
import './map.css'
import { gridOf, mapStyle, type Tiles } from './style.ts'
import { towns } from './towns.ts'

/*
 * A wrapper around MapLibre that takes and returns positions in WGS-84. Conversion to and from the datum of the tiles happens only
 * here.
 */

setWorkerUrl(workerUrl)

export interface FrameOptions {
  readonly container: HTMLElement
  readonly centre: GeoPoint
  readonly zoom: number
  readonly tiles: Tiles | null
  readonly dark: boolean
}

export interface Frame {
  readonly map: LibreMap
  readonly toMap: (point: GeoPoint) => [number, number]
  readonly fromLngLat: (drawn: { readonly lng: number; readonly lat: number }) => GeoPoint
  /** Zooms so that all points are visible with a margin. */
  readonly fit: (points: readonly GeoPoint[], most?: number) => void
  /** Calls back with what the map shows, now and whenever it has been moved. */
  readonly onBox: (heard: (box: MapBox) => void) => void
  /** Replaces the features of a source. */
  readonly show: (source: string, features: readonly Feature[]) => void
}

export type Feature = Parameters<GeoJSONSource['setData']>[0] & { readonly type: 'Feature' }

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** @throws if the device cannot draw a map, for example without WebGL */
export function openFrame({ container, centre, zoom, tiles, dark }: FrameOptions): Frame {
  const datum: Datum = tiles?.datum ?? 'wgs84'
  const toMap = (point: GeoPoint): [number, number] => {
    const { lng, lat } = mapPointOf(point, datum)
    return [lng, lat]
  }
  const map = new LibreMap({
    container,
    style: mapStyle(tiles, dark),
    center: toMap(centre),
    zoom,
    maxZoom: 18,
    minZoom: 3,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: tiles?.attribution ? { customAttribution: tiles.attribution } : false,
    locale: { 'NavigationControl.ZoomIn': '放大', 'NavigationControl.ZoomOut': '缩小', 'Map.Title': '地图' },
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left')
  const show = (source: string, features: readonly Feature[]) =>
    void map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features: [...features] } as never)
  if (tiles === null) {
    const lines = () => {
      const box = map.getBounds()
      const grid = gridOf({ west: box.getWest(), south: box.getSouth(), east: box.getEast(), north: box.getNorth() })
      void map.getSource<GeoJSONSource>('grid')?.setData(grid)
    }
    map.on('load', lines)
    map.on('moveend', lines)
    for (const { name, lng, lat } of towns) {
      const element = document.createElement('div')
      element.className = 'draw-town'
      element.textContent = name
      // The label is placed above its point, so that drawings at the point do not cover it.
      new Marker({ element, offset: [0, -28] }).setLngLat([lng, lat]).addTo(map)
    }
  }
  return {
    map,
    toMap,
    fromLngLat: ({ lng, lat }) => storedPointOf({ lng: rounded(lng), lat: rounded(lat) }, datum),
    fit(points, most = 14) {
      const drawn = points.map(toMap)
      if (drawn.length === 0) return
      let [west, south, east, north] = [180, 90, -180, -90]
      for (const [lng, lat] of drawn) {
        west = Math.min(west, lng)
        east = Math.max(east, lng)
        south = Math.min(south, lat)
        north = Math.max(north, lat)
      }
      map.fitBounds([west, south, east, north], { padding: 48, maxZoom: most, animate: false })
    },
    onBox(heard) {
      const tell = () => {
        const drawn = map.getBounds()
        const [low, high] = [drawn.getSouthWest(), drawn.getNorthEast()].map((corner) => storedPointOf(corner, datum))
        heard({ south: low!.lat, west: low!.lng, north: high!.lat, east: high!.lng })
      }
      map.on('load', tell)
      map.on('moveend', tell)
    },
    show,
  }
}
