import { carLook, type MapBox } from '@cheyi/domain/fleet/vehicle-control/place'
import type { GeoJSONSource, MapGeoJSONFeature } from 'maplibre-gl'
import { type Feature, type FrameOptions, openFrame } from '../../../platform/store/parts/map/frame.ts'
import { drawSigns, signName } from '../parts/map-signs.ts'
import { looks, type MapCar } from './map-words.ts'

/** The view of a map when the user left it. */
export interface View {
  readonly lng: number
  readonly lat: number
  readonly zoom: number
}

export interface CarsMap {
  readonly show: (cars: readonly MapCar[]) => void
  readonly remove: () => void
}

interface CarsMapOptions extends Omit<FrameOptions, 'centre' | 'zoom'> {
  /** The last view of the map; null: the map is zoomed so that all cars are visible. */
  readonly view: View | null
  readonly onView: (view: View) => void
  readonly onBox: (box: MapBox) => void
  readonly onCar: (vehicleId: string) => void
}

const CLUSTER = '#1743d6'
/** Up to this zoom level nearby cars are drawn as a cluster; above it each car is drawn separately. */
const LAST_CLUSTERS = 15

/** Draws all cars on a map, nearby ones as a cluster. @throws if the device cannot draw a map */
export function drawCars(
  { view, onView, onBox, onCar, ...options }: CarsMapOptions,
  first: readonly MapCar[],
): CarsMap {
  const start = view ?? first[0] ?? { lat: 31.23, lng: 121.47 }
  const frame = openFrame({ ...options, centre: start, zoom: view?.zoom ?? 10 })
  const { map, toMap, fromLngLat } = frame
  drawSigns(map)
  if (view === null) frame.fit(first)
  let shown = first
  // Until the user moves the map, it shows all cars of the filter, also those that come with a look at cars on rent.
  let isOwn = view === null
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent !== undefined) isOwn = false
  })
  const featureOf = (car: MapCar): Feature => {
    const look = carLook(car)
    return {
      type: 'Feature',
      properties: {
        id: car.vehicleId,
        icon: signName(looks[look]),
        first: look === 'alarm' || look === 'cut' ? 1 : 0,
        late: look === 'overdue' ? 1 : 0,
      },
      geometry: { type: 'Point', coordinates: toMap(car) },
    }
  }
  const paint = () => frame.show('cars', shown.map(featureOf))
  map.on('load', () => {
    map.addSource('cars', {
      type: 'geojson',
      data: { type: 'FeatureCollection', features: shown.map(featureOf) as never },
      cluster: true,
      clusterRadius: 44,
      clusterMaxZoom: LAST_CLUSTERS,
      clusterProperties: { warned: ['+', ['get', 'first']], late: ['+', ['get', 'late']] },
    })
    map.addLayer({
      id: 'clusters',
      type: 'symbol',
      source: 'cars',
      filter: ['has', 'point_count'],
      layout: {
        'icon-image': [
          'concat',
          'sign|',
          [
            'case',
            ['>', ['get', 'warned'], 0],
            looks.alarm.fill,
            ['>', ['get', 'late'], 0],
            looks.overdue.fill,
            CLUSTER,
          ],
          '|',
          ['get', 'point_count_abbreviated'],
          '|0|1',
        ],
        'icon-allow-overlap': true,
      },
    })
    map.addLayer({
      id: 'cars',
      type: 'symbol',
      source: 'cars',
      filter: ['!', ['has', 'point_count']],
      layout: {
        'icon-image': ['get', 'icon'],
        'icon-allow-overlap': true,
        'symbol-sort-key': ['+', ['*', 2, ['get', 'first']], ['get', 'late']],
      },
    })
  })
  map.on('click', 'cars', ({ features }) => {
    const id = features?.[0]?.properties.id
    if (id !== undefined) onCar(String(id))
  })
  map.on('click', 'clusters', ({ features }) => void comeNearer(features?.[0]))
  async function comeNearer(cluster: MapGeoJSONFeature | undefined): Promise<void> {
    const source = map.getSource<GeoJSONSource>('cars')
    if (!cluster || !source || cluster.geometry.type !== 'Point') return
    const zoom = await source.getClusterExpansionZoom(cluster.properties.cluster_id)
    map.easeTo({
      center: cluster.geometry.coordinates as [number, number],
      zoom: Math.min(zoom + 0.5, 18),
      duration: 300,
    })
  }
  for (const layer of ['cars', 'clusters']) {
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer'
    })
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = ''
    })
  }
  frame.onBox(onBox)
  map.on('moveend', () => onView({ ...fromLngLat(map.getCenter()), zoom: map.getZoom() }))
  return {
    show(cars) {
      const others = cars.length !== shown.length || cars.some(({ vehicleId }, i) => vehicleId !== shown[i]!.vehicleId)
      shown = cars
      if (others && isOwn) frame.fit(cars)
      if (map.getSource('cars')) paint()
    },
    remove: () => map.remove(),
  }
}
