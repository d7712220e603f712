import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { awaitsAcceptance, isCancelled } from '@cheyi/domain/booking/order/steps'
import { platformHeldFen } from '@cheyi/domain/money/debt/due'
import { receivedFen } from '@cheyi/domain/money/debt/paid'
import { type DepositKind, depositKind, waiveType } from '@cheyi/domain/money/deposit/codes'
import { isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { pick } from '@cheyi/domain/pick'
import { DAY, toIso } from '@cheyi/domain/time'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { type DepositRow, depositsOf } from '../../money/deposit/actions.ts'

/** From this time before the pickup on, a channel sees the whole plate. */
const PLATE_AHEAD = DAY

export const isoOrNull = (instant: number | null) => (instant === null ? null : toIso(instant))

/** 沪A·D6J19 → 沪A***19 */
export const maskPlate = (plate: string): string => `${plate.slice(0, 2)}***${plate.slice(-2)}`

export const plateForChannel = ({ now }: Context, pickupAt: number, plate: string | null): string | null =>
  plate === null || now >= pickupAt - PLATE_AHEAD ? plate : maskPlate(plate)

/** Who is responsible for a deposit: from its row, or from the terms of the order while no amount is set. */
function depositForChannel(order: OrderRow, rows: readonly DepositRow[], kind: DepositKind) {
  const row = rows.find((one) => one.kind === kind)
  const type = row === undefined ? order.depositPolicySnapshot.platform?.[kind] : row.waiveType
  const by = type === waiveType.platform ? 'waived' : type === waiveType.platformHeld ? 'held' : 'store'
  const asked = row !== undefined && isUnpaidDeposit(row.payStatus) && !isCancelled(order.status)
  return { by, dueFen: asked ? row.amountFen : 0 } as const
}

/** An order as its channel sees it, without names and phone numbers. */
export async function orderForChannel(ctx: Context, order: OrderRow) {
  const deposits = await depositsOf(ctx, order.id)
  return {
    channelOrderNo: order.channelOrderNo ?? '',
    ...pick(order, 'orderNo', 'status', 'storeId', 'returnStoreId', 'modelId', 'totalFen'),
    orderId: order.id,
    statusName: orderStatuses.text(order.status),
    pickupAt: toIso(order.pickupAt),
    returnAt: toIso(order.returnAt),
    actualPickupAt: isoOrNull(order.actualPickupAt),
    actualReturnAt: isoOrNull(order.actualReturnAt),
    plate: plateForChannel(ctx, order.pickupAt, order.plate),
    paidFen: receivedFen(order) + platformHeldFen(order),
    penaltyFen: order.penaltyFen ?? 0,
    deposits: {
      rental: depositForChannel(order, deposits, depositKind.rental),
      violation: depositForChannel(order, deposits, depositKind.violation),
    },
    confirmBy: awaitsAcceptance(order.status) ? isoOrNull(order.confirmDeadline) : null,
    cancelledAt: isoOrNull(order.cancelledAt),
  }
}
