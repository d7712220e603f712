import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { hasCar, orderSteps } from '@cheyi/domain/booking/order/steps'
import { isInService } from '@cheyi/domain/fleet/inventory/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { lockOrder, logOrder, type OrderRow, updateOrder } from '../../booking/order/actions.ts'
import { askVehicle, type Moved, placeOrder, placeSoftly, stopVehicle, swapOrder } from '../../fleet/stock/actions.ts'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { isOpenStore, recordSwap } from '../pickup-return/actions.ts'
import { refuseOpen } from '../renewal/actions.ts'
import { seesStore } from './available.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.arrange.plan>
type Output = OutputOf<typeof contract.arrange.plan>

/**
 * Assigns a vehicle to an order by hand, unassigns it, or swaps the one that is on rent.
 * @throws Refusal upgradeNeedsConsent (3103), vehicleTaken (3104), noVehicleLeft (3101), orderStatusRefuses (2001)
 */
export const planVehicle: HandlerOf<'arrange', 'plan'> = async (input, ctx) => {
  const locked = lockOrder(ctx, input.orderId, input.version)
  if (input.vehicleId === null) return unarrange(ctx, await locked)
  const own = prefetch(store.byId(ctx, input.vehicleId))
  const asked = askVehicle(ctx, input.vehicleId)
  const order = await locked
  const vehicle = requireFound((await own) ?? (await carToArrange(ctx, input.vehicleId, order.storeId)))
  if (!isInService(vehicle.lifecycle)) throw new Refusal('vehicleTaken', { why: '车辆未上架' })
  if (vehicle.modelId !== order.modelId && !input.upgrade) throw new Refusal('upgradeNeedsConsent')
  return input.swap === undefined ? arrange(ctx, order, input, asked) : swap(ctx, order, input)
}

/** A car that is expected at the order's store still belongs to another store, which the caller need not see. */
const carToArrange = async (ctx: Context, vehicleId: string, storeId: string) =>
  seesStore(ctx, storeId) ? await ctx.elevated(() => store.byIdNear(ctx, vehicleId, storeId)) : undefined

async function arrange(
  ctx: Context,
  order: OrderRow,
  input: Input,
  vehicle: ReturnType<typeof askVehicle>,
): Promise<Output> {
  const status = advance(orderSteps, 'arrange', order.status)
  const chosen = { vehicleId: input.vehicleId!, vehicle, pinned: input.pinned }
  const placed = await placeOrder(ctx, { order, ...chosen, sells: false })
  const after = updateOrder(ctx, order, {
    status,
    vehicleId: placed.vehicleId,
    plate: placed.plate,
    pinned: input.pinned,
  })
  logOrder(ctx, order, {
    action: 'arrange',
    to: status,
    detail: {
      // Until now the car was only reserved for the order, which was not announced.
      from: hasCar(order.status) ? order.plate : null,
      plate: placed.plate,
      pinned: input.pinned,
      upgrade: input.upgrade,
      moved: movesWithoutNames(placed.moved),
    },
  })
  ctx.audit({
    targetType: 'order',
    targetId: order.id,
    before: { plate: order.plate, pinned: order.pinned },
    after: { plate: placed.plate, pinned: input.pinned },
  })
  return answer(after, placed.moved)
}

async function unarrange(ctx: Context, order: OrderRow): Promise<Output> {
  const status = advance(orderSteps, 'unarrange', order.status)
  const soft = await placeSoftly(ctx, order)
  const after = updateOrder(ctx, order, {
    status,
    vehicleId: soft?.vehicleId ?? null,
    plate: soft?.plate ?? null,
    pinned: false,
  })
  logOrder(ctx, order, {
    action: 'unarrange',
    to: status,
    detail: { from: order.plate, moved: movesWithoutNames(soft?.moved ?? []) },
  })
  ctx.audit({ targetType: 'order', targetId: order.id, before: { plate: order.plate }, after: { plate: null } })
  return answer(after, soft?.moved ?? [])
}

/** Swaps a car that is on rent for another one, with the readings of both; the rental continues. */
async function swap(ctx: Context, order: OrderRow, input: Input): Promise<Output> {
  const status = advance(orderSteps, 'swap', order.status)
  // An open renewal reserves its time on the car that is on rent.
  await refuseOpen(ctx, order.id)
  const swapped = await swapOrder(ctx, order, {
    vehicleId: input.vehicleId!,
    dueAt: input.swap!.dueAt,
    broughtTo: await requireDropStore(ctx, input.swap!.old.storeId),
  })
  const after = updateOrder(ctx, order, { vehicleId: swapped.vehicleId, plate: swapped.plate, pinned: true })
  const agreementId = await recordSwap(ctx, order, after, input.swap!)
  if (input.swap!.stop) await stopVehicle(ctx, order.vehicleId!, `换车：${input.swap!.reason}`.slice(0, 200))
  logOrder(ctx, order, {
    action: 'swap',
    to: status,
    detail: {
      from: order.plate,
      plate: swapped.plate,
      reason: input.swap!.reason,
      dueAt: input.swap!.dueAt,
      type: handoverType.pickup,
    },
  })
  ctx.audit({
    targetType: 'order',
    targetId: order.id,
    before: { plate: order.plate },
    after: { plate: swapped.plate, reason: input.swap!.reason },
  })
  return answer(after, swapped.moved, agreementId)
}

/** The store where a swapped car was left, if one was named. @throws Refusal notFound (-4) for a store that is not open */
async function requireDropStore(ctx: Context, storeId: string | undefined): Promise<string | undefined> {
  if (storeId !== undefined && !(await isOpenStore(ctx.db, storeId)))
    throw new Refusal('notFound', { field: 'swap.old.storeId' })
  return storeId
}

/** The moves for the history: names of customers are not copied there, where a deletion of the customer would miss them. */
const movesWithoutNames = (moved: readonly Moved[]) =>
  moved.map(({ orderId, orderNo, from, to }) => ({ orderId, orderNo, from, to }))

/** `moved` names plates; for orders of other stores only the order number is returned. */
const answer = (
  { status, version, vehicleId, plate }: OrderRow,
  moved: readonly Output['moved'][number][],
  agreementId: string | null = null,
): Output => ({ status, version, vehicleId, plate, moved: [...moved], agreementId })
