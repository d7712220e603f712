import { CARE_WARN_DAYS, CARE_WARN_KM, type CareFacts } from '@cheyi/domain/fleet/inventory/care'
import type { Context } from '../../kernel/context.ts'
import { settingSql } from '../../platform/merchant/actions.ts'

/*
 * SQL for the due maintenance of cars, and the writes of completed maintenance; the rules are in
 * packages/domain/src/fleet/inventory/care.ts.
 */

const everyKm = `coalesce(m.care_every_km, ${settingSql('maintainEveryKm', 's.settings')})`
const everyDays = `coalesce(m.care_every_days, ${settingSql('maintainEveryDays', 's.settings')})`

/** SQL of the facts for the maintenance of a vehicle `v` of a model `m` at home in a store `s`. */
export const careFactsSql = `v.odometer_km, v.register_on, v.care_km, v.care_on, v.next_care_km, v.next_care_on,
    ${everyKm} as every_km, ${everyDays} as every_days`
export type CareRow = CareFacts & { readonly odometerKm: number }

/** SQL of the next maintenance, with the same aliases. */
const nextKm = `coalesce(v.next_care_km, coalesce(v.care_km, 0) + ${everyKm})`
export const nextCareOnSql = `coalesce(v.next_care_on, coalesce(v.care_on, v.register_on) + ${everyDays}::int)`

/** SQL of whether the maintenance is due on the day `today`, with the same aliases. */
export const careDueSql = (today: string): string =>
  `(v.odometer_km >= ${nextKm} - ${CARE_WARN_KM} or coalesce(${nextCareOnSql} - ${CARE_WARN_DAYS} <= ${today}::date, false))`

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

/** Notes that the due maintenance of these cars was notified. @returns those that had not been notified yet */
export const noteCareTold = async (ctx: Context, vehicleIds: readonly string[], today: string): Promise<string[]> => {
  const rows = await ctx.query<{ id: string }>(
    'update vehicle set care_told_on = $2 where id = any ($1::bigint[]) and care_told_on is null returning id',
    [vehicleIds, today],
  )
  return rows.map(({ id }) => id)
}
