import type { Datum } from '@cheyi/domain/platform/geo/datum'
import type { StyleSpecification } from 'maplibre-gl'

/** The source of the map tiles. */
export interface Tiles {
  /** For example `https://…/{z}/{x}/{y}.png`. */
  readonly url: string
  readonly datum: Datum
  readonly attribution: string
}

export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const nothing = { type: 'FeatureCollection' as const, features: [] }

/** The colors of the design tokens, because a canvas cannot read CSS variables. */
export const colours = (dark: boolean) =>
  dark
    ? { ground: '#171a21', line: '#2b303a', ring: '#6b8cff', other: '#8a93a1' }
    : { ground: '#f4f5f7', line: '#dde1e7', ring: '#1f53ff', other: '#8a93a1' }

/**
 * Own map style: the tiles of the installation, or else a grid of degrees that needs no network. It draws no borders, because a map
 * of China with borders needs an official approval before it is published.
 */
export function mapStyle(tiles: Tiles | null, dark: boolean): StyleSpecification {
  const { ground, line, ring, other } = colours(dark)
  return {
    version: 8,
    sources: {
      ...(tiles && { tiles: { type: 'raster', tiles: [tiles.url], tileSize: 256, maxzoom: 18 } }),
      grid: { type: 'geojson', data: nothing },
      others: { type: 'geojson', data: nothing },
      ring: { type: 'geojson', data: nothing },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': ground } },
      ...(tiles ? [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }] : []),
      { id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': line, 'line-width': 1 } },
      { id: 'others', type: 'line', source: 'others', paint: { 'line-color': other, 'line-dasharray': [3, 2] } },
      { id: 'ring-fill', type: 'fill', source: 'ring', paint: { 'fill-color': ring, 'fill-opacity': 0.16 } },
      { id: 'ring-line', type: 'line', source: 'ring', paint: { 'line-color': ring, 'line-width': 2 } },
    ],
  }
}

/** Grid steps in degrees: the first step that gives at most twelve lines is used. */
const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
const MOST_LINES = 12

/** Meridians and parallels within a box, as lines. */
export function gridOf({ west, south, east, north }: Box) {
  const span = Math.max(east - west, north - south)
  const step = STEPS.find((one) => span / one <= MOST_LINES) ?? 20
  const from = (edge: number) => Math.ceil(edge / step)
  const lines: [[number, number], [number, number]][] = []
  for (let n = from(west); n * step <= east; n++)
    lines.push([
      [n * step, south],
      [n * step, north],
    ])
  for (let n = from(south); n * step <= north; n++)
    lines.push([
      [west, n * step],
      [east, n * step],
    ])
  return {
    type: 'FeatureCollection' as const,
    features: lines.map((coordinates) => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'LineString' as const, coordinates },
    })),
  }
}
