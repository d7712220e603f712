import type { Source } from '@cheyi/domain/booking/order/codes'
import type { TestOrder } from '@cheyi/domain/sales/channel/test-life'
import type { EventFacts } from '@cheyi/domain/sales/channel-push/event'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { sql } from '../../../kernel/db/sql.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'
import type { NumberedEvent } from '../../channel-push/actions.ts'

export type TestRow = Selectable<DB['openTestOrder']>
/** A number with its order. */
export type TestOrderRow = TestRow & { readonly data: TestOrder }

export const byNo = (ctx: Context, source: Source, no: string): Promise<TestRow | undefined> =>
  ctx.db
    .selectFrom('openTestOrder')
    .selectAll()
    .where('source', '=', source)
    .where('channelOrderNo', '=', no)
    .executeTakeFirst()

export const lock = (ctx: Context, source: Source, no: string): Promise<TestRow | undefined> =>
  ctx.db
    .selectFrom('openTestOrder')
    .selectAll()
    .where('source', '=', source)
    .where('channelOrderNo', '=', no)
    .forUpdate()
    .executeTakeFirst()

/** Test orders with a step due. */
export const dueOrders = (ctx: Context, source: Source, most: number) =>
  ctx.query(
    sql<TestOrderRow>`select * from open_test_order where source = $1 and next_at <= $2 order by next_at, id limit $3 for update skip locked`,
    [source, at(ctx.now), most],
  )

/** Stores a number without an order: called off before it came, or undecided. */
export const reserve = (ctx: Context, source: Source, no: string, droppedAt: number | null) =>
  ctx.query(
    `insert into open_test_order (source, channel_order_no, dropped_at) values ($1, $2, $3)
     on conflict (merchant_id, source, channel_order_no) do update set dropped_at = excluded.dropped_at
       where open_test_order.data is null and excluded.dropped_at is not null`,
    [source, no, droppedAt && at(droppedAt)],
  )

/** Stores the order of a number. @returns false when another request with this number was first */
export async function place(
  ctx: Context,
  row: Pick<TestOrderRow, 'id' | 'source' | 'data'> & { readonly hash: Buffer; readonly nextAt: number | null },
): Promise<boolean> {
  const made = await ctx.query(
    `insert into open_test_order (id, source, channel_order_no, input_hash, data, next_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (merchant_id, source, channel_order_no) do update
       set id = excluded.id, input_hash = excluded.input_hash, data = excluded.data, next_at = excluded.next_at, dropped_at = null
       where open_test_order.data is null
     returning id`,
    [
      row.id,
      row.source,
      row.data.state.channelOrderNo,
      row.hash,
      JSON.stringify(row.data),
      row.nextAt && at(row.nextAt),
    ],
  )
  return made.length > 0
}

export const save = (ctx: Context, id: string, data: TestOrder, nextAt: number | null) =>
  ctx.query('update open_test_order set data = $2, next_at = $3 where id = $1', [
    id,
    JSON.stringify(data),
    nextAt && at(nextAt),
  ])

/**
 * Writes a message, due at once if the channel has an address. Writers of a channel follow one another, so that no
 * number is seen before a smaller one.
 */
export async function tell(ctx: Context, source: Source, { orderId, renewalId, was, data }: EventFacts): Promise<void> {
  await ctx.query(`select pg_advisory_xact_lock(hashtextextended('openTest', merchant() * 100 + $1))`, [source])
  await ctx.query(
    `insert into open_test_event (source, order_id, renewal_id, was, data, seq, due_at)
     select $1, $2, $3, $4, $5, coalesce((select max(seq) from open_test_event where source = $1), 0) + 1,
       (select $6::timestamptz from channel_webhook where source = $1 and enabled)`,
    [source, orderId, renewalId, was, JSON.stringify(data), at(ctx.now)],
  )
}

const numberedSql = sql`e.id, e.seq, e.at, e.order_id, e.renewal_id, e.was, e.data`

export const events = (ctx: Context, source: Source, after: number, most: number) =>
  ctx.query(
    sql<NumberedEvent>`select ${numberedSql} from open_test_event e where e.source = $1 and e.seq > $2 order by e.seq limit $3`,
    [source, after, most],
  )

export interface DueTest extends NumberedEvent {
  readonly tries: number
}

/** Takes messages that are due until a later time, of each order the oldest that was not delivered. */
export const takeEvents = (ctx: Context, source: Source, most: number, until: number) =>
  ctx.query(
    sql<DueTest>`update open_test_event e set due_at = $3, tries = e.tries + 1 where e.id in (
        select d.id from open_test_event d where d.source = $1 and d.due_at <= $2 and not exists (select from open_test_event p
          where p.order_id = d.order_id and p.id < d.id and p.due_at is not null)
        order by d.seq limit $4 for update skip locked)
      returning ${numberedSql}, e.tries`,
    [source, at(ctx.now), at(until), most],
  )

/** When a message is sent again; null: never. */
export const settle = (ctx: Context, id: string, dueAt: number | null) =>
  ctx.query('update open_test_event set due_at = $2 where id = $1', [id, dueAt && at(dueAt)])

/** Test orders that ended in a time. */
export const endedTestOrders = (ctx: Context, source: Source, from: number, until: number) =>
  ctx.query(
    sql<TestOrderRow>`select * from open_test_order where source = $1
        and coalesce(data -> 'state' ->> 'actualReturnAt', data -> 'state' ->> 'cancelledAt')::bigint >= $2::bigint
        and coalesce(data -> 'state' ->> 'actualReturnAt', data -> 'state' ->> 'cancelledAt')::bigint < $3::bigint order by id limit 500`,
    [source, from, until],
  )
