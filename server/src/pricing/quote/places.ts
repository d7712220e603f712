import { type PickupType, pickupType } from '@cheyi/domain/booking/order/codes'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { isByKm, oneWayFee } from '@cheyi/domain/pricing/quote/lines/handover'
import type { HandoverPlace, PriceInput } from '@cheyi/domain/pricing/quote/quote'
import type { Trip } from '@cheyi/domain/pricing/quote/trip'
import type { Context } from '../../kernel/context.ts'
import { estimatedRoad, isSamePlace, type RoadDistance, roadDistances, type Way } from './roads.ts'
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
    { way: wayOf(placeOf(pickupStore), pickup.at), told: samePickup ? toldOf(told.pickup, pickup.at) : null },
    { way: wayOf(placeOf(returnStore), back.at), told: sameReturn ? toldOf(told.return, back.at) : null },
    {
      way: byKm ? wayOf(placeOf(pickupStore), placeOf(returnStore)) : null,
      told: byKm && samePickup && sameReturn ? toldBetween(told) : null,
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
function toldOf({ metres, estimated, lng, lat }: HandoverPlace, at: GeoPoint | null): RoadDistance | null {
  if (metres === null || lng === null || lat === null || at === null) return null
  return isSamePlace({ lng, lat }, at) ? { metres, estimated } : null
}

const toldBetween = ({ oneWayMetres, oneWayEstimated = false }: PriceInput): RoadDistance | null =>
  oneWayMetres === null ? null : { metres: oneWayMetres, estimated: oneWayEstimated }

const handoverPlace = ({ type, at }: End, distance: RoadDistance | null): HandoverPlace => ({
  type,
  metres: distance?.metres ?? null,
  estimated: distance?.estimated ?? false,
  lng: at?.lng ?? null,
  lat: at?.lat ?? null,
})
