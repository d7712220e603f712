import { monthOf, type Part } from '@cheyi/domain/insight/data/contributions'
import type { SumKey, Sums } from '@cheyi/domain/insight/data/sums'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'

/*
 * The stored sums by vehicle and month (`figure_car`), and which orders their income is of (`figure_car_order`): written with the
 * shares that changed, like the sums of days, so that they add up to the same figures.
 */

type Asking = Pick<Context, 'query'>

interface Changed {
  readonly subjectId: string
  readonly month: LocalDate
  readonly shares: readonly Part[]
  readonly old: readonly Part[]
}

const income = ['rent', 'service', 'other'] as const satisfies readonly SumKey[]
const time = ['fleet', 'rented', 'down', 'idle', 'km'] as const satisfies readonly SumKey[]
const columnOf = {
  rent: 'rent_fen',
  service: 'service_fen',
  other: 'other_fen',
  fleet: 'fleet',
  rented: 'rented',
  down: 'down',
  idle: 'idle',
  km: 'km',
}
type Key = keyof typeof columnOf
/** The columns of the stored sums of cars. */
export const carSums = Object.values(columnOf)
const NONE = '0'

type Row = Record<string, string | number>

/** Sums of parts by vehicle and month; all zero ones are left out. `old` parts are taken away. */
function sumsBy(keys: readonly Key[], of: readonly { readonly part: Part; readonly sign: 1 | -1 }[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { part, sign } of of) {
    const told = keys.filter((key) => (part.sums as Partial<Sums>)[key])
    // Shares that were stored without their vehicle never were in these sums.
    if (told.length === 0 || part.vehicleId === undefined) continue
    const [vehicleId, month] = [part.vehicleId ?? NONE, monthOf(part.day)]
    const row = rows.get(`${month} ${vehicleId}`) ?? { month, vehicle_id: vehicleId }
    rows.set(`${month} ${vehicleId}`, row)
    for (const key of told) row[columnOf[key]] = Number(row[columnOf[key]] ?? 0) + sign * part.sums[key]!
  }
  return [...rows.values()].filter((row) => keys.some((key) => row[columnOf[key]]))
}

const recordOf = (keys: readonly Key[]) =>
  `(month date, vehicle_id bigint, order_id bigint, ${keys.map((key) => `${columnOf[key]} bigint`).join(', ')})`

/** Moves the sums of vehicles by the difference between the old and the new shares of subjects. */
export async function moveCars(
  ctx: Asking,
  subject: 'order' | 'car' | 'cash',
  changed: readonly Changed[],
): Promise<void> {
  if (subject === 'cash') return
  const keys: readonly Key[] = subject === 'order' ? income : time
  const by = sumsBy(
    keys,
    changed.flatMap(({ shares, old }) => [
      ...old.map((part) => ({ part, sign: -1 as const })),
      ...shares.map((part) => ({ part, sign: 1 as const })),
    ]),
  )
  const columns = keys.map((key) => columnOf[key])
  if (by.length > 0)
    await ctx.query(
      `insert into figure_car (month, vehicle_id, ${columns.join(', ')})
       select month, vehicle_id, ${columns.map((one) => `coalesce(${one}, 0)`).join(', ')}
         from jsonb_to_recordset($1::jsonb) r ${recordOf(keys)} order by month, vehicle_id
       on conflict (merchant_id, month, vehicle_id) do update set
         ${columns.map((one) => `${one} = figure_car.${one} + excluded.${one}`).join(', ')}`,
      [JSON.stringify(by)],
    )
  if (subject === 'car') return
  await ctx.query(
    `delete from figure_car_order f using unnest($1::bigint[], $2::date[]) g (id, month) where f.order_id = g.id and f.month = g.month`,
    [changed.map(({ subjectId }) => subjectId), changed.map(({ month }) => month)],
  )
  const orders = changed.flatMap(({ subjectId, shares }) =>
    sumsBy(
      keys,
      shares.map((part) => ({ part, sign: 1 as const })),
    ).map((row): Row => ({ ...row, order_id: subjectId })),
  )
  if (orders.length > 0)
    await ctx.query(
      `insert into figure_car_order (month, vehicle_id, order_id, ${columns.join(', ')})
       select month, vehicle_id, order_id, ${columns.map((one) => `coalesce(${one}, 0)`).join(', ')}
         from jsonb_to_recordset($1::jsonb) r ${recordOf(keys)}`,
      [JSON.stringify(orders)],
    )
}
