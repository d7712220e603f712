import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { cancelReason } from '@cheyi/domain/booking/order/codes'
import { awaitsCar, type OrderAction, orderSteps } from '@cheyi/domain/booking/order/steps'
import { Refusal } from '@cheyi/domain/refusal'
import { keyOf } from '@cheyi/domain/step'
import {
  lockOrder,
  logOrder,
  logStep,
  notifyCustomer,
  type OrderRow,
  queueMessage,
  readScene,
  updateOrder,
} from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { prefetch } from '../../../kernel/db/prefetch.ts'
import { giveBackCredit, resumeReleases } from '../../../money/deposit/actions.ts'
import {
  finishWhenPaidBack,
  receivePlatform,
  recordOfflineRefunds,
  retryRefunds,
} from '../../../money/payment/actions.ts'
import { refuseSuspended } from '../../../platform/merchant/actions.ts'
import { callOff } from '../cancel/cancel.ts'
import { holdsCapacity } from '../cancel/store-cancel.ts'
import { modify } from './trip.ts'
import { pickupToUndo, returnToUndo, takeBacks, type UndoFound } from './undo.ts'

type Input = ParsedOf<typeof contract.order.updateStatus>

/**
 * Steps of an order that need at most a reason or a quote and no form: accept, refuse, modify, retry a refund, undo a
 * handover. Each step has its own permission.
 * @throws Refusal forbidden (-3), merchantSuspended (1017), orderStatusRefuses and undoFollowed (2001), undoExpired (2007),
 *   noVehicleLeft (3101), beyondRefundable (4010), amountWrong (4002), stale (-5); modify: as there
 */
export async function updateStatus(input: Input, ctx: Context) {
  const move = moveOf(input)
  // The account that booked the order may modify it for a while without the permission, which is checked under the lock of
  // the order.
  if (move !== 'modify') ctx.require(keyOf(orderSteps, move))
  if (move !== 'retryRefund') refuseSuspended(ctx)
  const locked = lockOrder(ctx, input.orderId, input.version)
  const holds = move === 'accept' ? prefetch(holdsCapacity(ctx, input.orderId)) : undefined
  return { letGo: null, ...(await moves[move](ctx, await locked, input, holds)) }
}

type Move = Extract<OrderAction, 'accept' | 'refuse' | 'modify' | 'retryRefund' | 'undoPickup' | 'undoReturn'>

function moveOf({ status, action }: Input): Move {
  if (action !== undefined) return action
  return status !== undefined && awaitsCar(status) ? 'accept' : 'refuse'
}

/** A handover from before the previous state was stored cannot be undone and is treated as too old. */
const nothingKept = { now: 1, confirmedAt: 0, undoMinutes: 0, followed: null, vehicleStillFree: true }

/** @param holds whether the order holds a car, which an acceptance asks beside the lock */
type Made = (ctx: Context, order: OrderRow, input: Input, holds?: Promise<boolean>) => Promise<OrderRow>

const moves: Readonly<Record<Move, Made>> = {
  async accept(ctx, order, _, holds) {
    const status = advance(orderSteps, 'accept', order.status)
    if (!(await holds)) throw new Refusal('noVehicleLeft')
    const scene = prefetch(readScene(ctx, order))
    const accepted = updateOrder(ctx, order, { status, confirmDeadline: null, platformFen: 0 })
    logOrder(ctx, order, { action: 'accept', to: status })
    await receivePlatform(ctx, order.id, order.platformFen)
    queueMessage(ctx, await scene, accepted, 'confirmed')
    ctx.audit({ targetType: 'order', targetId: order.id, before: { status: order.status }, after: { status } })
    return accepted
  },

  async refuse(ctx, order, { reason }) {
    const { order: refused } = await callOff(ctx, order, {
      action: 'refuse',
      status: advance(orderSteps, 'refuse', order.status),
      reason: cancelReason.noVehicle,
      by: 'merchant',
      note: reason ?? '',
      penalty: 0,
      penaltyFromDeposit: false,
    })
    return refused
  },

  modify: (ctx, order, { quoteId }) => modify(ctx, order, quoteId!),

  async undoPickup(ctx, order, { reason }) {
    const found = await pickupToUndo(ctx, order.id)
    const status = advance(orderSteps, 'undoPickup', order.status, found?.facts ?? nothingKept)
    return undoHandover(ctx, order, { action: 'undoPickup', status, reason: reason!, found: found! })
  },

  async undoReturn(ctx, order, { reason }) {
    const found = await returnToUndo(ctx, order.id)
    const status = advance(orderSteps, 'undoReturn', order.status, found?.facts ?? nothingKept)
    return undoHandover(ctx, order, { action: 'undoReturn', status, reason: reason!, found: found! })
  },

  async retryRefund(ctx, order, { voucherIds = [], payWay, slipNo, expectAmount }) {
    advance(orderSteps, 'retryRefund', order.status)
    // A credit whose refund was not started yet is refunded together with the pending refunds.
    const paidOut = voucherIds.length > 0
    const { credit } = await giveBackCredit(ctx, order, { paidOut })
    if (!paidOut) {
      await resumeReleases(ctx, order.id)
      await retryRefunds(ctx, order.id, credit > 0)
      logOrder(ctx, order, { action: 'retryRefund' })
      ctx.audit({ targetType: 'order', targetId: order.id })
      return order
    }
    const amount = await recordOfflineRefunds(ctx, order, { voucherIds, payWay, slipNo }, expectAmount)
    const log = await logStep(ctx, order, { action: 'retryRefund', detail: { amount } })
    await notifyCustomer(ctx, order, 'refunded', { ref: log, amount })
    ctx.audit({ targetType: 'order', targetId: order.id, after: { refunded: amount, payWay } })
    return finishWhenPaidBack(ctx, order)
  },
}

interface Undoing {
  readonly action: 'undoPickup' | 'undoReturn'
  readonly status: OrderRow['status']
  readonly reason: string
  readonly found: UndoFound
}

/** Undoes a handover; its history and the log record this. */
async function undoHandover(
  ctx: Context,
  order: OrderRow,
  { action, status, reason, found }: Undoing,
): Promise<OrderRow> {
  const back = await takeBacks[action]!(ctx, order, found, status)
  logOrder(ctx, order, { action, to: status, detail: { plate: order.plate, reason } })
  const { actualPickupAt, actualReturnAt } = order
  ctx.audit({
    targetType: 'order',
    targetId: order.id,
    before: { status: order.status, actualPickupAt, actualReturnAt },
    after: { status, reason },
  })
  return back
}
