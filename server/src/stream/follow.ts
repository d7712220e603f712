import type { EventData, EventType } from '@cheyi/domain/stream/events'
import type { Instant } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { at } from '../kernel/db/instant.ts'
import type { Kernel } from '../kernel/http/pipeline.ts'
import { runForSome } from '../kernel/process/jobs.ts'

/*
 * Followers: work that comes after the events of a merchant, in their order, each once in effect. A follower's place among them is
 * a row that is locked while it works and moved in the transaction of that work: whoever is killed in it has done nothing, and a
 * second server finds the row taken. It reads up to the horizon of running transactions (decision 10), so none can appear behind
 * its place, and no event is thrown away before it has come past. A database that goes back in time takes the place back with it.
 */

/** An event that a follower asked for. */
export type Followed<T extends EventType> = {
  readonly [K in T]: { readonly type: K; readonly data: EventData[K] }
}[T]

export interface Follower<T extends EventType = EventType> {
  readonly name: string
  readonly types: readonly T[]
  /** Nothing was followed before, or the place was lost with a database that was restored: what there is, is to be taken up anew. */
  begin(ctx: Context): Promise<void>
  /**
   * Does what the events ask for. Called with none as well: time has passed. What it reads may be newer than they are.
   * @returns when it is to be called though no event comes; by now: there is more to do at once, for which the same events come again
   */
  follow(ctx: Context, events: readonly Followed<T>[]): Promise<Instant>
}

/** So many events are followed in one transaction. */
const PAGE = 500

interface Place {
  readonly xid: string
  readonly eventId: string
  /** Behind every place that there is: of another life of the database. */
  readonly lost: boolean
}

/**
 * One step of a follower, in the transaction of a job.
 * @param wait for another server that is at it, rather than leaving it to that
 * @returns whether there is more to do at once
 */
export async function followOn<T extends EventType>(
  ctx: Context,
  follower: Follower<T>,
  { wait = false } = {},
): Promise<boolean> {
  const { name, types } = follower
  const [begun] = await ctx.query(
    `insert into follower (name, xid) select $1, pg_snapshot_xmin(pg_current_snapshot())
      where not exists (select from follower where name = $1) on conflict do nothing returning 1`,
    [name],
  )
  if (begun !== undefined) {
    await follower.begin(ctx)
    return true
  }
  const [place] = await ctx.query<Place>(
    `select xid::text as xid, event_id::text as event_id, xid > pg_snapshot_xmax(pg_current_snapshot()) as lost
      from follower where name = $1 for update ${wait ? '' : 'skip locked'}`,
    [name],
  )
  if (place === undefined) return false
  // Asked before the events, so that none lies between those that are read and the place that is moved to.
  const [{ horizon }] = (await ctx.query<{ horizon: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
  )) as [{ horizon: string }]
  if (place.lost) {
    await move(ctx, name, { xid: horizon, eventId: '0' }, ctx.now)
    await follower.begin(ctx)
    return true
  }
  const rows = await ctx.query<Followed<T> & { readonly xid: string; readonly eventId: string }>(
    `select type, data, xid::text as xid, id::text as event_id from event
      where (xid, id) > ($1::text::xid8, $2::bigint) and xid < $3::text::xid8 and type = any ($4::text[])
      order by xid, id limit ${PAGE}`,
    [place.xid, place.eventId, horizon, types],
  )
  const due = await follower.follow(ctx, rows)
  if (due <= ctx.now) return true
  const last = rows.length < PAGE ? undefined : rows.at(-1)
  await move(ctx, name, last ?? { xid: horizon, eventId: '0' }, last === undefined ? due : ctx.now)
  return last !== undefined
}

const move = (ctx: Context, name: string, { xid, eventId }: Pick<Place, 'xid' | 'eventId'>, due: Instant) =>
  ctx.query(
    `update follower set xid = $2::text::xid8, event_id = $3::bigint, due_at = $4,
        reached_at = case when $3::bigint = 0 then app_now() else reached_at end
      where name = $1`,
    [name, xid, eventId, at(due)],
  )

/** Whether events of these about something have come that a follower has not followed yet. */
export const awaitsFollower = (ctx: Pick<Context, 'query'>, name: string, types: readonly EventType[]) =>
  ctx.query<{ readonly type: EventType; readonly data: EventData[EventType] }>(
    `select e.type, e.data from event e join follower f on f.name = $1 and (e.xid, e.id) > (f.xid, f.event_id)
      where e.type = any ($2::text[])`,
    [name, types],
  )

/** SQL: until when a follower of the merchant has come; null where it has not begun. */
export const reachedAtSql = (name: string): string => `(select reached_at from follower where name = '${name}')`

/**
 * The work of a job that lets a follower come up with the merchants that have something for it, a step at a time and in turns: one
 * statement moves the places of all others.
 */
export const following =
  <T extends EventType>(follower: Follower<T>) =>
  async (kernel: Kernel, stop?: AbortSignal): Promise<void> => {
    const { name, types } = follower
    const { rows } = await kernel.pools.side.query<{ id: string }>('select id from merchants_to_follow($1, $2, $3)', [
      name,
      types,
      at(kernel.clock.now()),
    ])
    for (let ids = rows.map(({ id }) => id); ids.length > 0 && !stop?.aborted; ) {
      const more = new Set<string>()
      const work = async (ctx: Context) => {
        if (await followOn(ctx, follower)) more.add(ctx.merchantId)
      }
      await runForSome(kernel, { name, ids, work, stop })
      ids = [...more]
    }
  }
