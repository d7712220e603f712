import { rulesOf } from '@cheyi/domain/fleet/vehicle-control/alarm-rule'
import { alarmType, vehicleUse } from '@cheyi/domain/fleet/vehicle-control/codes'
import {
  type Driving,
  type DrivingSums,
  driveOn,
  drivingOfAll,
  noDriving,
} from '@cheyi/domain/fleet/vehicle-control/driving'
import { DAY } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { sql } from '../../kernel/db/sql.ts'
import * as alarms from './alarm/store.ts'
import { fixesOf } from './track-store.ts'

/*
 * How cars were driven while an order had them: summed every hour of new positions, so that a page reads those of the last hour only. The
 * sums are kept as long as the track.
 */

/** When devices without network have told all of a stay; it is then summed once more from its beginning. */
const COMPLETE_AFTER = DAY

interface Stay {
  readonly refId: string
  readonly vehicleId: string
  readonly since: number
  readonly until: number | null
  readonly throughAt: number | null
  readonly sums: DrivingSums | null
  readonly closed: boolean | null
}

const staysOf = (ctx: Context, orderId: string) =>
  ctx.query(
    sql<Stay>`select u.ref_id, u.vehicle_id, u.since_at as since, u.until_at as until, d.through_at, d.sums, d.closed
      from vehicle_use u left join driving d on d.merchant_id = u.merchant_id and d.ref_id = u.ref_id
     where u.order_id = $1 and u.kind = ${vehicleUse.order} order by u.since_at`,
    [orderId],
  )

/** Tenths of km/h. */
const limitOf = async (ctx: Context): Promise<number> =>
  10 * (rulesOf(await alarms.rules(ctx)).get(alarmType.overspeed)!.limit ?? 0)

/** Sums a stay up to now, from where its sums stand or from its beginning, a day at a time. */
async function sumStay(ctx: Context, stay: Stay, limit: number, whole = false) {
  const to = Math.min(stay.until ?? ctx.now, ctx.now)
  let from = whole ? stay.since : (stay.throughAt ?? stay.since)
  let sums = whole ? noDriving : (stay.sums ?? noDriving)
  while (from < to) {
    const next = Math.min(from + DAY, to)
    sums = driveOn(sums, await fixesOf(ctx, stay.vehicleId, from, next), limit)
    from = next
  }
  return { sums, throughAt: Math.max(from, stay.throughAt ?? 0) }
}

/** Sums how the cars of an order were driven, as far as positions are there. */
export async function sumDriving(ctx: Context, orderId: string): Promise<void> {
  const limit = await limitOf(ctx)
  for (const stay of await staysOf(ctx, orderId)) {
    if (stay.closed || stay.since >= ctx.now) continue
    const closed = stay.until !== null && stay.until + COMPLETE_AFTER <= ctx.now
    const onward = await sumStay(ctx, stay, limit)
    const again = closed ? await sumStay(ctx, stay, limit, true) : onward
    // Of a rental that is longer than the track is kept the beginning is gone: what was summed while it was there stays.
    const { sums, throughAt } = again.sums.metres < onward.sums.metres ? onward : again
    if (sums.last === null) continue
    await ctx.query(
      `insert into driving (ref_id, order_id, vehicle_id, through_at, sums, closed) values ($1, $2, $3, $4, $5, $6)
         on conflict (merchant_id, ref_id) do update
           set through_at = excluded.through_at, sums = excluded.sums, closed = excluded.closed, updated_at = app_now()`,
      [stay.refId, orderId, stay.vehicleId, at(throughAt), JSON.stringify(sums), closed],
    )
  }
}

/** How the cars of an order were driven until now; null: their devices told nothing, or it is no longer kept. */
export async function drivingOf(ctx: Context, orderId: string): Promise<(Driving & { readonly limit: number }) | null> {
  const [stays, limit] = await Promise.all([staysOf(ctx, orderId), limitOf(ctx)])
  const summed: DrivingSums[] = []
  for (const stay of stays) summed.push(stay.closed ? stay.sums! : (await sumStay(ctx, stay, limit)).sums)
  const driven = summed.filter(({ last }) => last !== null)
  return driven.length === 0 ? null : { ...drivingOfAll(driven), limit }
}

/** Deletes the sums of stays whose track is gone. */
export const clearDriving = (ctx: Context, before: number) =>
  ctx.query('delete from driving where through_at < $1', [at(before)])
