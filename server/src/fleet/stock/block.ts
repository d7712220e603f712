import { isInService } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { type Blocked, block, postponedRange } from '@cheyi/domain/fleet/stock/block'
import { rollOverdue as roll, rollArrival } from '@cheyi/domain/fleet/stock/overdue'
import type { Occupancy, Pool } from '@cheyi/domain/fleet/stock/pool'
import { formatMoment } from '@cheyi/domain/near'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { Refusal } from '@cheyi/domain/refusal'
import { type Context, requireFound } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { openTasks } from '../../platform/todo/actions.ts'
import { lockPoolsOf, reviewPool } from './fleet/fleet.ts'
import { loseCar } from './fleet/gone.ts'
import { blockOf, endBlock, extendBlock, moveBlocks } from './fleet/store-fleet.ts'
import * as deltas from './fleet/store-moving.ts'
import { move, readPool, seizeMoved } from './pools.ts'
import { cutTurnaround, dropUnbegun, endBeforeNext, lockVehicle } from './rent/store-rent.ts'
import * as store from './store.ts'
import * as views from './view/store-view.ts'
import { bringVehicle } from './whereabouts.ts'

/*
 * A block of one vehicle: a ticket, or a stop of its sale. One function computes the effect on the orders of the
 * vehicle, for the preview as well as for the write.
 */

export interface Block {
  readonly vehicleId: string
  readonly kind: Occupancy['kind']
  /** The ticket or the stop of sale that blocks the car; a new block of the same one replaces the old. */
  readonly refId: string
  readonly from: number
  readonly to: number
  /** The store that the vehicle belongs to from `to` on: it leaves its present store at `from`. */
  readonly toStoreId?: string | null
}

const rowOf = ({ vehicleId, kind, refId, from, to, toStoreId }: Block): Occupancy & { readonly to: number } => ({
  ...(toStoreId && { leaves: true }),
  ...{ vehicleId, kind, refId, from, to },
  pinned: false,
  onRent: false,
  movable: false,
})

/** The effect of a block on a pool. @throws Refusal planPending (3107) while the plan for a hold is still being computed */
export function foresee(ctx: Context, pool: Pool, asked: Block): Blocked {
  const answer = block(pool, rowOf(asked), { elapsed: ctx.elapsed })
  if (answer === null) throw new Refusal('planPending')
  return answer
}

/** Order as shown to the person who decides about the block. */
type Brief = Awaited<ReturnType<typeof views.briefs>>[number]

/** Effect of a ticket on the orders of its car. */
export interface Effect {
  /** Orders that get other cars. */
  readonly moved: readonly Brief[]
  /** Orders whose car was chosen by hand; after a confirmation they get other cars as well. */
  readonly pinned: readonly Brief[]
  /** Orders for which no car is left. */
  readonly harmed: readonly Brief[]
}

/** Order ids by effect. */
function idsOf({ moves, pinned, harmed }: Blocked): { readonly [K in keyof Effect]: readonly string[] } {
  const lost = new Set(harmed.map(({ refId }) => refId))
  const held = pinned.map(({ refId }) => refId).filter((id) => !lost.has(id))
  return { moved: moves.map(({ refId }) => refId).filter((id) => !held.includes(id)), pinned: held, harmed: [...lost] }
}

const effectOf = async (ctx: Context, ids: ReturnType<typeof idsOf>): Promise<Effect> => ({
  moved: await views.briefs(ctx, ids.moved),
  pinned: await views.briefs(ctx, ids.pinned),
  harmed: await views.briefs(ctx, ids.harmed),
})

/** The car of a block, asked beside other first questions, and the pools that expected it; a new block has no `refId` yet. */
export const askCar = (ctx: Context, { vehicleId, refId }: Pick<Block, 'vehicleId'> & { readonly refId?: string }) =>
  ctx.elevatedAtOnce(() =>
    prefetch(Promise.all([store.vehicleById(ctx, vehicleId), refId === undefined ? [] : deltas.expecting(ctx, refId)])),
  )

/** A car that a ticket may take, its pool, and the pools that expect it now or did before. @throws Refusal notFound (-4) */
async function carOfBlock(asked: ReturnType<typeof askCar>, { toStoreId }: Block) {
  const [row, before] = await asked
  const vehicle = requireFound(row)
  if (!isInService(vehicle.lifecycle)) throw new Refusal('notFound', { field: 'vehicleId', 字段: '车辆未上架或已处置' })
  const key = { storeId: vehicle.homeStoreId, modelId: vehicle.modelId }
  const there = toStoreId ? { storeId: toStoreId, modelId: vehicle.modelId } : null
  return { vehicle, key, there, before, expects: [...(there ? [there] : []), ...before] }
}

/** Obstacles that no confirmation overrides. @throws Refusal ticketVehicleRented (7001), ticketVehicleHasTicket (7002) */
async function refuseTaken(ctx: Context, { rented, tickets }: Blocked): Promise<void> {
  const [out] = rented
  if (out !== undefined) {
    const [held] = await ctx.query<{ returnAt: number }>(
      `select return_at from occupancy where ref_id = $1 and kind = ${occupancyKind.order} and active`,
      [out.refId],
    )
    const due = held?.returnAt ?? ctx.now
    const t = `${formatMoment(due, ctx.now)}${due < ctx.now ? '（超时未还）' : ''}`
    throw new Refusal('ticketVehicleRented', { t, field: 'vehicleId' })
  }
  const [other] = tickets
  if (other === undefined) return
  const [row] = await ctx.query<{ no: string }>('select no from ticket where id = $1', [other.refId])
  throw new Refusal('ticketVehicleHasTicket', { field: 'vehicleId', no: row?.no ?? '' })
}

/** Preview of a ticket; nothing is written. @throws Refusal as {@link blockVehicle}, except those about orders */
export const foreseeBlock = (ctx: Context, asked: Block): Promise<Effect> =>
  ctx.elevated(async () => {
    const { key } = await carOfBlock(askCar(ctx, asked), asked)
    const settings = settingsOf(ctx, key.storeId)
    const blocked = foresee(ctx, await readPool(ctx, key, Math.min(ctx.now, asked.from), settings), asked)
    await refuseTaken(ctx, blocked)
    return effectOf(ctx, idsOf(blocked))
  })

/**
 * Blocks a vehicle for a ticket, replacing the previous block of the ticket. Orders on it move to other vehicles.
 * Orders that were put there by hand move only with `confirm`; orders without another vehicle lose theirs only with
 * `force`, and become conflicts.
 * @throws Refusal ticketVehicleRented (7001), ticketVehicleHasTicket (7002), ticketHarmsOrders (7003) with the orders,
 * planPending (3107), notFound (-4)
 */
export const blockVehicle = (
  ctx: Context,
  asked: Block,
  { confirm, force }: { readonly confirm: boolean; readonly force: boolean },
  car = askCar(ctx, asked),
): Promise<Effect> =>
  ctx.elevated(async () => {
    const { vehicle, key, there, before, expects } = await carOfBlock(car, asked)
    lockPoolsOf(ctx, [key, ...expects])
    lockVehicle(ctx, asked.vehicleId)
    const theirs = expects.map(({ storeId }) => prefetch(settingsOf(ctx, storeId)))
    // A store that expected the car no longer does, or only later: orders that wait for it there need another car.
    const notBefore = ({ storeId }: store.PoolKey) => (storeId === there?.storeId ? asked.to : null)
    const [pool, waiting] = await Promise.all([
      readPool(ctx, key, Math.min(ctx.now, asked.from), settingsOf(ctx, key.storeId)),
      Promise.all(expects.map((pool) => deltas.waitingBefore(ctx, pool, asked.vehicleId, notBefore(pool)))),
    ])
    const blocked = foresee(ctx, pool, asked)
    await refuseTaken(ctx, blocked)
    const ids = idsOf(blocked)
    const n = ids.pinned.length + ids.harmed.length
    // Orders that first lose a car chosen by hand are locked there, and read again before they move.
    const seized = n === 0 ? seizeMoved(ctx, blocked.moves) : undefined
    const effect = await effectOf(ctx, ids)
    if ((n > 0 && !confirm) || (ids.harmed.length > 0 && !force))
      throw new Refusal('ticketHarmsOrders', { n, pinned: effect.pinned, harmed: effect.harmed })
    const lost = await loseCar(ctx, [...ids.pinned, ...ids.harmed], { key, vehicleId: asked.vehicleId })
    // An order that was cancelled in the meantime needs no car.
    const harmed = lost.flatMap(({ id }) => (ids.harmed.includes(id) ? [id] : []))
    cutTurnaround(ctx, asked.vehicleId, asked.from)
    store.deactivate(ctx, asked.kind, asked.refId)
    const { kind, refId, vehicleId, from, to } = asked
    for (const [i, ids] of waiting.entries()) await loseCar(ctx, ids, { key: expects[i]!, vehicleId })
    store.insertOccupancy(ctx, { ...key, vehicleId, kind, refId, fromAt: from, toAt: to, oneWay: there !== null })
    if (before.length > 0) store.removeDeltas(ctx, refId, 'relocation')
    if (there !== null) {
      store.insertDelta(ctx, { ...key, at: from, delta: -1, vehicleId, refId }, 'relocation')
      store.insertDelta(ctx, { ...there, at: to, delta: 1, vehicleId, refId }, 'relocation')
    }
    await move(ctx, blocked.moves, seized)
    await openTasks(
      ctx,
      harmed.map((orderId) => ({
        kind: taskKind.conflict,
        noCar: true,
        refId: orderId,
        orderId,
        storeId: key.storeId,
        detail: { ticketId: refId, plate: vehicle.plate },
      })),
    )
    // Reviewed at once: the query also reads the row of the ticket that was just written.
    for (const [i, pool] of expects.entries()) await reviewPool(ctx, pool, await theirs[i]!)
    return effect
  })

/**
 * Moves a block that has not begun to the first time after its begin when the vehicle is free or its orders can move to
 * other vehicles. Null when there is no such time soon; nothing changes then.
 */
export const postpone = (ctx: Context, asked: Block): Promise<(Effect & Pick<Block, 'from' | 'to'>) | null> =>
  ctx.elevated(async () => {
    const { key, expects } = await carOfBlock(askCar(ctx, asked), asked)
    lockPoolsOf(ctx, [key, ...expects])
    const pool = await readPool(ctx, key, ctx.now, settingsOf(ctx, key.storeId))
    const time = postponedRange(pool, rowOf(asked), { elapsed: ctx.elapsed })
    if (time === null) return null
    return { ...time, ...(await blockVehicle(ctx, { ...asked, ...time }, { confirm: false, force: false })) }
  })

/** A planned move to another store was cancelled or is done. */
export const forgetMove = (ctx: Context, { vehicleId, refId }: Pick<Block, 'vehicleId' | 'refId'>) =>
  ctx.elevated(async () => {
    const expects = await deltas.expecting(ctx, refId)
    if (expects.length === 0) return
    store.lockPools(ctx, expects)
    for (const pool of expects)
      await loseCar(ctx, await deltas.waitingBefore(ctx, pool, vehicleId, null), { key: pool, vehicleId })
    store.removeDeltas(ctx, refId, 'relocation')
    for (const pool of expects) await reviewPool(ctx, pool, await settingsOf(ctx, pool.storeId))
    moveBlocks(ctx, vehicleId)
  })

/** A vehicle has left for the other store: its own blocks count in the pool of that store from now on. */
export const moveAway = (ctx: Context, vehicleId: string): Promise<void> =>
  ctx.elevated(async () => moveBlocks(ctx, vehicleId))

/** A vehicle has arrived at the other store, whether it belongs there from now on or not. The block of the ticket ends now. */
export const arrive = (
  ctx: Context,
  { vehicleId, kind, refId }: Pick<Block, 'vehicleId' | 'kind' | 'refId'>,
  where: { readonly storeId: string; readonly changesHome: boolean },
): Promise<void> =>
  ctx.elevated(async () => {
    const vehicle = requireFound(await store.vehicleById(ctx, vehicleId))
    const { modelId } = vehicle
    const home = { storeId: vehicle.homeStoreId, modelId }
    lockPoolsOf(ctx, where.changesHome ? [home, { ...home, storeId: where.storeId }] : [home])
    lockVehicle(ctx, vehicleId)
    endBlock(ctx, kind, refId)
    deltas.consume(ctx, refId)
    bringVehicle(ctx, vehicleId, where)
    if (where.changesHome) moveBlocks(ctx, vehicleId)
  })

/** The block of a ticket ends now; a block that has not begun is removed. */
export const freeVehicle = (ctx: Context, { kind, refId }: Pick<Block, 'kind' | 'refId'>, begun: boolean): void =>
  begun ? endBlock(ctx, kind, refId) : store.deactivate(ctx, kind, refId)

/**
 * A running ticket that is past its plan blocks its car until `to`: later orders move to other cars where possible.
 * Where an order cannot move, the block ends at its begin, and the order becomes a conflict that names the car.
 */
export const prolongBlock = (
  ctx: Context,
  asked: Pick<Block, 'vehicleId' | 'kind' | 'refId'> & { readonly to: number },
) =>
  ctx.elevated(async () => {
    const vehicle = requireFound(await store.vehicleById(ctx, asked.vehicleId))
    const key = { storeId: vehicle.homeStoreId, modelId: vehicle.modelId }
    const settings = await settingsOf(ctx, key.storeId)
    const [there] = await deltas.expecting(ctx, asked.refId)
    lockPoolsOf(ctx, there ? [key, there] : [key])
    const held = await blockOf(ctx, asked.kind, asked.refId)
    if (held === undefined || held.toAt >= asked.to) return
    dropUnbegun(ctx, asked.vehicleId)
    const pool = await readPool(ctx, there ?? key, there ? ctx.now : held.fromAt, settings)
    const row = rowOf({ ...asked, from: held.fromAt, to: held.toAt })
    const rolled = there
      ? rollArrival(pool, row, asked.to, { elapsed: ctx.elapsed })
      : roll(pool, row, asked.to, { elapsed: ctx.elapsed })
    await move(ctx, rolled.moves)
    const { to, hit } = await endBeforeNext(ctx, { ...asked, toAt: held.toAt }, rolled)
    if (there) deltas.shift(ctx, asked.refId, asked.to)
    extendBlock(ctx, asked.kind, asked.refId, to)
    await openTasks(
      ctx,
      hit
        .filter(({ kind }) => kind === occupancyKind.order)
        .map(({ refId: orderId }) => ({
          kind: taskKind.conflict,
          noCar: true,
          refId: orderId,
          orderId,
          storeId: (there ?? key).storeId,
          detail: { ticketId: asked.refId, plate: vehicle.plate },
        })),
    )
  })
