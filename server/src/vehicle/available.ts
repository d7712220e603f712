import type { OutputOf, ParsedOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { normalisePlate } from '@cheyi/domain/check/plate'
import { plan } from '@cheyi/domain/stock/plan'
import { addDays, formatClock, formatLocal, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { type OccupancyKind, occupancyKind, occupancyKinds } from '@cheyi/domain/vehicle/occupancy-codes'
import { runStateOf } from '@cheyi/domain/vehicle/run-state'
import type { Context } from '../kernel/context.ts'
import { FOREVER, ms, msOrNull } from '../kernel/instant.ts'
import { settingsOf } from '../merchant/actions.ts'
import { readOrder } from '../order/actions.ts'
import { poolsOf, type Stay, stayPeriod } from '../stock/actions.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.vehicle.available>
type Output = OutputOf<typeof contract.vehicle.available>
type Candidate = Output['list'][number]

/** How many of the vehicles that fit are recommended. */
const RECOMMENDED = 3
/** Trying to move others aside costs a search; only so many vehicles are tried. */
const MOST_TRIED = 12

/** Vehicles for a stay, best first, and why the others will not do. */
export async function available(input: Input, ctx: Context): Promise<Output> {
  const asked = await askedStay(ctx, input)
  const settings = await settingsOf(ctx, asked.storeId)
  const period = stayPeriod(asked, settings)
  const vehicles = await store.candidates(ctx, {
    storeId: asked.storeId,
    modelId: asked.modelId,
    upgrade: input.upgrade ?? false,
    plate: input.keyword ? normalisePlate(input.keyword) : '',
  })
  const rows = await store.busy(
    ctx,
    vehicles.map((vehicle) => vehicle.id),
    Math.min(ctx.now, period.from),
  )
  const pools = await poolsOf(
    ctx,
    asked.storeId,
    [...new Set(vehicles.map((vehicle) => vehicle.model_id))],
    period.from,
  )
  const window = {
    from: startOfDate(localDate(asked.pickupAt)),
    to: startOfDate(addDays(localDate(asked.returnAt), 1)),
  }
  const byVehicle = Map.groupBy(rows, (row) => row.vehicle_id)
  let tried = 0
  const list = vehicles.map((vehicle): Candidate & { readonly gap: number } => {
    const taken = (byVehicle.get(vehicle.id) ?? []).filter((row) => row.ref_id !== asked.exceptOrderId)
    const clash = taken.filter((row) => ms(row.from_at) < period.to && endOf(row) > period.from)
    const before = taken.findLast((row) => endOf(row) <= period.from)
    const after = taken.find((row) => ms(row.from_at) >= period.to)
    const verdict = clash.length === 0 ? free : judge(clash)
    const gap = gapOf(before, after, period)
    return {
      vehicleId: vehicle.id,
      plate: vehicle.plate,
      plateColor: vehicle.plate_color as Candidate['plateColor'],
      modelId: vehicle.model_id,
      modelName: vehicle.model_name,
      odometerKm: vehicle.odometer_km,
      fuelPct: vehicle.fuel_pct,
      batteryPct: vehicle.battery_pct,
      parkingNote: vehicle.parking_note,
      storeId: vehicle.current_store_id,
      storeName: vehicle.store_name,
      runState: runStateOf(
        (byVehicle.get(vehicle.id) ?? []).map((row) => ({
          kind: row.kind as OccupancyKind,
          from: ms(row.from_at),
          to: endOf(row) >= FOREVER ? null : endOf(row),
          orderStatus: row.status,
          returnAt: msOrNull(row.return_at),
        })),
        ctx.now,
        settings.graceMinutes,
      ),
      relation: relationOf(vehicle, asked.modelId, vehicles),
      ...verdict,
      gapBefore: before === undefined ? null : Math.round((period.from - endOf(before)) / MINUTE),
      gapAfter: after === undefined ? null : Math.round((ms(after.from_at) - period.to) / MINUTE),
      previous: neighbour(before),
      next: neighbour(after),
      busy: taken
        .filter((row) => ms(row.from_at) < window.to && endOf(row) > window.from)
        .map((row) => ({
          from: ms(row.from_at),
          to: endOf(row),
          kind: row.kind as OccupancyKind,
          label: labelOf(row),
          orderId: row.order_id,
        })),
      gap,
    }

    function judge(clashes: readonly store.BusyRow[]) {
      const [first] = clashes
      const pool = pools.get(vehicle.model_id)
      const mayMove = clashes.every((row) => row.kind === occupancyKind.order && !row.pinned && row.status !== 5)
      if (mayMove && pool !== undefined && tried < MOST_TRIED) {
        tried++
        const answer = plan(pool, requestFor(asked, period, vehicle.id), { elapsed: ctx.elapsed })
        if (answer.kind === 'fits')
          return { group: 'available' as const, why: `将为其他${answer.moves.length}单换车`, movesOthers: true }
      }
      return { group: 'conflict' as const, why: whyTaken(first!, period.from), movesOthers: false }
    }
  })
  return { from: window.from, to: window.to, list: ranked(list) }
}

const free = { group: 'available' as const, why: null, movesOthers: false }

/** The order's stay, or the one described. */
async function askedStay(ctx: Context, input: Input): Promise<Stay> {
  if (input.orderId === undefined)
    return {
      storeId: input.storeId!,
      modelId: input.modelId!,
      pickupAt: input.pickupAt!,
      returnAt: input.returnAt!,
      pickupType: 1,
      source: 1,
    }
  const order = await readOrder(ctx, input.orderId)
  return {
    storeId: order.store_id,
    returnStoreId: order.return_store_id,
    modelId: order.model_id,
    pickupAt: ms(order.pickup_at),
    returnAt: ms(order.return_at),
    pickupType: order.pickup_type,
    source: order.source,
    exceptOrderId: order.id,
  }
}

const requestFor = (asked: Stay, period: { from: number; to: number; leaves: boolean }, vehicleId: string) => ({
  ...period,
  refId: asked.exceptOrderId,
  vehicleId,
})

/** A one-way rental never brings the car back to this store. */
const endOf = (row: store.BusyRow): number => (row.one_way ? FOREVER : ms(row.to_at))

function relationOf(
  vehicle: store.VehicleRow,
  modelId: string,
  all: readonly store.VehicleRow[],
): Candidate['relation'] {
  if (vehicle.current_store_id !== vehicle.home_store_id) return 'otherStore'
  if (vehicle.model_id === modelId) return 'sameModel'
  const own = all.find((one) => one.model_id === modelId)
  return own !== undefined && own.class_rank === vehicle.class_rank ? 'sameClass' : 'upgrade'
}

function neighbour(row: store.BusyRow | undefined): Candidate['previous'] {
  if (row === undefined || row.order_id === null) return null
  return {
    orderId: row.order_id,
    contactName: row.contact_name ?? '',
    pickupAt: ms(row.pickup_at!),
    returnAt: ms(row.return_at!),
  }
}

const labelOf = (row: store.BusyRow): string =>
  row.kind === occupancyKind.order ? (row.contact_name ?? '其他门店订单') : occupancyKinds.text(row.kind)

/** 上一单 11-23 10:00 才还车, 维保中 … */
function whyTaken(row: store.BusyRow, from: number): string {
  if (row.kind !== occupancyKind.order) return `${occupancyKinds.text(row.kind)}中，不可排车`
  const returnAt = row.return_at === null ? endOf(row) : ms(row.return_at)
  if (ms(row.from_at) <= from) return `上一单 ${formatLocal(returnAt, 'MM-DD')} ${formatClock(returnAt)} 才还车`
  return `下一单 ${formatLocal(ms(row.pickup_at ?? row.from_at), 'MM-DD')} ${formatClock(ms(row.pickup_at ?? row.from_at))} 取车`
}

const OPEN_SIDE = 30 * 1440

/** Minutes left idle around the stay: the tightest gap keeps the wide ones for long rentals. */
function gapOf(
  before: store.BusyRow | undefined,
  after: store.BusyRow | undefined,
  period: { from: number; to: number },
): number {
  const left = before === undefined ? OPEN_SIDE : (period.from - endOf(before)) / MINUTE
  const right = after === undefined ? OPEN_SIDE : (ms(after.from_at) - period.to) / MINUTE
  return left + right
}

function ranked(list: readonly (Candidate & { readonly gap: number })[]): Candidate[] {
  const order = { recommended: 0, available: 1, conflict: 2 } as const
  const relation = { sameModel: 0, sameClass: 1, upgrade: 2, otherStore: 3 } as const
  const rank = (one: Candidate & { gap: number }) => [
    order[one.group],
    Number(one.movesOthers),
    relation[one.relation],
    one.gap,
  ]
  const compare = (a: readonly number[], b: readonly number[]) => {
    for (const [i, left] of a.entries()) if (left !== b[i]) return left - b[i]!
    return 0
  }
  return [...list]
    .sort((a, b) => compare(rank(a), rank(b)))
    .map(({ gap: _, ...one }, index): Candidate => {
      const best = index < RECOMMENDED && one.group === 'available' && !one.movesOthers && one.relation === 'sameModel'
      return best ? { ...one, group: 'recommended' } : one
    })
}
