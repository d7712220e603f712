import { type PickupType, pickupType } from '@cheyi/domain/booking/order/codes'
import { type GeoPoint, greatCircle } from '@cheyi/domain/platform/geo/distance'
import { estimatedMetres, isByKm, oneWayFee } from '@cheyi/domain/pricing/quote/lines/handover'
import type { HandoverPlace, PriceInput } from '@cheyi/domain/pricing/quote/quote'
import type { Trip } from '@cheyi/domain/pricing/quote/trip'
import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { Restart } from '../../kernel/db/restart.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import type { MapPort } from '../../kernel/ports.ts'
import type { LoadedRules, StoreRow } from './rules.ts'
import { storePlaces } from './store.ts'

/** A distance of a trip: the route, if both ends are known, and the distance that was returned before. */
interface Leg {
  readonly way: Way | null
  readonly told: RoadDistance | null
}

/**
 * The handover places of a trip with their distances.
 * @param before the input of the previous price: its distances of the same places are reused. `'estimate'`: the map service is not
 * called, because no distance matters
 * @throws Restart as {@link roadDistances}
 */
export async function placesOf(
  ctx: Context,
  trip: Trip,
  { pickupStore, returnStore, of }: Pick<LoadedRules, 'pickupStore' | 'returnStore' | 'of'>,
  before?: PriceInput | 'estimate',
): Promise<Pick<PriceInput, 'pickup' | 'return' | 'oneWayMetres' | 'oneWayEstimated'>> {
  const told = before === 'estimate' ? undefined : before
  const pickup = endOf(trip.pickupType, trip.pickupLng, trip.pickupLat)
  const back = endOf(trip.returnType, trip.returnLng, trip.returnLat)
  const samePickup = told?.storeId === pickupStore.id
  const sameReturn = told?.returnStoreId === returnStore.id
  const oneWay = oneWayFee(of(trip.modelId).fees, pickupStore.id, returnStore.id)
  const byKm = oneWay !== undefined && isByKm(oneWay)
  const legs: Leg[] = [
    { way: wayOf(placeOf(pickupStore), pickup.at), told: samePickup ? previousDistance(told.pickup, pickup.at) : null },
    { way: wayOf(placeOf(returnStore), back.at), told: sameReturn ? previousDistance(told.return, back.at) : null },
    {
      way: byKm ? wayOf(placeOf(pickupStore), placeOf(returnStore)) : null,
      told: byKm && samePickup && sameReturn ? previousOneWay(told) : null,
    },
  ]
  const open = legs.flatMap((leg) => (leg.way === null || leg.told !== null ? [] : [leg.way]))
  const roads = before === 'estimate' ? open.map(estimatedRoad) : await roadDistances(ctx, open)
  const asked = new Map(open.map((way, i) => [way, roads[i]!]))
  const [toPickup, toReturn, between] = legs.map((leg) => leg.told ?? (leg.way === null ? null : asked.get(leg.way)!))
  return {
    pickup: handoverPlace(pickup, toPickup!),
    return: handoverPlace(back, toReturn!),
    oneWayMetres: between?.metres ?? null,
    ...(between?.estimated && { oneWayEstimated: true }),
  }
}

/**
 * The road distance between two stores; null where one has no coordinates.
 * @throws Restart as {@link roadDistances}
 */
export async function roadBetween(ctx: Context, storeId: string, otherId: string): Promise<RoadDistance | null> {
  const [from, to] = await storePlaces(ctx, storeId, otherId)
  const way = from && to ? wayOf(placeOf(from), placeOf(to)) : null
  const [road] = way === null ? [] : await roadDistances(ctx, [way])
  return road ?? null
}

/** One end of a trip; `at` is null at the counter, and where no place was selected. */
interface End {
  readonly type: PickupType
  readonly at: GeoPoint | null
}

const endOf = (type: PickupType, lng: number | undefined, lat: number | undefined): End => ({
  type,
  at: type === pickupType.store || lng === undefined || lat === undefined ? null : { lng, lat },
})

const placeOf = ({ lng, lat }: Pick<StoreRow, 'lng' | 'lat'>): GeoPoint | null =>
  lng === null || lat === null ? null : { lng, lat }

const wayOf = (from: GeoPoint | null, to: GeoPoint | null): Way | null =>
  from === null || to === null ? null : { from, to }

/** The previous distance of an end, if the place is the same. */
function previousDistance({ metres, estimated, lng, lat }: HandoverPlace, at: GeoPoint | null): RoadDistance | null {
  if (metres === null || lng === null || lat === null || at === null) return null
  return isSamePlace({ lng, lat }, at) ? { metres, estimated } : null
}

const previousOneWay = ({ oneWayMetres, oneWayEstimated = false }: PriceInput): RoadDistance | null =>
  oneWayMetres === null ? null : { metres: oneWayMetres, estimated: oneWayEstimated }

const handoverPlace = ({ type, at }: End, distance: RoadDistance | null): HandoverPlace => ({
  type,
  metres: distance?.metres ?? null,
  estimated: distance?.estimated ?? false,
  lng: at?.lng ?? null,
  lat: at?.lat ?? null,
})

/** A route between two places, in WGS-84. */
interface Way {
  readonly from: GeoPoint
  readonly to: GeoPoint
}

interface RoadDistance {
  /** Road distance in whole metres. */
  readonly metres: number
  /** The map service had no answer: the straight line × 1.3. */
  readonly estimated: boolean
}

const estimatedRoad = ({ from, to }: Way): RoadDistance => ({
  metres: estimatedMetres(greatCircle(from, to)),
  estimated: true,
})

/**
 * Road distances as first returned within the last 30 days. They are cached because the map service includes traffic, so the same trip
 * would have another price at another hour. Without an answer the estimate is used, so that no booking is refused.
 * @throws Restart where the map service has to be called, because a transaction must not wait for it
 */
async function roadDistances(ctx: Context, ways: readonly Way[]): Promise<RoadDistance[]> {
  if (ways.length === 0) return []
  const { map } = ctx.outside()
  if (map === null) return ways.map(estimatedRoad)
  const rounded = ways.map(({ from, to }) => ({ from: round(from), to: round(to) }))
  const kept = new Map((await readRoads(ctx, rounded.map(keyOf))).map((row) => [wordsOf(row), row.metres]))
  const open = new Map(rounded.map((way) => [wordsOf(keyOf(way)), way] as const).filter(([words]) => !kept.has(words)))
  const heard = [...open.values()].map((way) => ({ way, metres: map.heard(way.from, way.to) }))
  const unasked = heard.filter(({ metres }) => metres === undefined)
  if (unasked.length > 0)
    throw new Restart({
      between: () =>
        askAll(
          ctx,
          map,
          unasked.map(({ way }) => way),
        ),
    })
  const fresh = heard.flatMap(({ way, metres }) => (metres == null ? [] : [{ ...keyOf(way), metres }]))
  if (fresh.length > 0) keepRoads(ctx, fresh)
  for (const row of fresh) kept.set(wordsOf(row), row.metres)
  return ways.map((way, i) => {
    const metres = kept.get(wordsOf(keyOf(rounded[i]!)))
    return metres === undefined ? estimatedRoad(way) : { metres, estimated: false }
  })
}

/** The log has the reason of a missing answer, but never the coordinates. */
async function askAll({ log }: Pick<Context, 'log'>, map: MapPort, ways: readonly Way[]): Promise<void> {
  const answers = await Promise.all(ways.map(({ from, to }) => map.ask(from, to)))
  for (const why of new Set(answers)) if (why !== null) log.warn({ why }, 'the map service told no distance')
}

/** Four decimals are about ten metres, so that a second click on the same building gives the same price. */
const degrees = (value: number): number => Math.round(value * 1e4) / 1e4
const round = ({ lng, lat }: GeoPoint): GeoPoint => ({ lng: degrees(lng), lat: degrees(lat) })

/** Whether two positions count as one place. */
const isSamePlace = (a: GeoPoint, b: GeoPoint): boolean => textOf(round(a)) === textOf(round(b))

const textOf = ({ lng, lat }: GeoPoint): string => `${lng},${lat}`
const keyOf = ({ from, to }: Way) => ({ origin: textOf(from), destination: textOf(to) })
const wordsOf = ({ origin, destination }: ReturnType<typeof keyOf>): string => `${origin} ${destination}`

type Kept = Pick<Selectable<DB['roadDistance']>, 'origin' | 'destination' | 'metres'>

const readRoads = (ctx: Context, ways: readonly Omit<Kept, 'metres'>[]) =>
  ctx.query(
    sql<Kept>`select origin, destination, metres from road_distance
     where (origin, destination) in (select * from unnest($1::text[], $2::text[]))`,
    [ways.map((way) => way.origin), ways.map((way) => way.destination)],
  )

/** Queues the new distances; the first answer of a route stays. */
const keepRoads = (ctx: Context, roads: readonly Kept[]): void =>
  ctx.queue(
    `insert into road_distance (origin, destination, metres) select * from unnest($1::text[], $2::text[], $3::integer[])
     on conflict do nothing`,
    [roads.map((road) => road.origin), roads.map((road) => road.destination), roads.map((road) => road.metres)],
  )
