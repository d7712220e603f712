import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { depositKind } from '@cheyi/domain/deposit/codes'
import { isClosedHold, isCollected } from '@cheyi/domain/deposit/steps'
import { type OfferAction, offersOf, offerTarget } from '@cheyi/domain/order/actions'
import { type OrderKind, type OrderStatus, orderStatus } from '@cheyi/domain/order/codes'
import { profileOf } from '@cheyi/domain/order/kinds'
import { nextStepLine } from '@cheyi/domain/order/next-step'
import { isCancelled } from '@cheyi/domain/order/steps'
import { isOverdue } from '@cheyi/domain/order/timers'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../kernel/context.ts'
import { ms, msOrNull } from '../kernel/instant.ts'
import { modelImage } from '../model/actions.ts'
import { availableOf, depositRow, driverTask, feesOf, peopleOf, placesOf, vehicleOf } from './detail-parts.ts'
import { remarkView } from './remarks.ts'
import * as store from './store-detail.ts'
import { count as countRemarks, top as topRemarks } from './store-remarks.ts'

type Detail = OutputOf<typeof contract.order.detail>
type Head = store.HeadRow

const REMARKS_SHOWN = 3

/**
 * Everything of an order on one page, with the actions that the caller may take now.
 * @throws Refusal orderNotFound (2002) when it is none of the merchant's, out of scope, or of a kind not held
 */
export async function detail({ orderId }: { orderId: string }, ctx: Context): Promise<Detail> {
  const mayRemark = ctx.can('order.remark')
  const [read, remarks, remarkCount] = await Promise.all([
    store.readDetail(ctx, orderId),
    mayRemark ? topRemarks(ctx.query, orderId, REMARKS_SHOWN) : [],
    mayRemark ? countRemarks(ctx.query, orderId) : 0,
  ])
  const { head, parts } = read
  if (head === undefined || !ctx.can(profileOf(head.order_kind as OrderKind).pageKey))
    throw new Refusal('orderNotFound')
  const status = head.status as OrderStatus
  const { deposits } = parts

  return {
    orderId: head.id,
    orderNo: head.order_no,
    orderKind: head.order_kind as Detail['orderKind'],
    status,
    version: head.version,
    source: head.source as Detail['source'],
    channelOrderNo: head.channel_order_no,
    selfService: head.self_service,
    overdue: isOverdue(status, ms(head.return_at), head.grace_minutes, ctx.now),
    tags: head.tags,
    remark: head.remark,
    createdAt: ms(head.created_at),
    createdByName: head.created_by_name ?? '系统',
    payDeadline: msOrNull(head.pay_deadline),
    confirmDeadline: msOrNull(head.confirm_deadline),
    nextStep: nextStep(head, deposits, ctx.now),
    refundWaits: head.refund_wait,
    refundDue: head.refund_due_fen,
    actions: actionsOf(head, deposits, ctx),
    progress: progressOf(head, read.progress),
    pickupAt: ms(head.pickup_at),
    returnAt: ms(head.return_at),
    actualPickupAt: msOrNull(head.actual_pickup_at),
    actualReturnAt: msOrNull(head.actual_return_at),
    days: head.days,
    overHours: head.over_hours,
    pickupType: head.pickup_type as Detail['pickupType'],
    returnType: head.return_type as Detail['returnType'],
    ...placesOf(head),
    model: {
      modelId: head.model_id,
      name: head.model_name,
      carType: head.car_type as Detail['model']['carType'],
      energy: head.energy as Detail['model']['energy'],
      gearbox: head.gearbox as Detail['model']['gearbox'],
      seats: head.seats,
      displacement: head.displacement,
      image: modelImage(ctx, head.images),
      licenceClass: head.licence_class,
    },
    vehicle: await vehicleOf(ctx, head),
    pinned: head.pinned,
    contactName: head.contact_name,
    phone: head.contact_phone_mask,
    ...peopleOf(head, read.people),
    drivers: parts.drivers.map((task) => driverTask(head, task)),
    fees: feesOf(head, read.lines, deposits),
    settleStatus: head.settle_status as Detail['settleStatus'],
    depositStatus: head.deposit_status as Detail['depositStatus'],
    depositPayStatus: head.deposit_pay_status as Detail['depositPayStatus'],
    heldDeposit: head.held_deposit_fen,
    deposits: deposits.map(depositRow),
    agreements: parts.agreements.map(({ id, ...agreement }) => ({
      agreementId: id,
      ...agreement,
    })) as Detail['agreements'],
    records: parts.records.map(({ id, ...record }) => ({ recordId: id, ...record })) as Detail['records'],
    remarks: remarks.map((row) => remarkView(ctx, row)),
    // Violations, damage and renewals of an order come with their rooms.
    counts: { illegal: 0, damage: 0, renewal: 0, remark: remarkCount },
    cancel: isCancelled(status)
      ? {
          at: msOrNull(head.cancelled_at),
          reason: head.cancel_reason as NonNullable<Detail['cancel']>['reason'],
          by: head.cancel_by,
          note: head.cancel_note,
          penalty: head.penalty_fen,
        }
      : null,
  }
}

function nextStep(head: Head, deposits: readonly store.DepositPart[], now: number): string | null {
  const violation = deposits.find((d) => d.kind === depositKind.violation && !isClosedHold(d.holdStatus))
  return nextStepLine({
    status: head.status as OrderStatus,
    now,
    pickupAt: ms(head.pickup_at),
    returnAt: ms(head.return_at),
    graceMinutes: head.grace_minutes,
    payDeadline: msOrNull(head.pay_deadline),
    confirmDeadline: msOrNull(head.confirm_deadline),
    owedFen: head.owed_fen,
    settleStatus: head.settle_status as Detail['settleStatus'],
    violationReleaseAt: violation?.dueReleaseAt ?? null,
    refundWaits: head.refund_wait,
  })
}

function actionsOf(head: Head, deposits: readonly store.DepositPart[], ctx: Context): Detail['actions'] {
  const facts = {
    status: head.status,
    owedFen: head.owed_fen,
    refundWaits: head.refund_wait,
    heldDepositFen: head.held_deposit_fen,
    deductibleFen: deposits
      .filter((deposit) => isCollected(deposit.payStatus))
      .reduce((sum, deposit) => sum + availableOf(deposit), 0),
  }
  return offersOf(facts, ctx.identity.keys).map((offer) => {
    const { screen, danger } = target(offer.code)
    return { ...offer, screen, danger }
  })
}

const target = (code: OfferAction) => offerTarget(code) ?? { screen: null, danger: false }

/** When each stage was reached. A car that was taken off again has not been arranged. */
function progressOf(head: Head, rows: readonly store.ProgressRow[]): Detail['progress'] {
  const to = (status: OrderStatus) => rows.find((row) => row.to_status === status)
  const { submitted, confirming, confirmed, arranged } = orderStatus
  const first = (...statuses: readonly OrderStatus[]) => {
    const times = statuses.flatMap((status) => to(status)?.first_at.getTime() ?? [])
    return times.length === 0 ? null : Math.min(...times)
  }
  const arrangedAt = msOrNull(to(arranged)?.last_at ?? null)
  const backAt = msOrNull(to(confirmed)?.last_at ?? null)
  return {
    submittedAt: first(submitted, confirming, confirmed, arranged),
    confirmedAt: first(confirmed, arranged),
    arrangedAt: arrangedAt !== null && backAt !== null && backAt > arrangedAt ? null : arrangedAt,
    pickedUpAt: msOrNull(head.actual_pickup_at),
    returnedAt: msOrNull(head.actual_return_at),
    cancelledAt: msOrNull(head.cancelled_at),
  }
}
