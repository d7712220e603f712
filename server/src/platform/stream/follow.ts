import { merchantDoors } from '@cheyi/domain/platform/merchant/goes-on'
import type { EventData, EventType } from '@cheyi/domain/platform/stream/events'
import type { Instant } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { runForSome } from '../../kernel/process/jobs.ts'

/*
 * Followers: work that processes the events of a merchant in order, each with effect exactly once. A follower's
 * position among the events is a row that is locked during the work and updated in the same transaction: a process that
 * is killed has changed nothing, and a second server skips a locked row. It reads up to the horizon of running
 * transactions (decision 10), so that no event can appear behind the position, and no event is deleted before it was
 * processed. If the database is restored to an earlier time, the position is restored with it.
 */

/** An event of a type that a follower subscribed to. */
export type Followed<T extends EventType> = {
  readonly [K in T]: { readonly type: K; readonly data: EventData[K] }
}[T]

export interface Follower<T extends EventType = EventType> {
  readonly name: string
  readonly types: readonly T[]
  /** Called for the first run, or when the position was lost because the database was restored: all existing data must be processed. */
  begin(ctx: Context): Promise<void>
  /**
   * Processes the events. It is also called without events, because time has passed. The data it reads may be newer
   * than the events.
   * @returns whether there is more work to do at once; then it is called again with the same events
   */
  follow(ctx: Context, events: readonly Followed<T>[]): Promise<Instant>
}

/** Maximum number of events in one transaction. */
const PAGE = 500

interface Place {
  readonly xid: string
  readonly eventId: string
  /** The position belongs to another history of the database and is after every event of this one. */
  readonly lost: boolean
}

/**
 * One step of a follower, in the transaction of a job.
 * @param wait whether to wait for another server that is at work, instead of leaving the work to it
 * @returns whether there is more work to do at once
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
  // The horizon is read before the events, so that no event lies between those that are read and the new position.
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

/** Whether there are events of these types about a subject that a follower has not processed yet. */
export const awaitsFollower = (ctx: Pick<Context, 'query'>, name: string, types: readonly EventType[]) =>
  ctx.query<{ readonly type: EventType; readonly data: EventData[EventType] }>(
    `select e.type, e.data from event e join follower f on f.name = $1 and (e.xid, e.id) > (f.xid, f.event_id)
      where e.type = any ($2::text[])`,
    [name, types],
  )

/** SQL: the time up to which a follower of the merchant has processed events; null before its first run. */
export const reachedAtSql = (name: string): string => `(select reached_at from follower where name = '${name}')`

/**
 * The work of a job that runs a follower for the merchants that have events for it, in turns of one step each. One statement moves
 * the places of all other merchants. Each turn asks for them again: while one has much to be followed, the events of the others do not wait.
 */
export const following =
  <T extends EventType>(follower: Follower<T>) =>
  async (kernel: Kernel, stop?: AbortSignal): Promise<void> => {
    const { name, types } = follower
    for (let more = true; more && !stop?.aborted; ) {
      more = false
      const { rows } = await kernel.pools.side.query<{ id: string }>(
        'select id from merchants_to_follow($1, $2, $3, $4)',
        [name, types, at(kernel.clock.now()), merchantDoors.followers.states],
      )
      const work = async (ctx: Context) => {
        if (await followOn(ctx, follower)) more = true
      }
      await runForSome(kernel, { name, ids: rows.map(({ id }) => id), work, stop })
    }
  }
