import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { pickupType, source } from '@cheyi/domain/booking/order/codes'
import { isOnRent, wasReturned } from '@cheyi/domain/booking/order/steps'
import { blockEndOf } from '@cheyi/domain/booking/order/timers'
import { hiddenOrderName } from '@cheyi/domain/fleet/inventory/next'
import { occupancyKind, occupancyKinds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { runStateOf } from '@cheyi/domain/fleet/inventory/run-state'
import type { Period } from '@cheyi/domain/fleet/stock/count/period'
import type { Occupancy } from '@cheyi/domain/fleet/stock/pool'
import { type RankedVehicle, rankVehicles } from '@cheyi/domain/fleet/stock/rank'
import { formatMoment } from '@cheyi/domain/near'
import { normalisePlate } from '@cheyi/domain/platform/check/plate'
import type { Settings } from '@cheyi/domain/platform/merchant/setting'
import { addDays, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { readOrder } from '../../booking/order/actions.ts'
import { type Moved, ordersMoving, poolsOf, type Stay, stayPeriod } from '../../fleet/stock/actions.ts'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { FOREVER } from '../../kernel/db/instant.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.arrange.available>
type Output = OutputOf<typeof contract.arrange.available>
type Candidate = Output['list'][number]

/** The best ones are shown; a plate finds any other. */
const MOST = 200

/** Vehicles for a rental period, best first, with the reasons why the others cannot be used. */
export const available: HandlerOf<'arrange', 'available'> = async (input, ctx) => {
  const asked = await askedStay(ctx, input)
  const read = () =>
    store.candidates(ctx, {
      storeId: asked.storeId,
      modelId: asked.modelId,
      upgrade: input.upgrade ?? false,
      plate: input.keyword ? normalisePlate(input.keyword) : '',
    })
  const [settings, vehicles] = await Promise.all([
    settingsOf(ctx, asked.storeId),
    // Cars that are expected at a store still belong to another store, which the staff of the first need not see.
    seesStore(ctx, asked.storeId) ? ctx.elevated(read) : read(),
  ])
  const period = stayPeriod(asked, settings)
  const models = [...new Set(vehicles.map((vehicle) => vehicle.modelId))]
  const [rows, pools] = await Promise.all([
    store.busy(
      ctx,
      vehicles.map((vehicle) => vehicle.id),
      Math.min(ctx.now, period.from),
    ),
    poolsOf(ctx, asked.storeId, models, { from: period.from, without: asked.exceptOrderId }),
  ])
  const request = { ...period, refId: asked.exceptOrderId, prefer: asked.vehicleId }
  const ranks = models.flatMap((model) => rankVehicles(pools.get(model)!, request, { elapsed: ctx.elapsed }))
  const moving = await movingBy(
    ctx,
    ranks.flatMap((rank) => rank.moves),
  )
  const window = {
    from: startOfDate(localDate(asked.pickupAt)),
    to: startOfDate(addDays(localDate(asked.returnAt), 1)),
  }
  const byId = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const busy = Map.groupBy(rows, ({ vehicleId }) => vehicleId)
  const list = ranks.flatMap((rank) => {
    const vehicle = byId.get(rank.vehicleId)
    if (vehicle === undefined || (asked.isSwap && vehicle.id === asked.vehicleId)) return []
    const taken = busy.get(vehicle.id) ?? []
    return [candidate(vehicle, rank, { taken, window, period, asked, now: ctx.now, settings, moving })]
  })
  return { ...window, list: list.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, MOST) }
}

/** Queries each move once, by order and vehicle: the moves of all candidates are read together. */
async function movingBy(ctx: Context, moves: readonly { refId: string; to: string }[]) {
  const once = [...new Map(moves.map(({ refId, to }) => [`${refId} ${to}`, { refId, to }])).entries()]
  if (once.length === 0) return new Map<string, Moved>()
  const rows = await ctx.elevated(() =>
    ordersMoving(
      ctx,
      once.map(([, move]) => move),
    ),
  )
  return new Map(rows.map(({ vehicleId, ...moved }) => [`${moved.orderId} ${vehicleId}`, moved]))
}

/** Whether the account works at the store and sees its cars, including those that are expected there. */
export const seesStore = ({ identity }: Context, storeId: string): boolean =>
  identity.scope === 'all' || identity.storeIds.includes(storeId)

interface Scene {
  /** The occupancies of the vehicle, by start; names only for orders visible to the account. */
  readonly taken: readonly store.BusyRow[]
  readonly window: { readonly from: number; readonly to: number }
  readonly period: Period
  readonly asked: Asked
  readonly now: number
  readonly settings: Settings
  /** The orders that a car would move, by order and the vehicle that they would be moved to. */
  readonly moving: ReadonlyMap<string, Moved>
}

function candidate(vehicle: store.VehicleRow, rank: RankedVehicle, scene: Scene): Candidate {
  const { taken, window, asked, now, settings, moving } = scene
  const moves = rank.moves.flatMap(({ refId, to }) => moving.get(`${refId} ${to}`) ?? [])
  const others = taken.filter((row) => row.refId !== asked.exceptOrderId)
  const named = (row: Occupancy | null | undefined) =>
    others.find((one) => one.refId === row?.refId && one.fromAt === row?.from)
  const coming = others.find((row) => row.oneWay && row.storeId !== asked.storeId)
  const endOf = (row: store.BusyRow) => endAt(row, scene)
  const relation = relationOf(vehicle, scene)
  const group = rank.group === 'conflict' ? 'conflict' : relation === 'sameModel' ? rank.group : 'usable'
  return {
    ...vehicle,
    vehicleId: vehicle.id,
    storeId: vehicle.currentStoreId,
    runState: runStateOf(
      taken.map((row) => ({
        ...row,
        from: row.fromAt,
        to: endOf(row) >= FOREVER ? null : endOf(row),
        cleaning: isCleaning(row),
        orderStatus: row.status,
      })),
      now,
      settings.graceMinutes,
    ),
    relation,
    group: groups[group],
    why:
      moves.length > 0 ? null : whyTaken(named(rank.blockers[0]) ?? (group === 'conflict' ? coming : undefined), scene),
    moves,
    gapBefore: rank.gapBefore,
    gapAfter: rank.gapAfter,
    previous: neighbour(named(rank.previous) ?? coming),
    next: neighbour(named(rank.next)),
    busy: others
      .filter((row) => row.fromAt < window.to && endOf(row) > window.from)
      .map((row) => ({
        ...row,
        from: row.fromAt,
        to: endOf(row),
        label: labelOf(row),
      })),
  }
}

/** The names of the groups of the packing rules in the API. */
const groups = { recommended: 'recommended', usable: 'available', conflict: 'conflict' } as const

/** Groups first; within a group the cars that move no order, then the ordered model before others; otherwise as ranked. */
function rankOf(one: Candidate): number {
  const group = { recommended: 0, available: 1, conflict: 2 } as const
  const relation = { sameModel: 0, sameClass: 1, upgrade: 2, otherStore: 3 } as const
  return group[one.group] * 100 + Number(one.moves.length > 0) * 10 + relation[one.relation]
}

/** A rental period, with the current vehicle of its order. */
interface Asked extends Stay {
  readonly vehicleId?: string
  /** That vehicle is on rent and is to be swapped for another. */
  readonly isSwap?: boolean
}

async function askedStay(ctx: Context, input: Input): Promise<Asked> {
  if (input.orderId === undefined)
    return {
      storeId: input.storeId!,
      modelId: input.modelId!,
      pickupAt: input.pickupAt!,
      returnAt: input.returnAt!,
      pickupType: pickupType.store,
      source: source.offline,
    }
  const order = await readOrder(ctx, input.orderId)
  const stay = {
    ...order,
    exceptOrderId: order.id,
    vehicleId: order.vehicleId ?? undefined,
  }
  if (!isOnRent(order.status)) return stay
  // A swap starts now, without preparation time; an overdue rental ends at the return time that the operator enters.
  const due = stay.returnAt > ctx.now ? stay.returnAt : Math.max(input.returnAt ?? 0, ctx.now + MINUTE)
  return { ...stay, pickupAt: ctx.now, returnAt: due, pickupType: pickupType.store, isSwap: true }
}

/** A one-way rental never returns the car to its pickup store; for the return store it ends. */
const endAt = (row: store.BusyRow, { asked, now, settings }: Scene): number =>
  row.oneWay && row.storeId === asked.storeId ? FOREVER : blockEndOf({ ...row, to: row.toAt }, now, settings)

function relationOf(vehicle: store.VehicleRow, { asked }: Scene): Candidate['relation'] {
  if (vehicle.currentStoreId !== asked.storeId) return 'otherStore'
  if (vehicle.modelId === asked.modelId) return 'sameModel'
  return vehicle.classAbove > 0 ? 'upgrade' : 'sameClass'
}

function neighbour(row: store.BusyRow | undefined): Candidate['previous'] {
  if (row === undefined || row.orderId === null) return null
  return {
    orderId: row.orderId,
    contactName: row.contactName ?? '',
    pickupAt: row.pickupAt!,
    returnAt: row.returnAt!,
  }
}

/** A car that was swapped away is blocked by a stop with its own ID until it is ready. */
const isCleaning = ({ kind, refId, vehicleId }: store.BusyRow): boolean =>
  kind === occupancyKind.stop && refId === vehicleId

function labelOf(row: store.BusyRow): string {
  if (row.kind === occupancyKind.order) return row.contactName ?? hiddenOrderName
  return isCleaning(row) ? '整备' : occupancyKinds.text(row.kind)
}

/**
 * 上一单 11-23 10:00 才还车, 上一单 11-23 10:00 还车，整备至 11-23 11:00, 下一单 11-24 10:00 取车, 维保中 … The preparation time between two
 * rentals is named where it causes the conflict, and not the rental period itself.
 */
function whyTaken(row: store.BusyRow | undefined, scene: Scene): string | null {
  if (row === undefined) return null
  const minute = (t: number) => formatMoment(t, scene.now)
  if (isCleaning(row)) return `上一单已换下此车，整备至 ${minute(row.toAt)}`
  if (row.kind !== occupancyKind.order) return `${occupancyKinds.text(row.kind)}中，不可排车`
  const { pickupAt, returnAt } = scene.asked
  if (row.onRent && row.returnAt !== null && row.returnAt <= scene.now) return '上一单超时未还'
  const end = endAt(row, scene)
  if (row.status !== null && wasReturned(row.status)) return `上一单已还车，整备至 ${minute(end)}`
  if (row.fromAt > scene.period.from) {
    const next = row.pickupAt ?? row.fromAt
    return `下一单 ${minute(next)} 取车${next >= returnAt && row.fromAt < scene.period.to ? '，之间不足整备时间' : ''}`
  }
  const back = row.returnAt ?? end
  return back <= pickupAt && end !== FOREVER
    ? `上一单 ${minute(back)} 还车，整备至 ${minute(end)}`
    : `上一单 ${minute(back)} 才还车`
}
