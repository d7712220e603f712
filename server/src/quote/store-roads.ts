import type { Selectable } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/db/sql.ts'
import type { DB } from '../kernel/db/tables.gen.ts'

type Kept = Pick<Selectable<DB['roadDistance']>, 'origin' | 'destination' | 'metres'>

/** What was said of these ways. */
export const readRoads = (ctx: Context, ways: readonly Omit<Kept, 'metres'>[]) =>
  ctx.query(
    sql<Kept>`select origin, destination, metres from road_distance
     where (origin, destination) in (select * from unnest($1::text[], $2::text[]))`,
    [ways.map((way) => way.origin), ways.map((way) => way.destination)],
  )

/** Queues what was just said; the first answer of a way stays. */
export const keepRoads = (ctx: Context, roads: readonly Kept[]): void =>
  ctx.queue(
    `insert into road_distance (origin, destination, metres) select * from unnest($1::text[], $2::text[], $3::integer[])
     on conflict do nothing`,
    [roads.map((road) => road.origin), roads.map((road) => road.destination), roads.map((road) => road.metres)],
  )
