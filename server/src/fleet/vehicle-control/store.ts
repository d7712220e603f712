import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import type { CodeOf } from '@cheyi/domain/enumeration'
import { isWithCustomer } from '@cheyi/domain/fleet/inventory/codes'
import { alarmState, deviceRoles, type forgedCauses, onlineStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import { storeScope } from '@cheyi/domain/platform/account/codes'
import { settingCatalogue } from '@cheyi/domain/platform/merchant/setting'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { likePlate, readOnce, sql } from '../../kernel/db/sql.ts'
import { orders } from '../../kernel/orders.ts'
import { doubted } from './device-store.ts'
import { leavingLowSql, movingSql, stateSql } from './live.ts'

type Ask = ParsedOf<typeof contract.vehicleControl.map>
type Card = OutputOf<typeof contract.vehicleControl.page>['list'][number]

/** A car with the state of its main device. */
export interface CarRow extends Pick<Card, 'plate' | 'modelName' | 'storeName' | 'runState' | 'alarms' | 'state'> {
  readonly id: string
  readonly rank: number
  readonly plateColor: Columns['plateColor']
  readonly carType: Columns['carType']
  readonly images: readonly string[]
  readonly parkingNote: string
  readonly deviceId: string
  readonly devicePhone: string
  readonly profile: Columns['device.profile']
  readonly kind: Columns['device.kind']
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
  readonly chargePct: number | null
  readonly rangeKm: number | null
  readonly stoppedSince: number | null
}

const { online, sleeping, offline } = onlineStates.code

const inHand = sql`state in (${alarmState.open}, ${alarmState.running})`

/** Computed once for the whole list, because a subquery would run for each car. */
const once = sql`lives as materialized (select * from device_live),
  warned as materialized (select vehicle_id, count(*)::int as n from alarm where ${inHand} group by vehicle_id),
  held as materialized (select vehicle_id, overdue from cars_with_customers(${settingCatalogue.graceMinutes.fallback}))`

const states = sql`left join vehicle_states(${settingCatalogue.graceMinutes.fallback}) st on st.vehicle_id = v.id`

const withCustomers = sql`select vehicle_id from held`
const overdue = sql`select vehicle_id from held where overdue`

/** An order gets the car `c` within six hours, and it has less charge than the merchant asks for. */
const lowCharge = sql`c.id = any (${leavingLowSql})`

const columns = sql`v.id, v.merchant_id, v.plate, v.plate_color, v.model_id, v.current_store_id, v.parking_note,
    d.id as device_id, d.phone as device_phone, d.kind, d.profile, d.cut_at, ${stateSql} as state, ${movingSql} as moving, l.last_msg_at, l.at,
    l.lat_e6, l.lng_e6, l.speed, l.course, l.satellites, l.signal, l.acc, l.locked, l.door_open, l.cut as cut_bit, l.odometer_m, l.fuel_dl,
    l.battery_mv, l.charge_pct, l.range_km, l.stopped_since`

/** Cars by the filters except their groups: $1 … $5. */
const cars = sql`select ${columns}, coalesce(w.n, 0) as alarms
  from ${readOnce(`select * from device where role = ${deviceRoles.code.main}`)} d
    join ${readOnce('select * from vehicle')} v on v.id = d.vehicle_id
    left join lives l on l.device_id = d.id left join warned w on w.vehicle_id = v.id
  where ($1::bigint is null or v.current_store_id = $1 or v.home_store_id = $1)
    and ($2::bigint is null or v.model_id = $2)
    and ($3::boolean is null or ${movingSql} = $3)
    and ($4::boolean is null or (v.id in (${withCustomers})) = $4)
    and ($5::text = '' or v.plate like $5)`

const values = ({ storeId, modelId, moving, rented, keyword = '' }: Ask) => [
  storeId ?? null,
  modelId ?? null,
  moving ?? null,
  rented ?? null,
  keyword === '' ? '' : likePlate(keyword),
]

/** The names of the model and store of a car. */
const words = sql`m.name as model_name, m.car_type, m.images, s.name as store_name
  from v join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
    join store s on s.merchant_id = v.merchant_id and s.id = v.current_store_id`

const ranked = sql`case when c.alarms > 0 then 1 when c.moving then 2 when c.state = ${online} then 3 when c.state = ${sleeping} then 4 else 5 end`

const inGroup = sql`case $6::text when 'online' then c.state = ${online} when 'sleeping' then c.state = ${sleeping}
  when 'offline' then c.state = ${offline} when 'alarm' then c.alarms > 0
  when 'overdue' then c.id in (${overdue}) when 'lowCharge' then ${lowCharge} else true end`

export const page = (ctx: Context, ask: Ask, after: readonly string[] | null, limit: number) =>
  ctx.query(
    sql<CarRow>`with ${once}, c as (${cars}), ranked as (select c.*, ${ranked} as rank from c where ${inGroup}),
        v as (select * from ranked c where $7::int is null or (c.rank, c.id) > ($7, $8::bigint) order by c.rank, c.id limit $9)
      select v.*, st.run_state, ${words} ${states} order by v.rank, v.id`,
    [...values(ask), ask.group ?? null, ...(after ?? [null, null]), limit],
  )

export async function counts(ctx: Context, ask: Ask) {
  const [row] = await ctx.query(
    sql<{
      all: number
      online: number
      sleeping: number
      offline: number
      alarm: number
      overdue: number
      lowCharge: number
    }>`with ${once}, c as (${cars})
      select count(*)::int as "all", (count(*) filter (where c.state = ${online}))::int as online,
        (count(*) filter (where c.state = ${sleeping}))::int as sleeping,
        (count(*) filter (where c.state = ${offline}))::int as offline,
        (count(*) filter (where c.alarms > 0))::int as alarm, (count(*) filter (where c.id in (${overdue})))::int as overdue,
        (count(*) filter (where ${lowCharge}))::int as low_charge from c`,
    values(ask),
  )
  return row!
}

/** Cars with a known position; `placed` counts all of them. */
export const placedCars = (ctx: Context, ask: Ask, most: number) =>
  ctx.query(
    sql<PlacedRow>`with ${once}, c as (${cars}) select c.id as vehicle_id, c.plate, c.alarms, c.at, c.lat_e6, c.lng_e6, c.speed, c.course, c.state, c.moving,
        c.cut_at is not null or coalesce(c.cut_bit, false) as cut, (count(*) over ())::int as placed,
        coalesce(c.id in (${withCustomers}), false) as rented,
        coalesce(c.id in (${overdue}), false) as overdue, coalesce(${lowCharge}, false) as low_charge
      from c where c.lat_e6 is not null and c.at is not null and ${inGroup} order by c.id limit $7`,
    [...values(ask), ask.group ?? null, most],
  )

type Placed = OutputOf<typeof contract.vehicleControl.map>['cars'][number]
interface PlacedRow
  extends Pick<Placed, 'vehicleId' | 'plate' | 'alarms' | 'at' | 'state' | 'moving' | 'cut' | 'overdue' | 'lowCharge'> {
  readonly rented: boolean
  readonly latE6: number
  readonly lngE6: number
  readonly speed: number | null
  readonly course: number | null
  readonly placed: number
}

export interface OneCar extends CarRow {
  /** Who may move it now, the first where several may; null: nobody. */
  readonly useKind: Columns['vehicleUse.kind'] | null
  readonly useSince: number
  readonly useDueAt: number | null
  readonly useName: string | null
  /** When the last use before ended. */
  readonly freeSince: number | null
  readonly alarmsOff: Columns['alarmOff.types'][]
  readonly doubtCause: CodeOf<typeof forgedCauses> | null
  readonly doubtAt: number | null
}

export const car = (ctx: Context, vehicleId: string): Promise<OneCar | undefined> =>
  ctx.query.first(
    sql<OneCar>`with v as (select ${columns}, (select count(*)::int from alarm where vehicle_id = v.id and ${inHand}) as alarms, 1 as rank
        from device d join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
          left join device_live l on l.merchant_id = d.merchant_id and l.device_id = d.id
        where d.role = ${deviceRoles.code.main} and v.id = $1)
      select v.*, st.run_state, coalesce(a.cause, case when a.id is not null then 1 end) as doubt_cause, a.start_at as doubt_at,
          u.kind as use_kind, u.since_at as use_since, u.due_at as use_due_at, b.name as use_name,
          (select max(e.until_at) from vehicle_use e where e.vehicle_id = v.id and e.until_at <= (select app_now())) as free_since,
          coalesce((select f.types from alarm_off f where f.vehicle_id = v.id), '{}') as alarms_off, ${words}
        left join lateral (select * from vehicle_use u where u.vehicle_id = v.id and u.since_at <= (select app_now())
            and (u.until_at is null or u.until_at > (select app_now())) order by u.kind, u.since_at desc limit 1) u on true
        left join account b on b.merchant_id = u.merchant_id and b.id = u.account_id
        left join alarm a on a.merchant_id = v.merchant_id and a.device_id = v.device_id and ${doubted} ${states}`,
    [vehicleId],
  )

export const stores = (ctx: Context) =>
  ctx.query<{ name: string; lat: number; lng: number }>(
    'select name, lat, lng from store where lat is not null and lng is not null',
  )

export const todayMetres = async (ctx: Context, deviceId: string, today: string): Promise<number | null> =>
  (
    await ctx.db
      .selectFrom('deviceKm')
      .select('metres')
      .where('deviceId', '=', deviceId)
      .where('day', '=', today)
      .executeTakeFirst()
  )?.metres ?? null

/** The caller's last look at rented cars since then, by the audit log. */
export const lastLook = async (ctx: Context, since: number): Promise<number | undefined> =>
  (
    await ctx.query<{ at: number }>(
      `select at from audit where target_type = 'carsOnRent' and target_id = $1 and account_id = $1 and at > $2
        order by id desc limit 1`,
      [ctx.accountId, at(since)],
    )
  )[0]?.at

/**
 * The last accounts that looked at tracks of the car, and while a customer has it, those that looked at cars on rent since
 * its handover and may see its stores. Only the union has a limit: with a limit of its own, the second part was
 * read by scanning the log from its end.
 */
export const lookers = (ctx: Context, { id, runState: state }: Pick<CarRow, 'id' | 'runState'>, most: number) =>
  ctx.query<{ at: number; name: string; after: Readonly<Record<string, unknown>> | null }>(
    `select at, name, after from (
       select id, at, name, after from audit where target_type = 'vehicleTrack' and target_id = $1
       union all
       (select u.id, u.at, u.name, null from audit u
          join vehicle v on v.id = $1
          left join account a on a.merchant_id = u.merchant_id and a.id = u.account_id
         where $3 and u.target_type = 'carsOnRent' and u.at >= (select max(o.actual_pickup_at) from ${orders.facts} o
             where o.vehicle_id = $1 and o.status = ${orderStatus.pickedUp})
           and (a.store_scope is null or a.store_scope = ${storeScope.all} or a.store_ids && array[v.current_store_id, v.home_store_id])
       )) looks
      order by id desc limit $2`,
    [id, most, isWithCustomer(state)],
  )
