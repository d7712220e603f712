import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { lifecycle, runState } from '@cheyi/domain/fleet/inventory/codes'
import { deviceKind, deviceProfile } from '@cheyi/domain/fleet/vehicle-control/codes'
import { isTracker } from '@cheyi/domain/fleet/vehicle-control/traccar/tracker'
import type { Logger } from 'pino'
import { recordset } from '../../kernel/db/recordset.ts'
import { sql } from '../../kernel/db/sql.ts'
import { asMerchant, type Entrance } from '../../kernel/enter.ts'
import { orders } from '../../kernel/orders.ts'
import type { Turn } from '../../kernel/postgres/turn.ts'
import type { SimulatedCar } from '../../outside/terminal/simulator/drive.ts'
import { CHARGE_ITEMS, SimulatedTerminal } from '../../outside/terminal/simulator/terminal.ts'
import { SimulatedTracker } from '../../outside/terminal/simulator/tracker.ts'
import type { LaunchedGateway } from './gateway/launch.ts'

/** Number of cars of the first merchant of a demo that have a terminal. */
const CARS = 50
/** How often the driving cars are chosen again, ms, from those that are rented. */
const LOOK_MS = 60_000
/** First of their numbers: the range belongs to no phone operator. */
const FIRST_PHONE = 10_700_000_000
/** So many of the cars have a tracker of the protocol GT06 instead, whose identifiers are no IMEI of any maker. */
const TRACKERS = 4
/** Its terminals tell charge and range of electric cars. */
const PROFILE = '演示终端'
const FIRST_IMEI = 990_000_000_000_000

interface Row {
  readonly phone: string
  readonly kind: number
  readonly terminalId: string
  readonly lat: number
  readonly lng: number
  readonly odometerKm: number
  readonly tankL: number
  readonly batteryPct: number | null
  readonly drives: boolean
}

/**
 * Simulates the terminals of a demo: cars of the first merchant without a terminal get one, and it connects to the
 * gateway over TCP like a real one. Only one server of a database does it; another takes over when that one ends.
 * @returns a function that stops it
 */
export function playTerminals(
  kernel: Entrance & { readonly log: Logger },
  merchantId: string,
  gateway: Pick<LaunchedGateway, 'port' | 'trackers'>,
  turn: Turn,
): () => Promise<void> {
  const terminals = new Map<string, SimulatedTerminal | SimulatedTracker>()
  let cars = new Map<string, SimulatedCar>()
  let isEntered = false
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const isOurs = await turn.take()
    if (isOurs && !isEntered) await asMerchant(kernel, merchantId, enterTerminals)
    isEntered ||= isOurs
    const rows = isOurs
      ? await asMerchant(kernel, merchantId, ({ query }) => query(simulatedCars(), [`${FIRST_PHONE}`]))
      : []
    cars = new Map(rows.map((row) => [row.phone, row]))
    for (const { phone, kind } of rows) {
      if (terminals.has(phone)) continue
      const car = () => cars.get(phone)!
      const now = () => kernel.clock.now()
      const terminal = isTracker(kind)
        ? new SimulatedTracker(car, gateway.trackers, now)
        : new SimulatedTerminal(car, gateway.port, now)
      terminals.set(phone, terminal)
      terminal.start()
    }
    for (const [phone, terminal] of terminals) {
      if (cars.has(phone)) continue
      terminal.end()
      terminals.delete(phone)
    }
  }
  const again = () => {
    looking ??= look()
      .catch((err: unknown) => kernel.log.warn({ err }, 'simulated terminals wait'))
      .finally(() => {
        looking = undefined
      })
  }
  again()
  const timer = setInterval(again, LOOK_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
    for (const terminal of terminals.values()) terminal.end()
    await turn.end()
  }
}

const simulatedCars =
  () => sql<Row>`select d.phone, d.kind, d.terminal_id, coalesce(s.lat, 31.2304) as lat, coalesce(s.lng, 121.4737) as lng,
    v.odometer_km, m.tank_l, v.battery_pct::int as battery_pct,
    coalesce(r.run_state in (${runState.onRent}, ${runState.overdue}), false) and not exists (
      -- A customer first loads the car, so that its doors can be opened by phone.
      select from ${orders.facts} o where o.merchant_id = v.merchant_id and o.vehicle_id = v.id and o.status = ${orderStatus.pickedUp}
        and o.actual_pickup_at > app_now() - interval '15 minutes') as drives
  from device d
  join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
  join model m on m.merchant_id = v.merchant_id and m.id = v.model_id
  join store s on s.merchant_id = v.merchant_id and s.id = v.current_store_id
  left join vehicle_states(0) r on r.vehicle_id = v.id
  where d.model_code in ('SIM-1', 'SIM-2') and d.phone >= $1 order by d.phone`

/**
 * Registers terminals for cars without one, until enough cars have a simulated one. The codes of existing ones were
 * lost with the server process that simulated them.
 */
async function enterTerminals({ query }: Parameters<Parameters<typeof asMerchant>[2]>[0]): Promise<void> {
  const [held] = await query<{ n: number; phone: string | null }>(
    `select count(*)::int as n, max(phone) filter (where model_code = 'SIM-1') as phone from device where model_code in ('SIM-1', 'SIM-2')`,
    [],
  )
  const free = await query<{ id: string }>(
    sql<{ id: string }>`select v.id from vehicle v where v.lifecycle = ${lifecycle.inService}
      and not exists (select from device d where d.merchant_id = v.merchant_id and d.vehicle_id = v.id) order by v.id limit $1`,
    [Math.max(0, CARS - held!.n)],
  )
  await query("select terminal_renew(id) from device where model_code = 'SIM-1'", [])
  const first = held!.phone === null ? FIRST_PHONE : Number(held!.phone) + 1
  // Only at first, among a whole fleet: later cars get terminals.
  const trackers = held!.n === 0 && free.length > 2 * TRACKERS ? TRACKERS : 0
  const hex = (id: number) => id.toString(16)
  await query(
    `insert into charge_profile (name, charge_item, charge_scale, range_item) values ($1, $2, 10, $3) on conflict do nothing`,
    [PROFILE, hex(CHARGE_ITEMS.charge), hex(CHARGE_ITEMS.range)],
  )
  const devices = free.map(({ id }, n) => {
    const tracks = n < trackers
    return {
      vehicleId: id,
      phone: `${tracks ? FIRST_IMEI + n : first + n}`,
      terminalId: tracks ? '' : `S${(first + n) % 1_000_000}`.padEnd(7, '0'),
      modelCode: tracks ? 'SIM-2' : 'SIM-1',
      kind: tracks ? deviceKind.gt06 : deviceKind.direct,
      profile: tracks ? deviceProfile.none : deviceProfile.a,
    }
  })
  await query(
    `with entered as (
       insert into device (phone, terminal_id, maker_id, model_code, kind, profile, vehicle_id, bound_at, charge_profile_id)
         select phone, terminal_id, 'CHEYI', model_code, kind, profile, vehicle_id, app_now(),
                (select p.id from charge_profile p join vehicle v on v.id = r.vehicle_id
                  where p.name = $2 and r.kind = ${deviceKind.direct} and v.battery_pct is not null)
           from jsonb_to_recordset($1::jsonb) as r (phone text, terminal_id text, model_code text, kind smallint, profile smallint, vehicle_id bigint)
         returning id, phone, vehicle_id),
     taken as (select terminal_take(phone, id) from entered)
     insert into device_stay (device_id, vehicle_id, role, from_at) select id, vehicle_id, 1, app_now() - interval '1 day' from entered
       where (select count(*) from taken) >= 0`,
    [recordset(devices), PROFILE],
  )
}
