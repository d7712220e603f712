import { CARE_WARN_DAYS, CARE_WARN_KM, type CareFacts } from '@cheyi/domain/fleet/inventory/care'
import type { Context } from '../../kernel/context.ts'
import { recordset } from '../../kernel/db/recordset.ts'
import { settingSql } from '../../platform/merchant/actions.ts'

/*
 * SQL for the due maintenance of cars, and the writes of completed maintenance; the rules are in
 * packages/domain/src/fleet/inventory/care.ts.
 */

const everyKm = `coalesce(m.care_every_km, ${settingSql('maintainEveryKm', 's.settings')})`
const everyDays = `coalesce(m.care_every_days, ${settingSql('maintainEveryDays', 's.settings')})`

/** SQL of the kilometres of a vehicle `v`: those of its last handover, or of its device where that counts further. */
const odometerSql = 'greatest(v.odometer_km, v.reported_km)'

/** SQL of the facts for the maintenance of a vehicle `v` of a model `m` at home in a store `s`. */
export const careFactsSql = `${odometerSql} as odometer_km, v.km_per_day, v.register_on, v.care_km, v.care_on, v.next_care_km, v.next_care_on,
    ${everyKm} as every_km, ${everyDays} as every_days`
export type CareRow = CareFacts & { readonly odometerKm: number }

/** SQL of the next maintenance, with the same aliases. */
const nextKm = `coalesce(v.next_care_km, coalesce(v.care_km, 0) + ${everyKm})`
export const nextCareOnSql = `coalesce(v.next_care_on, coalesce(v.care_on, v.register_on) + ${everyDays}::int)`

/** SQL of whether the maintenance is due on the day `today`, with the same aliases. */
export const careDueSql = (today: string): string =>
  `(${odometerSql} >= ${nextKm} - greatest(${CARE_WARN_KM}, ${CARE_WARN_DAYS} * coalesce(v.km_per_day, 0)) or coalesce(${nextCareOnSql} - ${CARE_WARN_DAYS} <= ${today}::date, false))`

/** The maintenance facts of one vehicle. */
export async function careOf({ query }: Pick<Context, 'query'>, vehicleId: string): Promise<CareRow | undefined> {
  const [row] = await query<CareRow>(
    `select ${careFactsSql} from vehicle v join model m on m.id = v.model_id join store s on s.id = v.home_store_id where v.id = $1`,
    [vehicleId],
  )
  return row
}

/** The completed maintenance, and the next one as the garage recommends it. */
export interface CareDone {
  readonly km: number
  readonly on: string
  readonly nextKm: number | null
  readonly nextOn: string | null
}

/** Queues completed maintenance of a car; a new notification is sent when the next one is due. */
export const writeCare = (ctx: Context, vehicleId: string, { km, on, nextKm: next, nextOn }: CareDone): void =>
  ctx.queue(
    `update vehicle set care_km = $2, care_on = $3, next_care_km = $4, next_care_on = $5, care_told_on = null,
        version = version + 1, updated_at = app_now() where id = $1`,
    [vehicleId, km, on, next, nextOn],
  )

/** What the device of a car says of its kilometres; null: nothing. */
export interface Driven {
  readonly vehicleId: string
  readonly reportedKm: number | null
  readonly kmPerDay: number | null
}

/** Notes what the devices of cars say of their kilometres; it is no change of a car that anybody made. */
export const writeDriven = ({ query }: Pick<Context, 'query'>, driven: readonly Driven[]) =>
  query(
    `update vehicle v set reported_km = r.reported_km, km_per_day = r.km_per_day
       from jsonb_to_recordset($1::jsonb) as r (vehicle_id bigint, reported_km int, km_per_day int)
      where v.id = r.vehicle_id and (v.reported_km, v.km_per_day) is distinct from (r.reported_km, r.km_per_day)`,
    [recordset(driven)],
  )

/** Notes that the due maintenance of these cars was notified. @returns those that had not been notified yet */
export const noteCareTold = async (ctx: Context, vehicleIds: readonly string[], today: string): Promise<string[]> => {
  const rows = await ctx.query<{ id: string }>(
    'update vehicle set care_told_on = $2 where id = any ($1::bigint[]) and care_told_on is null returning id',
    [vehicleIds, today],
  )
  return rows.map(({ id }) => id)
}
