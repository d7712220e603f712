import { type GeoPoint, greatCircle } from '@cheyi/domain/platform/geo/distance'
import { estimatedMetres } from '@cheyi/domain/pricing/quote/lines/handover'
import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { Restart } from '../../kernel/db/restart.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import type { MapPort } from '../../kernel/ports.ts'

/** A route between two places, in WGS-84. */
export interface Way {
  readonly from: GeoPoint
  readonly to: GeoPoint
}

export interface RoadDistance {
  /** Road distance in whole metres. */
  readonly metres: number
  /** The map service had no answer: the straight line × 1.3. */
  readonly estimated: boolean
}

export const estimatedRoad = ({ from, to }: Way): RoadDistance => ({
  metres: estimatedMetres(greatCircle(from, to)),
  estimated: true,
})

/**
 * Road distances as first returned within the last 30 days. They are cached because the map service includes traffic, so the same trip
 * would have another price at another hour. Without an answer the estimate is used, so that no booking is refused.
 * @throws Restart where the map service has to be called, because a transaction must not wait for it
 */
export async function roadDistances(ctx: Context, ways: readonly Way[]): Promise<RoadDistance[]> {
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
export const isSamePlace = (a: GeoPoint, b: GeoPoint): boolean => textOf(round(a)) === textOf(round(b))

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
