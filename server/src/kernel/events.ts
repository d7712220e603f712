import { type Audience, type EventData, type EventType, isRecordFeature } from '@cheyi/domain/platform/stream/events'
import type { Context } from './context.ts'

/**
 * Sends an event to running clients, once this transaction is committed. Events of orders, pools, to-dos and
 * permissions are written by triggers of the database (migration 0002_platform). `ref` identifies the subject: it replaces an
 * earlier event of the same transaction about the same subject.
 */
export async function emit<T extends EventType>(ctx: Pick<Context, 'query'>, ...event: EventOf<T>): Promise<void> {
  await ctx.query(INSERT, rowOf(...event))
}

/** Like {@link emit}, sent with the next statement of the transaction, so that nobody waits for it. */
export function queueEvent<T extends EventType>({ queue }: Pick<Context, 'queue'>, ...event: EventOf<T>): void {
  queue(INSERT, rowOf(...event))
}

type EventOf<T extends EventType> = [type: T, ref: string, data: EventData[T], audience: Audience]

const INSERT = `insert into event (type, ref, data, keys, store_ids, account_ids)
  values ($1, $2, $3, $4::text[], $5::bigint[], $6::bigint[])
  on conflict (merchant_id, xid, type, ref) do update
    set data = excluded.data, keys = excluded.keys, store_ids = excluded.store_ids, account_ids = excluded.account_ids`

const rowOf = <T extends EventType>(...[type, ref, data, { keys, storeIds, accountIds }]: EventOf<T>) => [
  ...[type, ref, JSON.stringify(data)],
  ...[keys ?? null, storeIds ?? null, accountIds ?? null],
]

/** Like {@link emit} for many events in one statement; with `ref` and stores of each. */
export const emitEach = <T extends EventType>(
  ctx: Pick<Context, 'query'>,
  type: T,
  things: readonly { readonly ref: string; readonly data: EventData[T]; readonly storeId: string | null }[],
) =>
  ctx.query(
    `insert into event (type, ref, data, store_ids)
     select $1, t.ref, t.data, case when t."storeId" is not null then array[t."storeId"] end
       from jsonb_to_recordset($2) as t (ref text, data jsonb, "storeId" bigint)
     on conflict (merchant_id, xid, type, ref) do update set data = excluded.data, store_ids = excluded.store_ids`,
    [type, JSON.stringify(things)],
  )

/**
 * Sends an event after a write to records such as prices and cars, so that other clients reload open lists and forms;
 * not after other writes. `call`: `price.save`.
 */
export function tellOfRecords({ queue }: Pick<Context, 'queue'>, call: string): void {
  const [feature = ''] = call.split('.')
  if (!isRecordFeature(feature)) return
  queue(
    `insert into event (type, ref, data) values ('record.changed', $1::text, jsonb_build_object('feature', $1::text))
     on conflict (merchant_id, xid, type, ref) do nothing`,
    [feature],
  )
}
