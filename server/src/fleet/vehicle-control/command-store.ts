import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import type { CodeOf } from '@cheyi/domain/enumeration'
import {
  alarmState,
  alarmType,
  commandState,
  commandStates,
  commandType,
  deviceRole,
  fenceRule,
  type onlineStates,
  vehicleUse,
} from '@cheyi/domain/fleet/vehicle-control/codes'
import {
  ANSWERED_HOLDS,
  type CommandType,
  commandOutcomes,
  outcomeOf,
} from '@cheyi/domain/fleet/vehicle-control/command'
import type { StoredShape } from '@cheyi/domain/fleet/vehicle-control/fence'
import { MOVING } from '@cheyi/domain/fleet/vehicle-control/jt808/fix'
import type { DeviceKind } from '@cheyi/domain/fleet/vehicle-control/traccar/tracker'
import type { LiveFix } from '@cheyi/domain/fleet/vehicle-control/verdict'
import { DAY, MINUTE } from '@cheyi/domain/time'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { likePlate, parameters, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { stateSql } from './live.ts'

export type CommandRow = Selectable<DB['command']>

/** Locks the main device of a car until the end of the transaction: every command to a car takes this lock first. */
export const lockDevice = (ctx: Context, vehicleId: string) =>
  ctx.query.first(
    sql<{
      id: string
      kind: DeviceKind
      profile: Columns['device.profile']
      cutAt: number | null
      plate: string
      storeId: string
    }>`select d.id, d.kind, d.profile, d.cut_at, v.plate,
        v.current_store_id as store_id
       from device d join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
      where d.vehicle_id = $1 and d.role = ${deviceRole.main} for update of d`,
    [vehicleId],
  )

export async function stateOf(ctx: Context, deviceId: string): Promise<CodeOf<typeof onlineStates> | undefined> {
  const [row] = await ctx.query(
    sql<{ state: CodeOf<typeof onlineStates> }>`select ${stateSql} as state from device_live l where l.device_id = $1`,
    [deviceId],
  )
  return row?.state
}

/** What a customer's phone shows of the main device of a car; undefined: the car has none. */
export const doorsOf = (ctx: Context, vehicleId: string) =>
  ctx.query.first(
    sql<{
      deviceId: string
      kind: DeviceKind
      profile: Columns['device.profile']
      state: CodeOf<typeof onlineStates>
      locked: boolean | null
      type: CommandType | null
      commandState: CodeOf<typeof commandStates> | null
      refusal: number | null
      at: number | null
    }>`select d.id as device_id, d.kind, d.profile, ${stateSql} as state, l.locked, c.type, c.state as command_state, c.refusal, c.updated_at as at
       from device d left join device_live l on l.merchant_id = d.merchant_id and l.device_id = d.id
       left join lateral (select c.type, c.state, c.refusal, c.updated_at from command c
         where c.merchant_id = d.merchant_id and c.vehicle_id = d.vehicle_id
           and c.type in (${commandType.unlock}, ${commandType.find}, ${commandType.lock})
         order by c.id desc limit 1) c on true
      where d.vehicle_id = $1 and d.role = ${deviceRole.main}`,
    [vehicleId],
  )

/** The reports since an older position are too many to be read. */
const PLACE_HOLDS = 7 * DAY

/**
 * The last position of a car; undefined: it has no terminal, or the terminal never had one. In a garage a terminal has no
 * satellites: the position is still that of the car while its engine was off and its wheels did not turn.
 */
export const placeOfCar = (ctx: Context, vehicleId: string) =>
  ctx.query.first(
    sql<{ at: number; latE6: number; lngE6: number; parked: boolean }>`select l.at, l.lat_e6, l.lng_e6,
        l.at > $2 and l.acc is false and not exists (select from position p
          where p.merchant_id = l.merchant_id and p.device_id = l.device_id and p.at >= l.at and not p.backfill
            and (p.status_bits & 1 = 1 or p.pulse_speed >= ${MOVING})) as parked
       from device d join device_live l on l.merchant_id = d.merchant_id and l.device_id = d.id
      where d.vehicle_id = $1 and d.role = ${deviceRole.main} and l.at is not null`,
    [vehicleId, at(ctx.now - PLACE_HOLDS)],
  )

/** Number of commands to the car in the last minute, and whether one of this kind is running or was just answered. */
export async function load(ctx: Context, vehicleId: string, type: CommandType) {
  const [row] = await ctx.query(
    sql<{ recent: number; running: boolean }>`select (count(*) filter (where c.created_at > $3))::int as recent,
        coalesce(bool_or(c.type = $2 and (c.state in (${commandState.toApprove}, ${commandState.toSend}, ${commandState.sent})
          or c.state = ${commandState.answered} and c.answered_at > $4)), false) as running
       from command c where c.vehicle_id = $1
        and (c.created_at > $3 or c.state in (${commandState.toApprove}, ${commandState.toSend}, ${commandState.sent}, ${commandState.answered}))`,
    [vehicleId, type, at(ctx.now - MINUTE), at(ctx.now - ANSWERED_HOLDS)],
  )
  return row!
}

export const insert = (ctx: Context, row: Insertable<DB['command']>): Promise<CommandRow> =>
  ctx.db.insertInto('command').values(row).returningAll().executeTakeFirstOrThrow()

export const lock = (ctx: Context, id: string): Promise<CommandRow | undefined> =>
  ctx.db.selectFrom('command').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const update = (ctx: Context, id: string, patch: Updateable<DB['command']>) =>
  ctx.db
    .updateTable('command')
    .set({ ...patch, updatedAt: ctx.now })
    .where('id', '=', id)
    .execute()

/** Engine cuts of a car without an answer yet; locks the rows. */
export const openCuts = (ctx: Context, vehicleId: string): Promise<CommandRow[]> =>
  ctx.db
    .selectFrom('command')
    .selectAll()
    .where('vehicleId', '=', vehicleId)
    .where('type', '=', commandType.engineCut)
    .where('state', 'in', [commandState.toApprove, commandState.toSend, commandState.sent])
    .forUpdate()
    .execute()

/** The order whose customer has the car, for callers that may not see it too. */
export const orderOfHolder = (ctx: Context, vehicleId: string) =>
  ctx.elevated(() =>
    ctx.query.first(
      sql<{ orderId: string; returnAt: number }>`select u.order_id, u.due_at as return_at from vehicle_use u
        where u.vehicle_id = $1 and u.kind = ${vehicleUse.order} and u.until_at is null`,
      [vehicleId],
    ),
  )

/** Whether another terminal may use the identity of a device, for callers that may not see its alarms too. */
export const isDoubted = (ctx: Context, deviceId: string): Promise<boolean> =>
  ctx.elevated(async () => {
    const rows = await ctx.query(
      sql`select from alarm where device_id = $1 and type = ${alarmType.forged} and state in (${alarmState.open}, ${alarmState.running})`,
      [deviceId],
    )
    return rows.length > 0
  })

/** Live reports of a car in the last ten minutes of its session from the present network, the newest first. */
export async function lastFixes(ctx: Context, deviceId: string): Promise<LiveFix[]> {
  const rows = await ctx.query<{
    at: number
    receivedAt: number
    latE6: number
    lngE6: number
    valid: boolean
    speed: number
    pulseSpeed: number | null
    acc: boolean
  }>(
    `select p.at, p.received_at, p.lat_e6, p.lng_e6, p.valid, p.speed, p.pulse_speed, p.status_bits & 1 = 1 as acc from position p
      where p.device_id = $1 and p.at > $2 and not p.backfill
        and not exists (select from device_live l where l.device_id = $1 and l.moved_at > p.received_at)
      order by p.at desc limit 100`,
    [deviceId, at(ctx.now - 10 * MINUTE)],
  )
  return rows.map(({ latE6, lngE6, ...fix }) => ({ ...fix, lat: latE6 / 1e6, lng: lngE6 / 1e6 }))
}

/** Shapes of the no-cut zones for a car, for callers that may not see the fences of its stores too. */
export const zones = (ctx: Context, vehicleId: string): Promise<{ shape: StoredShape }[]> =>
  ctx.elevated(() =>
    ctx.query(
      sql<{
        shape: StoredShape
      }>`select f.shape from fence f join vehicle v on v.merchant_id = f.merchant_id and v.id = $1
        where f.rule = ${fenceRule.noCut} and f.active and f.deleted_at is null
          and (f.store_id is null or f.store_id in (v.current_store_id, v.home_store_id))
          and (f.vehicle_ids = '{}' or v.id = any (f.vehicle_ids))`,
      [vehicleId],
    ),
  )

/** Whether the car was parked at its present place within the last day. */
export const isParkedHere = async (ctx: Context, deviceId: string): Promise<boolean> =>
  (
    await ctx.query<{ parked: boolean }>(
      `select coalesce(parked_here(merchant(), l.device_id, l.lat_e6, l.lng_e6, $2), false) as parked
         from device_live l where l.device_id = $1`,
      [deviceId, at(ctx.now)],
    )
  )[0]?.parked ?? false

/** With the name of its account. */
export interface NamedRow extends CommandRow {
  readonly byName: string | null
}

export interface ListRow extends NamedRow {
  readonly plate: string
  readonly modelName: string
  readonly storeName: string
}

const named = sql`select c.*, a.name as by_name`
const givenBy = sql`left join account a on a.merchant_id = c.merchant_id and a.id = c.created_by`

export const lastOf = (ctx: Context, vehicleId: string, limit: number) =>
  ctx.query(sql<NamedRow>`${named} from command c ${givenBy} where c.vehicle_id = $1 order by c.id desc limit $2`, [
    vehicleId,
    limit,
  ])

const groups = Object.fromEntries(
  commandOutcomes.map((one) => {
    const states = commandStates.values.filter((state) => outcomeOf(state) === one)
    return [one, `c.state in (${states.join(', ')})`]
  }),
)

/** Of all cars, the newest first. Only the chosen filters are part of the statement, so that each has its index. */
export function page(
  ctx: Context,
  { group, type, accountId, vehicleId, keyword = '' }: ParsedOf<typeof contract.vehicleControl.commandPage>,
  before: string | null,
  limit: number,
) {
  const { values, bind } = parameters()
  const all: string[] = []
  if (group !== undefined) all.push(groups[group]!)
  if (type !== undefined) all.push(`c.type = ${bind(type)}`)
  if (accountId !== undefined) all.push(`c.created_by = ${bind(accountId)}`)
  if (vehicleId !== undefined) all.push(`c.vehicle_id = ${bind(vehicleId)}`)
  if (keyword !== '') all.push(`v.plate like ${bind(likePlate(keyword))}`)
  if (before !== null) all.push(`c.id < ${bind(before)}`)
  return ctx.query<ListRow>(
    `${named}, v.plate, m.name as model_name, s.name as store_name
       from command c ${givenBy} join vehicle v on v.merchant_id = c.merchant_id and v.id = c.vehicle_id
       join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
       join store s on s.merchant_id = v.merchant_id and s.id = v.current_store_id
      ${all.length === 0 ? '' : `where ${all.join(' and ')}`} order by c.id desc limit ${limit}`,
    values,
  )
}
