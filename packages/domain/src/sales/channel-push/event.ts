import { type OrderStatus, orderStatus, orderStatuses } from '../../booking/order/codes.ts'
import { isCancelled, isCancelling } from '../../booking/order/steps.ts'
import { type DeductResult, type DepositKind, depositKinds } from '../../money/deposit/codes.ts'
import {
  platformDeductStateOf,
  platformDeductStates,
  platformTakenFen,
  type StoredDeduction,
} from '../../money/deposit/platform-deduct.ts'
import { type Instant, toIso } from '../../time.ts'

/*
 * Messages to a channel about its orders. A row of the outbox says how the order was before and after a transaction; the
 * type and the content of the message follow from it, so that a repeated message and a read of the events are the same.
 */

export const channelEventTypes = [
  'order.confirmed',
  'order.refused',
  'order.cancelled',
  'order.amended',
  'order.picked_up',
  'order.returned',
  'order.renewed',
  'order.violation',
  'order.deduction',
] as const
export type ChannelEventType = (typeof channelEventTypes)[number]

/** What an address gets: events of orders, the state of stock and prices, and a test. */
export const channelMessageTypes = [...channelEventTypes, 'stock.updated', 'test'] as const
export type ChannelMessageType = (typeof channelMessageTypes)[number]

/** Names for the merchant. */
export const channelMessageNames: Readonly<Record<ChannelMessageType, string>> = {
  'order.confirmed': '订单确认',
  'order.refused': '订单拒绝',
  'order.cancelled': '订单取消',
  'order.amended': '订单变更',
  'order.picked_up': '取车',
  'order.returned': '还车',
  'order.renewed': '续租',
  'order.violation': '违章',
  'order.deduction': '平台扣款',
  'stock.updated': '库存与价格',
  test: '测试',
}

/** An order as its transaction left it, without personal data; and of a violation what it is about. */
export interface OrderState {
  readonly channelOrderNo: string
  readonly orderNo: string
  readonly status: OrderStatus
  readonly cancelBy: string | null
  readonly storeId: string
  readonly returnStoreId: string
  readonly modelId: string
  readonly pickupAt: Instant
  readonly returnAt: Instant
  readonly actualPickupAt: Instant | null
  readonly actualReturnAt: Instant | null
  readonly totalFen: number
  readonly penaltyFen: number
  readonly cancelledAt: Instant | null
  readonly violationId?: string
  readonly occurAt?: Instant
  readonly act?: string
  readonly points?: number
  /** null: not known. */
  readonly fineFen?: number | null
  /** The violation is void, or belongs to another order after all. */
  readonly withdrawn?: boolean
  /** A request for a part of a deposit that the platform holds. */
  readonly deductionId?: string
  readonly depositKind?: DepositKind
  readonly askedFen?: number
  readonly amountFen?: number
  readonly result?: DeductResult | null
}

export interface EventFacts {
  readonly orderId: string
  readonly renewalId: string | null
  /** null: the order is new to the channel. */
  readonly was: OrderStatus | null
  readonly data: OrderState
}

const s = orderStatus
const isOff = (status: OrderStatus | null): boolean => status !== null && (isCancelling(status) || isCancelled(status))

export function eventTypeOf({ was, renewalId, data }: EventFacts): ChannelEventType {
  const { status, cancelBy } = data
  if (data.violationId !== undefined) return 'order.violation'
  if (data.deductionId !== undefined) return 'order.deduction'
  if (renewalId !== null) return 'order.renewed'
  if (status === was) return 'order.amended'
  if (isOff(status)) {
    if (isOff(was)) return 'order.amended'
    const byMerchant = cancelBy === 'merchant' || cancelBy === 'system'
    return was === s.confirming && byMerchant ? 'order.refused' : 'order.cancelled'
  }
  if (status === s.confirmed && (was === null || was < s.confirmed)) return 'order.confirmed'
  if (status === s.pickedUp && was !== s.returned) return 'order.picked_up'
  return status === s.returned ? 'order.returned' : 'order.amended'
}

const isoOrNull = (instant: Instant | null) => (instant === null ? null : toIso(instant))

/** The content of an event, in the words of the open API's order. */
export const eventData = ({ orderId, renewalId, data }: EventFacts) => ({
  channelOrderNo: data.channelOrderNo,
  orderId,
  orderNo: data.orderNo,
  status: data.status,
  statusName: orderStatuses.text(data.status),
  storeId: data.storeId,
  returnStoreId: data.returnStoreId,
  modelId: data.modelId,
  pickupAt: toIso(data.pickupAt),
  returnAt: toIso(data.returnAt),
  actualPickupAt: isoOrNull(data.actualPickupAt),
  actualReturnAt: isoOrNull(data.actualReturnAt),
  totalFen: data.totalFen,
  penaltyFen: data.penaltyFen,
  cancelledAt: isoOrNull(data.cancelledAt),
  renewalId,
  violation:
    data.violationId === undefined
      ? null
      : {
          violationId: data.violationId,
          occurAt: toIso(data.occurAt!),
          act: data.act!,
          points: data.points!,
          fineFen: data.fineFen ?? null,
          withdrawn: data.withdrawn!,
        },
  deduction:
    data.deductionId === undefined
      ? null
      : deductionData({
          id: data.deductionId,
          kind: data.depositKind!,
          askedFen: data.askedFen!,
          amountFen: data.amountFen!,
          result: data.result ?? null,
        }),
})

/** A request for a part of a deposit, as its platform sees it. */
export function deductionData({
  id,
  kind,
  ...stored
}: StoredDeduction & { readonly id: string; readonly kind: DepositKind }) {
  const state = platformDeductStateOf(stored)
  return {
    deductionId: id,
    kind,
    kindName: depositKinds.text(kind),
    askedFen: stored.askedFen,
    takenFen: platformTakenFen(stored),
    state,
    stateName: platformDeductStates.text(state),
  }
}
