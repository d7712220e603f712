import type { Source } from '@cheyi/domain/booking/order/codes'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import { MOST_PUT_OFF } from '@cheyi/domain/sales/channel-push/delivery'
import type { EventFacts } from '@cheyi/domain/sales/channel-push/event'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import { at } from '../../kernel/db/instant.ts'
import { parameters, type Sql, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

const state = deliveryStates.code

export type WebhookRow = Omit<Selectable<DB['channelWebhook']>, 'merchantId'>

/** An event with its number among those of the channel. */
export interface NumberedEvent extends EventFacts {
  readonly id: string
  readonly seq: number
  readonly at: number
}

/** Columns of {@link NumberedEvent}. */
const numberedSql = sql`e.id, e.seq, e.at, e.order_id, e.renewal_id, e.was, e.data`

export const numberedEvents = (ctx: Pick<Context, 'query'>, source: Source, after: number, most: number) =>
  ctx.query(
    sql<NumberedEvent>`select ${numberedSql} from channel_event e where e.source = $1 and e.seq > $2 order by e.seq limit $3`,
    [source, after, most],
  )

/** The address, with its secrets. */
export const webhookRow = (ctx: Pick<Context, 'db'>, source: Source): Promise<WebhookRow | undefined> =>
  ctx.db.selectFrom('channelWebhook').selectAll().where('source', '=', source).executeTakeFirst()

/** Locks the address, unless another process has it; a booking that writes an event does not wait for this lock. */
export const lockFree = (ctx: Pick<Context, 'db'>, source: Source): Promise<WebhookRow | undefined> =>
  ctx.db
    .selectFrom('channelWebhook')
    .selectAll()
    .where('source', '=', source)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()

/** The same, after the process that has it. */
export const lock = (ctx: Pick<Context, 'db'>, source: Source): Promise<WebhookRow | undefined> =>
  ctx.db.selectFrom('channelWebhook').selectAll().where('source', '=', source).forNoKeyUpdate().executeTakeFirst()

/** Takes the turn to number events of a channel and to send them. @returns whether no other process has it */
export async function takeTurn(ctx: Pick<Context, 'query'>, source: Source): Promise<boolean> {
  const [row] = await ctx.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('channelFeed', merchant() * 100 + $1)) as mine`,
    [source],
  )
  return row!.mine
}

/**
 * Numbers the new events of a channel, by whose turn it is. A server of the previous release numbers by `last_seq` under the lock of the
 * address, so that both are kept equal.
 */
export const number = (ctx: Pick<Context, 'query'>, source: Source) =>
  ctx.query(
    `with n as materialized (select id, row_number() over (order by id) as i from channel_event where source = $1 and seq is null),
       b as (select greatest((select max(seq) from channel_event where source = $1), (select last_seq from channel_webhook where source = $1),
           (select last_value from number_floor)) as seq),
       w as (update channel_webhook set last_seq = b.seq + (select count(*) from n) from b where source = $1 and exists (select from n))
     update channel_event e set seq = b.seq + n.i from n, b where e.id = n.id`,
    [source],
  )

/** Gives up events whose time is over, such as those of an address that was switched off. @returns how many */
export async function giveUp(ctx: Pick<Context, 'query' | 'now'>, source: Source): Promise<number> {
  const rows = await ctx.query(
    sql`update channel_event set state = ${state.dead} where source = $1 and state < ${state.delivered} and until_at <= $2 returning 1`,
    [source, at(ctx.now)],
  )
  return rows.length
}

export interface DueEvent extends NumberedEvent {
  readonly tries: number
  readonly untilAt: number
}

/** Now ($2), or put off further than ever is: by a server whose clock was ahead (`channels_due` asks the same). */
export const isDue = (instant: Sql): Sql =>
  sql`(${instant} <= $2 or ${instant} > $2 + make_interval(secs => ${MOST_PUT_OFF / 1000}))`

/** Events to be sent now: of each order the oldest that was not delivered. `probe`: whether or not they are due. */
export const due = (ctx: Pick<Context, 'query' | 'now'>, source: Source, most: number, probe: boolean) =>
  ctx.query(
    sql<DueEvent>`select ${numberedSql}, e.tries, e.until_at from channel_event e
      where e.source = $1 and e.state < ${state.delivered} and (${isDue(sql`e.due_at`)} or $4) and e.seq is not null
        and not exists (select from channel_event p where p.source = e.source and p.order_id = e.order_id and p.id < e.id
          and p.state < ${state.delivered})
      order by e.seq limit $3`,
    [source, at(ctx.now), most, probe],
  )

/** Reserves the address for the process that sends. */
export const hold = (ctx: Pick<Context, 'query'>, source: Source, until: number) =>
  ctx.query('update channel_webhook set held_until = $2 where source = $1', [source, at(until)])

/** Ends events that need no message. */
export const pass = (ctx: Pick<Context, 'query'>, ids: readonly string[]) =>
  ctx.query(sql`update channel_event set state = ${state.delivered} where id = any ($1::bigint[])`, [ids])

export interface Settled {
  readonly id: string
  readonly state: number
  /** Time of the next attempt. */
  readonly dueAt: number | null
}

/** Writes what became of events that were sent; one that was delivered stays so. */
export const settle = (ctx: Pick<Context, 'query' | 'now'>, events: readonly Settled[]) =>
  ctx.query(
    sql`update channel_event e set state = s.state, tries = e.tries + 1, due_at = coalesce(s.due_at, e.due_at),
        delivered_at = case when s.state = ${state.delivered} then $4::timestamptz end
       from unnest($1::bigint[], $2::smallint[], $3::timestamptz[]) s (id, state, due_at)
      where e.id = s.id and e.state <> ${state.delivered}`,
    [
      events.map(({ id }) => id),
      events.map((one) => one.state),
      events.map(({ dueAt }) => dueAt && at(dueAt)),
      at(ctx.now),
    ],
  )

/** Makes all pending events of a channel due: its address works again. */
export const hurry = (ctx: Pick<Context, 'query' | 'now'>, source: Source) =>
  ctx.query(sql`update channel_event set due_at = $2 where source = $1 and state < ${state.delivered}`, [
    source,
    at(ctx.now),
  ])

/** A request or a message, with its answer. */
export interface Logged {
  readonly source: Source
  readonly outgoing: boolean
  readonly name: string
  readonly channelOrderNo: string | null
  readonly eventId: string | null
  readonly status: number | null
  readonly code: number | null
  readonly fault: string
  readonly failed: boolean
  readonly ms: number
  readonly request: string
  readonly answer: string
  /** The key that signed a request. */
  readonly keyId?: string | null
  /** The request that staff repeat by this one. */
  readonly replayOf?: string
}

export const LOG_PLACE = 'channel_log.body'
/** Of a body, at most so many characters are stored. */
const MOST_LOGGED = 16_384

/** Stores a request or a message, sealed. @param id drawn by `newId` */
export const log = ({ queue, vault }: Pick<Context, 'queue' | 'vault'>, id: string, one: Logged): void =>
  queue(
    `insert into channel_log (id, source, outgoing, name, channel_order_no, event_id, status, code, fault, failed, ms, body_enc, key_id, replay_of)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      one.source,
      one.outgoing,
      one.name,
      one.channelOrderNo,
      one.eventId,
      one.status,
      one.code,
      one.fault,
      one.failed,
      Math.round(one.ms),
      vault.seal(LOG_PLACE, id, JSON.stringify([one.request.slice(0, MOST_LOGGED), one.answer.slice(0, MOST_LOGGED)])),
      one.keyId ?? null,
      one.replayOf ?? null,
    ],
  )

export const follow = (
  ctx: Pick<Context, 'db'>,
  { source }: Pick<WebhookRow, 'source'>,
  values: Updateable<DB['channelWebhook']>,
) => ctx.db.updateTable('channelWebhook').set(values).where('source', '=', source).execute()

export const one = (ctx: Pick<Context, 'db'>, source: Source) =>
  ctx.db
    .selectFrom('channelWebhook')
    .select([
      'wire',
      'url',
      'enabled',
      'pushStock',
      'secretTail',
      'oldUntil',
      'goneAt',
      'failures',
      'deliveredAt',
      'version',
    ])
    .where('source', '=', source)
    .executeTakeFirst()

/** @returns whether there was no address yet */
export const insert = async (ctx: Pick<Context, 'db'>, row: Insertable<DB['channelWebhook']>): Promise<boolean> =>
  (await ctx.db
    .insertInto('channelWebhook')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('source')
    .executeTakeFirst()) !== undefined

/** Number of events that are still to be sent, and of those that were given up. */
export async function counts(ctx: Pick<Context, 'query'>, source: Source) {
  const [row] = await ctx.query(
    sql<{ pending: number; dead: number }>`select
      (select count(*)::int from channel_event where source = $1 and state < ${state.delivered}) as pending,
      (select count(*)::int from channel_event where source = $1 and state = ${state.dead}) as dead`,
    [source],
  )
  return row!
}

interface EventRow extends EventFacts {
  readonly id: string
  readonly at: number
  readonly state: (typeof deliveryStates.values)[number]
  readonly tries: number
  readonly dueAt: number
  readonly deliveredAt: number | null
}

/** The conditions that were asked for, and no others: a plan made for whatever values would read the events of all channels. */
function filterOfPushes(source: Source, only: number | null) {
  const { values, bind } = parameters()
  const ofSource = `source = ${bind(source)}`
  return { values, bind, where: only === null ? ofSource : `${ofSource} and state = ${only}` }
}

/** Events of a channel, newest first, before an id. */
export function events(ctx: Context, source: Source, only: number | null, before: string | null, most: number) {
  const { values, bind, where } = filterOfPushes(source, only)
  const behind = before === null ? '' : `and id < ${bind(before)}::bigint`
  return ctx.query<EventRow>(
    `select id, order_id, renewal_id, was, data, at, state, tries, due_at, delivered_at from channel_event
      where ${where} ${behind} order by id desc limit ${most}`,
    values,
  )
}
export function countEvents(ctx: Context, source: Source, only: number | null): Promise<number> {
  const { values, where } = filterOfPushes(source, only)
  return countRows(ctx, `channel_event where ${where}`, values)
}

/** Sends an event again at once, or all that were given up. @returns how many */
export async function resend(ctx: Context, source: Source, eventId: string | null, until: number): Promise<number> {
  const rows = await ctx.query(
    sql`update channel_event set state = ${state.waiting}, tries = 0, due_at = $3, until_at = $4, delivered_at = null
       where source = $1 and case when $2::bigint is null then state = ${state.dead} else id = $2 end returning 1`,
    [source, eventId, at(ctx.now), at(until)],
  )
  return rows.length
}

type LogRow = Omit<Logged, 'source' | 'request' | 'answer' | 'keyId' | 'replayOf'> & {
  readonly id: string
  readonly at: number
  /** It repeats an earlier request; and whether a later one repeats it. */
  readonly replayed: boolean
  readonly done: boolean
  /** Its number was cancelled by the platform before an order came of it. */
  readonly cancelled: boolean
}

/** Of a row of the log: whether the platform has cancelled its number, so that no order comes of it any more. */
const cancelledSql = (log: string): string =>
  `${log}.channel_order_no is not null and exists (select from channel_order o where o.source = ${log}.source
     and o.channel_order_no = ${log}.channel_order_no and o.order_id is null and o.dropped_at is not null)`

const loggedSql = (failed: boolean): string => `source = $1 ${failed ? 'and failed' : ''}`

/**
 * Requests and messages of a channel, newest first, before an id. Whether a row was repeated is looked up by an index: with
 * `exists` the planner may read all repeated requests for it, and their number grows.
 */
export const logs = (ctx: Context, source: Source, failed: boolean, before: string | null, most: number) =>
  ctx.query<LogRow>(
    `select id, outgoing, name, channel_order_no, event_id, status, code, fault, failed, ms, at, replay_of is not null as replayed,
        (select r.id from channel_log r where r.replay_of = channel_log.id limit 1) is not null as done,
        failed and not outgoing and ${cancelledSql('channel_log')} as cancelled from channel_log
      where ${loggedSql(failed)} ${before === null ? '' : 'and id < $2::bigint'} order by id desc limit ${most}`,
    before === null ? [source] : [source, before],
  )

/** A request of a channel that failed and that staff have not repeated yet. */
export const failedRequest = (ctx: Context, id: string) =>
  ctx.query.first<{
    source: Source
    name: string
    channelOrderNo: string | null
    keyId: string | null
    bodyEnc: Buffer
    done: boolean
    cancelled: boolean
  }>(
    `select source, name, channel_order_no, body_enc, exists (select from channel_log r where r.replay_of = l.id) as done, ${cancelledSql('l')} as cancelled,
        coalesce(key_id, (select max(k.id) from channel_key k where k.source = l.source and not k.test)) as key_id
       from channel_log l where id = $1 and failed and not outgoing`,
    [id],
  )

export const logBody = (ctx: Context, id: string) =>
  ctx.db
    .selectFrom('channelLog')
    .select('bodyEnc')
    .where('id', '=', id)
    .$narrowType<{ bodyEnc: Buffer }>()
    .executeTakeFirst()
