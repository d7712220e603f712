import type { CarPlace, MapBox } from '@cheyi/domain/fleet/vehicle-control/place'
import { keysOf, type PermissionKey } from '@cheyi/domain/permission'
import { operatorKeys } from '@cheyi/domain/platform/operator/rights'
import type { EventData, EventType, Viewer } from '@cheyi/domain/platform/stream/events'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { hashToken } from '../../kernel/identity.ts'

/* Database queries of a node's streams. They run as the role of the process and across all merchants, therefore only through named functions. */

type Pool = Kernel['pools']['side']

/** A position in the total order of all events. */
export interface Place {
  readonly xid: string
  readonly id: string
}

/** Data that rows contain but clients do not get: an order's previous status, and the session whose end changed rights. */
interface More {
  readonly 'order.changed': { readonly was: EventData['order.changed']['status'] | null }
  readonly 'auth.changed': { readonly sessionId?: string }
}
type Typed = {
  [T in EventType]: { readonly type: T; readonly data: T extends keyof More ? EventData[T] & More[T] : EventData[T] }
}[EventType]

export type EventRow = Place &
  Typed & {
    readonly keys: readonly PermissionKey[] | null
    readonly storeIds: readonly string[] | null
    readonly accountIds: readonly string[] | null
  }
export type ForeignRow = EventRow & { readonly merchantId: string }

/** A position as a client stores it, with the id of the database history to which it belongs. */
export interface ToldPlace extends Place {
  readonly life: string
}

export const placeText = ({ xid, id }: Place, life: string): string => `${life}.${xid}.${id}`

/** Parses the position that a client sends; null if it sends none. An unreadable text becomes a position of no history. */
export function parsePlace(text: string | undefined): ToldPlace | null {
  if (!text) return null
  const [, life, xid, id] = /^([0-9a-f]{8})\.(\d{1,19})\.(\d{1,18})$/.exec(text) ?? []
  return life === undefined || xid === undefined || id === undefined
    ? { life: '', xid: '0', id: '0' }
    : { life, xid, id }
}

/** Whether `a` is after `b`. */
export const isAfter = (a: Place, b: Place): boolean => {
  const [ax, bx] = [BigInt(a.xid), BigInt(b.xid)]
  return ax === bx ? BigInt(a.id) > BigInt(b.id) : ax > bx
}

/** The current horizon: all events before it are visible. */
export interface Horizon extends ToldPlace {
  /** The first transaction number that is not assigned yet. */
  readonly next: string
}

/**
 * `life` changes when the database is restored to an earlier time: a promoted standby and a point-in-time recovery have
 * a new timeline, and a restored backup is another database or cluster. Numbers of transactions and events are then
 * assigned a second time. The timeline is read from the current WAL file, because the control file shows it only after
 * the next checkpoint.
 */
export async function horizon(pool: Pool): Promise<Horizon> {
  const { rows } = await pool.query<{ xid: string; next: string; life: string }>(
    `select pg_snapshot_xmin(s)::text as xid, pg_snapshot_xmax(s)::text as next,
       left(md5(concat_ws(' ', c.system_identifier, d.oid, left(pg_walfile_name(pg_current_wal_lsn()), 8))), 8) as life
       from pg_current_snapshot() s, pg_control_system() c, pg_database d where d.datname = current_database()`,
  )
  return { ...rows[0]!, id: '0' }
}

/** Whether a position does not belong to this history: its events may have other numbers now, or be lost. */
export const isLost = (place: ToldPlace, { life, next }: Horizon): boolean =>
  place.life !== life || BigInt(place.xid) > BigInt(next)

export const after = async (pool: Pool, { xid, id }: Place, most: number): Promise<ForeignRow[]> =>
  (await pool.query<ForeignRow>('select * from events_after($1::text::xid8, $2, $3)', [xid, id, most])).rows

/** Events of one merchant after a position; null if it is before `since`, because some events may have been deleted. */
export async function replay(
  pool: Pool,
  merchantId: string,
  { xid, id }: Place,
  { since, most }: { readonly since: number; readonly most: number },
): Promise<EventRow[] | null> {
  const first = await pool.query<{ at: number | null }>('select first_event_after($1::text::xid8, $2) as at', [xid, id])
  const missed = first.rows[0]!.at
  if (missed === null) return []
  if (missed < since) return null
  const { rows } = await pool.query<EventRow>('select * from events_of($1, $2::text::xid8, $3, $4)', [
    merchantId,
    xid,
    id,
    most,
  ])
  return rows.length < most ? rows : null
}

/** Events of one merchant since an instant. */
export const eventsSince = async (pool: Pool, merchantId: string, moment: number, most: number): Promise<EventRow[]> =>
  (await pool.query<EventRow>('select * from events_since($1, $2, $3)', [merchantId, at(moment), most])).rows

/** Uses up a ticket and returns its session. */
export async function useTicket(pool: Pool, ticket: string, now: number): Promise<string | null> {
  const { rows } = await pool.query<{ sessionId: string }>(
    'update stream_ticket set used_at = $2 where hash = $1 and used_at is null and expire_at > $2 returning session_id',
    [hashToken(ticket), at(now)],
  )
  return rows[0]?.sessionId ?? null
}

/** The rights of a session that decide which events it receives. */
export interface Rights extends Viewer {
  readonly merchantId: string
}

interface RightsRow {
  readonly sessionId: string
  readonly merchantId: string
  readonly accountId: string
  readonly operator: boolean
  readonly storeScope: Columns['storeScope']
  readonly storeIds: string[]
  readonly menuIds: number[]
}

const scopes = ['all', 'stores', 'own'] as const

/** The rights of those sessions that are still valid, in one query. */
export async function rightsOf(
  pool: Pool,
  sessions: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Rights>> {
  // A stream about a merchant that moves or has moved ends, and its page opens another where the merchant is served.
  const { rows } = await pool.query<RightsRow>(
    'select * from session_rights($1, $2) r where r.merchant_id not in (select merchant_id from merchant_place)',
    [sessions, at(now)],
  )
  return new Map(
    rows.map((row) => [
      row.sessionId,
      {
        merchantId: row.merchantId,
        accountId: row.accountId,
        keys: row.accountId === '0' && row.operator ? operatorKeys : new Set(keysOf(row.menuIds)),
        scope: scopes[row.storeScope]!,
        storeIds: row.storeIds,
      },
    ]),
  )
}

/** A car on a map: its position, and the stores whose staff may see it. */
export interface CarRow extends CarPlace {
  readonly merchantId: string
  readonly storeIds: readonly string[]
  /** A customer has it. */
  readonly rented: boolean
}

interface StoredCar extends Omit<CarRow, 'lat' | 'lng'> {
  readonly latE6: number
  readonly lngE6: number
}

/** Cars whose terminals sent a message since an instant, for these merchants, in one query. */
export const carsTold = async (
  pool: Pool,
  merchants: readonly string[],
  since: number,
  now: number,
): Promise<CarRow[]> =>
  (await pool.query<StoredCar>('select * from cars_on_maps($1, $2, $3)', [merchants, at(since), at(now)])).rows.map(
    ({ latE6, lngE6, ...row }) => ({ ...row, lat: latE6 / 1e6, lng: lngE6 / 1e6, speed: row.speed / 10 }),
  )

/** What the maps of a tab show. */
export interface MapView {
  readonly boxes: readonly MapBox[]
  /** Positions of cars that customers have are sent until then; null: they are not. */
  readonly rentedUntil: number | null
}

/** By ticket, what the maps of these streams show; those that have not said so are missing. */
export async function viewsOf(pool: Pool, tickets: readonly string[]): Promise<ReadonlyMap<string, MapView>> {
  const hashes = new Map(tickets.map((ticket) => [hashToken(ticket).toString('hex'), ticket]))
  const { rows } = await pool.query<{ hash: Buffer; view: MapView }>(
    'select hash, view from stream_ticket where hash = any ($1) and view is not null',
    [tickets.map(hashToken)],
  )
  return new Map(rows.map(({ hash, view }) => [hashes.get(hash.toString('hex'))!, view]))
}

/** Stores what the maps of a tab show, of a stream of this session. */
export const saveView = (ctx: Pick<Context, 'query' | 'identity'>, ticket: string, view: MapView) =>
  ctx.query('select stream_view($1, $2, $3)', [hashToken(ticket), ctx.identity.sessionId, JSON.stringify(view)])
