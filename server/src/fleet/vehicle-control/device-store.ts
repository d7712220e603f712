import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import type { CodeOf } from '@cheyi/domain/enumeration'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import {
  alarmState,
  alarmType,
  deviceClock,
  deviceRole,
  type deviceRoles,
  type forgedCauses,
  type onlineStates,
} from '@cheyi/domain/fleet/vehicle-control/codes'
import { devicePhone } from '@cheyi/domain/fleet/vehicle-control/device'
import { normalisePlate } from '@cheyi/domain/platform/check/plate'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { recordset } from '../../kernel/db/recordset.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import { like, likePlate, readOnce, type Sql, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { pendingWorkChanges } from '../../platform/pending-work/actions.ts'
import { stateSql } from './live.ts'

export type DeviceRow = Selectable<DB['device']>
type Role = CodeOf<typeof deviceRoles>

interface ListRow extends DeviceRow {
  readonly plate: string | null
  readonly modelName: string | null
  readonly state: CodeOf<typeof onlineStates>
  readonly lastMsgAt: number | null
  readonly behind: boolean
  readonly doubt: CodeOf<typeof forgedCauses> | null
}

type Ask = Pick<ParsedOf<typeof contract.vehicleControl.devicePage>, 'group' | 'keyword'>

/** The devices `d` by a keyword, with their cars `v` where it may be of one. */
const matchingSql = ({ keyword = '' }: Ask): Sql =>
  keyword === ''
    ? sql`from device d where true`
    : sql`from device d left join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
        where (d.phone like $1 or d.terminal_id ilike $2 or v.plate like $3)`

const matchingValues = ({ keyword = '' }: Ask): unknown[] =>
  keyword === '' ? [] : [like(devicePhone(keyword) ?? keyword.toLowerCase()), like(keyword), likePlate(keyword)]

/** An open alarm `a` that another terminal may use the identity of a device; at most one per device. */
export const doubted = sql`a.type = ${alarmType.forged} and a.end_at is null and a.state in (${alarmState.open}, ${alarmState.running})`

/** The newest first. */
export function page(ctx: Context, ask: Ask, before: string | null, limit: number) {
  const values = matchingValues(ask)
  const group =
    ask.group === undefined ? sql`` : (`and d.vehicle_id is ${ask.group === 'bound' ? 'not' : ''} null` as Sql)
  const behind = (before === null ? '' : `and d.id < $${values.push(before)}::bigint`) as Sql
  return ctx.query(
    sql<ListRow>`select d.*, v.plate, m.name as model_name, l.last_msg_at, ${stateSql} as state,
        d.clock = ${deviceClock.beijing} and l.received_at > (select app_now()) - interval '1 day'
          and coalesce(abs(extract(epoch from l.received_at - l.at) - 28800) < 600, false) as behind,
        (select coalesce(a.cause, 1) from alarm a where a.merchant_id = d.merchant_id and a.device_id = d.id and ${doubted}) as doubt
      from (select d.* ${matchingSql(ask)} ${group} ${behind} order by d.id desc limit ${limit}) d
        left join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
        left join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
        left join device_live l on l.merchant_id = d.merchant_id and l.device_id = d.id
      order by d.id desc`,
    values,
  )
}

export async function counts(ctx: Context, ask: Ask): Promise<{ bound: number; free: number }> {
  const [row] = await ctx.query(
    sql<{ bound: number; free: number }>`select (count(*) filter (where d.vehicle_id is not null))::int as bound,
      (count(*) filter (where d.vehicle_id is null))::int as free ${matchingSql(ask)}`,
    matchingValues(ask),
  )
  return row!
}

/** The main device of a car, and whether it is online. */
export async function deviceOf(ctx: Context, vehicleId: string) {
  const [row] = await ctx.query(
    sql<
      Pick<ListRow, 'phone' | 'state' | 'lastMsgAt'> & { deviceId: string }
    >`select d.id as device_id, d.phone, l.last_msg_at, ${stateSql} as state
      from device d left join device_live l on l.merchant_id = d.merchant_id and l.device_id = d.id
     where d.vehicle_id = $1 and d.role = ${deviceRole.main}`,
    [vehicleId],
  )
  return row ?? null
}

export const lock = (ctx: Context, id: string): Promise<DeviceRow | undefined> =>
  ctx.db.selectFrom('device').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const update = (ctx: Context, row: DeviceRow, patch: Patch<'device'>): DeviceRow =>
  saveRow(ctx, 'device', row, patch)

export const insert = (ctx: Context, rows: readonly Insertable<DB['device']>[]) =>
  ctx.db.insertInto('device').values(rows).execute()

/** Reserves the numbers of new devices on the platform, in a fixed order to avoid deadlocks. @returns those that are already in use */
export async function takePhones(
  ctx: Context,
  devices: readonly { readonly id: string; readonly phone: string }[],
): Promise<string[]> {
  const rows = await ctx.query<{ phone: string }>(
    `select n.phone from (select phone, terminal_take(phone, id) as taken
        from jsonb_to_recordset($1::jsonb) as r (phone text, id bigint) order by phone) n where not n.taken`,
    [recordset(devices.toSorted((a, b) => (a.phone < b.phone ? -1 : 1)))],
  )
  return rows.map(({ phone }) => phone)
}

export const renewCode = (ctx: Context, id: string) => ctx.query('select terminal_renew($1)', [id])

/** Makes the terminal log in again, with its present code. */
export const comeAgain = (ctx: Context, id: string) => ctx.query('select terminal_again($1)', [id])

/** Ends the alarm about the identity of a device. @returns whether there was one */
export async function endDoubt(ctx: Context, deviceId: string, note: string): Promise<boolean> {
  const rows = await ctx.query<{ id: string }>(
    sql`update alarm a set state = ${alarmState.done}, end_at = app_now(), handled_by = actor(), handled_at = app_now(),
        note = $2, version = version + 1
      where device_id = $1 and ${doubted} returning id`,
    [deviceId, note],
  )
  pendingWorkChanges(
    ctx,
    'alarm',
    rows.map(({ id }) => id),
  )
  return rows.length > 0
}

/** Cars by plate or id that the caller sees, and whether they have a device of that role. */
export const cars = (ctx: Context, by: { plates?: readonly string[]; ids?: readonly string[] }, role: Role) =>
  ctx.query<{ id: string; plate: string; deviceId: string | null }>(
    `select v.id, v.plate, d.id as device_id
       from vehicle v left join device d on d.merchant_id = v.merchant_id and d.vehicle_id = v.id and d.role = $3
      where (v.plate = any ($1) or v.id = any ($2::bigint[])) and v.lifecycle <> ${lifecycle.disposed}`,
    [by.plates ?? [], by.ids ?? [], role],
  )

/** Number of cars to choose from; the others are found by their plate. */
const CHOICES = 50

/** Cars that are not disposed of and have the keyword in their plate, those without a device first. */
export const freeCars = (ctx: Context, keyword: string) =>
  ctx.query(
    sql<{
      vehicleId: string
      plate: string
      modelName: string
      storeName: string
      taken: Role[]
    }>`select v.id as vehicle_id, v.plate,
        m.name as model_name, s.name as store_name, coalesce(d.taken, '{}') as taken
       from vehicle v left join ${readOnce('select d.vehicle_id, array_agg(d.role order by d.role) as taken from device d where d.vehicle_id is not null group by 1')} d
         on d.vehicle_id = v.id
         join ${readOnce('select id, name from model')} m on m.id = v.model_id
         join ${readOnce('select id, name from store')} s on s.id = v.current_store_id
      where v.lifecycle <> ${lifecycle.disposed} and ($1 = '' or strpos(v.plate, $1) > 0)
      order by taken, v.plate limit ${CHOICES}`,
    [normalisePlate(keyword)],
  )

/** From now on these devices are in these cars. */
export const beginStays = (
  ctx: Context,
  stays: readonly { readonly deviceId: string; readonly vehicleId: string; readonly role: Role }[],
) =>
  ctx.query(
    `insert into device_stay (device_id, vehicle_id, role, from_at)
       select device_id, vehicle_id, role, app_now() from jsonb_to_recordset($1::jsonb) as r (device_id bigint, vehicle_id bigint, role smallint)
     on conflict (merchant_id, device_id, from_at) do update set vehicle_id = excluded.vehicle_id, role = excluded.role, to_at = null`,
    [recordset(stays)],
  )

export const endStay = (ctx: Context, deviceId: string) =>
  ctx.query('update device_stay set to_at = app_now() where device_id = $1 and to_at is null', [deviceId])
