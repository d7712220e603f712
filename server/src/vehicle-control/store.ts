import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { normalisePlate } from '@cheyi/domain/check/plate'
import { runState } from '@cheyi/domain/inventory/codes'
import { settingCatalogue } from '@cheyi/domain/merchant/setting'
import { orderStatus } from '@cheyi/domain/order/codes'
import { alarmState, deviceRoles, onlineStates } from '@cheyi/domain/vehicle-control/codes'
import type { Context } from '../kernel/context.ts'
import type { Columns } from '../kernel/db/columns.ts'
import { sql } from '../kernel/db/sql.ts'
import { movingSql, stateSql } from './live.ts'

type Ask = Omit<ParsedOf<typeof contract.vehicleControl.page>, 'cursor' | 'pageNum' | 'pageSize'>
type Card = OutputOf<typeof contract.vehicleControl.page>['list'][number]

/** A car with what its main device says. */
export interface CarRow extends Pick<Card, 'plate' | 'modelName' | 'storeName' | 'runState' | 'alarms' | 'state'> {
  readonly id: string
  readonly rank: number
  readonly plateColor: Columns['plateColor']
  readonly carType: Columns['carType']
  readonly parkingNote: string
  readonly deviceId: string
  readonly devicePhone: string
  readonly profile: number
  readonly cutAt: number | null
  readonly lastMsgAt: number | null
  readonly at: number | null
  readonly latE6: number | null
  readonly lngE6: number | null
  readonly speed: number | null
  readonly course: number | null
  readonly satellites: number | null
  readonly signal: number | null
  readonly moving: boolean
  readonly acc: boolean | null
  readonly locked: boolean | null
  readonly doorOpen: boolean | null
  readonly cutBit: boolean | null
  readonly odometerM: number | null
  readonly fuelDl: number | null
  readonly batteryMv: number | null
  readonly stoppedSince: number | null
}

const { online, sleeping, offline } = onlineStates.code

const alarmsSql = sql`(select count(*)::int from alarm a where a.merchant_id = v.merchant_id and a.vehicle_id = v.id
  and a.state in (${alarmState.open}, ${alarmState.running}))`

/** Cars by what narrows them, their groups left aside: $1 … $5; of one car alone: $6. */
const cars = sql`select v.id, v.merchant_id, v.plate, v.plate_color, v.model_id, v.current_store_id, v.parking_note,
    d.id as device_id, d.phone as device_phone, d.profile, d.cut_at, st.run_state, ${alarmsSql} as alarms, ${stateSql} as state,
    ${movingSql} as moving, l.last_msg_at, l.at, l.lat_e6, l.lng_e6, l.speed, l.course, l.satellites, l.signal, l.acc, l.locked,
    l.door_open, l.cut as cut_bit, l.odometer_m, l.fuel_dl, l.battery_mv, l.stopped_since
  from device d join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
    left join device_live l on l.merchant_id = d.merchant_id and l.device_id = d.id
    left join vehicle_states(${settingCatalogue.graceMinutes.fallback}) st on st.vehicle_id = v.id
  where d.role = ${deviceRoles.code.main} and ($1::bigint is null or v.current_store_id = $1 or v.home_store_id = $1)
    and ($2::bigint is null or v.model_id = $2)
    and ($3::boolean is null or ${movingSql} = $3)
    and ($4::boolean is null or (coalesce(st.run_state, 0) in (${runState.onRent}, ${runState.overdue})) = $4)
    and ($5::text = '' or v.plate like $5) and ($6::bigint is null or v.id = $6)`

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

const values = ({ storeId, modelId, moving, rented, keyword = '' }: Ask, vehicleId: string | null = null) => [
  storeId ?? null,
  modelId ?? null,
  moving ?? null,
  rented ?? null,
  keyword === '' ? '' : like(normalisePlate(keyword)),
  vehicleId,
]

const ranked = sql`case when c.alarms > 0 then 1 when c.moving then 2 when c.state = ${online} then 3 when c.state = ${sleeping} then 4 else 5 end`

const inGroup = sql`case $7::text when 'online' then c.state = ${online} when 'sleeping' then c.state = ${sleeping}
  when 'offline' then c.state = ${offline} when 'alarm' then c.alarms > 0 else true end`

export const page = (ctx: Context, ask: Ask, after: readonly string[] | null, limit: number) =>
  ctx.query(
    sql<CarRow>`with c as (${cars}), shown as (select c.*, ${ranked} as rank from c where ${inGroup})
      select c.*, m.name as model_name, m.car_type, s.name as store_name from shown c
        join model m on m.merchant_id = c.merchant_id and m.id = c.model_id
        join store s on s.merchant_id = c.merchant_id and s.id = c.current_store_id
       where $8::int is null or (c.rank, c.id) > ($8, $9::bigint) order by c.rank, c.id limit $10`,
    [...values(ask), ask.group ?? null, ...(after ?? [null, null]), limit],
  )

export async function counts(ctx: Context, ask: Ask) {
  const [row] = await ctx.query(
    sql<{ all: number; online: number; sleeping: number; offline: number; alarm: number }>`with c as (${cars})
      select count(*)::int as "all", (count(*) filter (where c.state = ${online}))::int as online,
        (count(*) filter (where c.state = ${sleeping}))::int as sleeping,
        (count(*) filter (where c.state = ${offline}))::int as offline,
        (count(*) filter (where c.alarms > 0))::int as alarm from c`,
    values(ask),
  )
  return row!
}

export async function car(ctx: Context, vehicleId: string): Promise<CarRow | undefined> {
  const [row] = await ctx.query(
    sql<CarRow>`with c as (${cars})
      select c.*, 1 as rank, m.name as model_name, m.car_type, s.name as store_name from c
        join model m on m.merchant_id = c.merchant_id and m.id = c.model_id
        join store s on s.merchant_id = c.merchant_id and s.id = c.current_store_id`,
    values({}, vehicleId),
  )
  return row
}

export const stores = (ctx: Context) =>
  ctx.query<{ name: string; lat: number; lng: number }>(
    'select name, lat, lng from store where lat is not null and lng is not null',
  )

/** The order whose customer has the car, where the caller sees it. */
export const orderOf = (ctx: Context, vehicleId: string) =>
  ctx.db
    .selectFrom('order')
    .select(['id', 'orderNo', 'orderKind', 'status', 'contactName', 'pickupAt', 'returnAt'])
    .where('vehicleId', '=', vehicleId)
    .where('status', '=', orderStatus.pickedUp)
    .executeTakeFirst()

export const todayMetres = async (ctx: Context, deviceId: string, today: string): Promise<number | null> =>
  (
    await ctx.db
      .selectFrom('deviceKm')
      .select('metres')
      .where('deviceId', '=', deviceId)
      .where('day', '=', today)
      .executeTakeFirst()
  )?.metres ?? null

/** Who looked at tracks of the car last. */
export const lookers = (ctx: Context, vehicleId: string, most: number) =>
  ctx.query<{ at: number; name: string; after: Readonly<Record<string, unknown>> | null }>(
    `select at, name, after from audit where target_type = 'vehicleTrack' and target_id = $1 order by id desc limit $2`,
    [vehicleId, most],
  )
