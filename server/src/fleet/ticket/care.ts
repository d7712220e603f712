import {
  careForecast,
  careProposal,
  isCareLate,
  nextCare,
  proposalsUntil,
  type Stretch,
} from '@cheyi/domain/fleet/inventory/care'
import { isInService, lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { ticketKind } from '@cheyi/domain/fleet/ticket/codes'
import { careTypes, maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { formatKm } from '@cheyi/domain/length'
import { pick } from '@cheyi/domain/pick'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { badInput } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { likePlate, readOnce, type Sql, sql } from '../../kernel/db/sql.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { type CareRow, careDueSql, careFactsSql, nextCareOnSql, noteCareTold, writeCare } from '../inventory/actions.ts'
import { ticketsIn } from '../stock/actions.ts'
import * as store from './store.ts'

/*
 * Cars with due maintenance: listed, notified once, and completed by a maintenance ticket.
 */

/** A ticket `t` that covers the due maintenance of its car. */
const CARE_TICKET = sql`t.kind = ${ticketKind.maintenance} and t.maintain_type in (${careTypes}) and ${ticketsIn('todo', 'running')}`
/** No ticket covers the due maintenance of the car `v`. */
const UNSEEN = sql`and v.id <> all (array(select t.vehicle_id from ticket t where ${CARE_TICKET}))`
/** Cars, models and stores are each read once: the planner expects few cars and would look them up one by one. */
const DUE_FROM = `from ${readOnce(`select * from vehicle where lifecycle = ${lifecycle.inService}`)} v
      join ${readOnce('select * from model')} m on m.id = v.model_id
      join ${readOnce('select * from store')} s on s.id = v.home_store_id
    where ${careDueSql('$1')}` as Sql
/** The due day, in days since 1970; rows without a day come last. */
const DAY_DUE = `coalesce(${nextCareOnSql} - '1970-01-01'::date, 2147483647)` as Sql

interface DueCar extends CareRow {
  readonly id: string
  readonly plate: string
  readonly modelName: string
  readonly storeId: string
  readonly storeName: string
  readonly dueDay: number
  readonly ticketId: string | null
  readonly ticketNo: string | null
  /** What occupies it in the next weeks. */
  readonly busy: readonly Stretch[]
}

const narrowed = sql`and ($2::bigint is null or v.home_store_id = $2) and ($3::text = '' or v.plate like $3)`

/** Cars with due maintenance, ordered by the due day. */
export const carePage: HandlerOf<'ticket', 'carePage'> = async (input, ctx) => {
  const { storeId = null, keyword } = input
  if (storeId !== null) inSight(ctx, storeId)
  const today = localDate(ctx.now)
  const values = [today, storeId, keyword ? likePlate(keyword) : '']
  const [day, id] = cursorKeys(input, 'int', 'id') ?? []
  const [rows, total] = await Promise.all([
    ctx.query(
      sql<DueCar>`select v.id, v.plate, m.name as model_name, s.id as store_id, s.name as store_name, ${careFactsSql as Sql}, ${DAY_DUE} as due_day,
          (select min(t.id) from ticket t where t.vehicle_id = v.id and ${CARE_TICKET}) as ticket_id,
          (select min(t.no) from ticket t where t.vehicle_id = v.id and ${CARE_TICKET}) as ticket_no,
          (select coalesce(json_agg(json_build_object('from', extract(epoch from c.from_at) * 1000, 'to', extract(epoch from least(c.held_to, $7)) * 1000)), '[]')
            from occupancy c where c.active and c.vehicle_id = v.id and c.held_to > (select app_now()) and c.from_at < $7) as busy
        ${DUE_FROM} ${narrowed} and ($4::int is null or (${DAY_DUE}, v.id) > ($4, $5::bigint)) order by ${DAY_DUE}, v.id limit $6`,
      [...values, day ?? null, id ?? null, pageSize(input) + 1, at(proposalsUntil(ctx.now))],
    ),
    isFirstPage(input) ? dueCount(ctx, values) : null,
  ])
  const { rows: list, nextCursor } = buildPage(rows, input, (row) => [row.dueDay, row.id])
  return {
    list: list.map((row) => {
      const next = nextCare(row)
      const { km: nextKm, on: nextOn } = next
      const dueOn = careForecast(next, row.odometerKm, today)
      return {
        vehicleId: row.id,
        ...pick(row, 'plate', 'modelName', 'storeId', 'storeName', 'odometerKm', 'careKm', 'careOn'),
        nextKm,
        nextOn,
        late: isCareLate(next, row.odometerKm, today),
        dueOn,
        proposal: row.ticketId === null ? careProposal(row.busy, dueOn, ctx.now) : null,
        ticket: row.ticketId === null ? null : { ticketId: row.ticketId, no: row.ticketNo! },
      }
    }),
    nextCursor,
    ...totalOf(total),
  }
}

async function dueCount(ctx: Context, values: readonly unknown[]): Promise<number> {
  const [row] = await ctx.query(sql<{ count: number }>`select count(*)::int as count ${DUE_FROM} ${narrowed}`, values)
  return row!.count
}

/** Number of due cars of a store that no ticket covers. */
export async function countDueCare(ctx: Context, storeId: string | null): Promise<number> {
  const [row] = await ctx.query(
    sql<{ count: number }>`select count(*)::int as count ${DUE_FROM} and ($2::bigint is null or v.home_store_id = $2)
        ${UNSEEN}`,
    [localDate(ctx.now), storeId],
  )
  return row!.count
}

/** Records maintenance without a ticket: before the merchant used the system, or on a trip. @throws Refusal badInput (-2) */
export const careNote: HandlerOf<'ticket', 'careNote'> = async ({ vehicleId, km, on, nextKm, nextOn }, ctx) => {
  const vehicle = requireFound(await store.vehicleById(ctx, vehicleId))
  inSight(ctx, vehicle.homeStoreId)
  if (!isInService(vehicle.lifecycle)) throw badInput('vehicleId', '车辆未上架')
  const odometerKm = Math.max(vehicle.odometerKm, vehicle.reportedKm ?? 0)
  if (km > odometerKm) throw badInput('km', `保养里程不能大于当前里程 ${formatKm(odometerKm)}`)
  if (on > localDate(ctx.now)) throw badInput('on', '保养日期不能晚于今天')
  if (vehicle.careOn !== null && on < vehicle.careOn)
    throw badInput('on', `该车已登记 ${vehicle.careOn} 的保养，只能登记当天或之后的保养`)
  const done = { km, on, ...requireNextCare({ km, on }, { nextKm, nextOn }) }
  writeCare(ctx, vehicleId, done)
  ctx.audit({
    targetType: 'vehicle',
    targetId: vehicleId,
    after: { careKm: km, careOn: on, nextCareKm: done.nextKm, nextCareOn: done.nextOn },
  })
  return {}
}

/** What the garage recorded for the next maintenance. @throws Refusal badInput (-2) if it is not later */
export function requireNextCare(
  done: { readonly km: number; readonly on: string },
  { nextKm = null, nextOn = null }: { readonly nextKm?: number | null; readonly nextOn?: string | null },
) {
  if (nextKm !== null && nextKm <= done.km) throw badInput('nextKm', '下次保养里程须大于本次里程')
  if (nextOn !== null && nextOn <= done.on) throw badInput('nextOn', '下次保养日期须晚于本次')
  return { nextKm, nextOn }
}

/** Notifies each store once of each due car, unless a ticket already covers it. */
export async function tellOfCare(ctx: Context): Promise<void> {
  const today = localDate(ctx.now)
  const due = await ctx.query(
    sql<{ id: string; plate: string; storeId: string }>`select v.id, v.plate, v.home_store_id as store_id ${DUE_FROM}
        and v.care_told_on is null ${UNSEEN} order by v.plate`,
    [today],
  )
  if (due.length === 0) return
  const told = new Set(
    await noteCareTold(
      ctx,
      due.map(({ id }) => id),
      today,
    ),
  )
  const byStore = Map.groupBy(
    due.filter(({ id }) => told.has(id)),
    ({ storeId }) => storeId,
  )
  for (const [storeId, cars] of byStore)
    notify(ctx, {
      type: notifyType.carePending,
      level: notifyLevel.important,
      ref: `care/${storeId}/${today}`,
      title: `${cars.length}辆车的保养到期`,
      body:
        cars
          .slice(0, 3)
          .map(({ plate }) => displayPlate(plate))
          .join('、') + (cars.length > 3 ? `等${cars.length}辆` : ''),
      link: screen('maintenance.care', { storeId }),
      to: { key: maintenance.key, storeIds: [storeId] },
    })
}
