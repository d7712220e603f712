import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { offersOf } from '@cheyi/domain/booking/order/actions'
import { type OrderStatus, orderStatus } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { nextStepLine } from '@cheyi/domain/booking/order/next-step'
import { type OfferAction, offerTarget } from '@cheyi/domain/booking/order/offers'
import { asksInstalments, isCancelled, orderSteps, wasPickedUp, wasReturned } from '@cheyi/domain/booking/order/steps'
import { endsLater, isOverdue } from '@cheyi/domain/booking/order/timers'
import { openFen } from '@cheyi/domain/money/debt/due'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { isClosedHold, openLater } from '@cheyi/domain/money/deposit/status'
import { Refusal, refusalMessage } from '@cheyi/domain/refusal'
import { earlyEndDates } from '@cheyi/domain/rental/instalment/agreed-end'
import { keyOf } from '@cheyi/domain/step'
import { localDate } from '@cheyi/domain/time'
import { modelImage } from '../../../fleet/model/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { remarkView } from '../log/remarks.ts'
import { count as countRemarks, top as topRemarks } from '../log/store-remarks.ts'
import { isOwnFresh } from '../modify/amend.ts'
import { pickupToUndo, returnToUndo, type UndoFound } from '../modify/undo.ts'
import {
  availableOf,
  depositRow,
  driverTask,
  feesOf,
  openWriteOffOf,
  peopleOf,
  placesOf,
  vehicleOf,
} from './detail-parts.ts'
import { lateBefore } from './late-risk.ts'
import * as store from './store-detail.ts'

type Detail = OutputOf<typeof contract.order.detail>
type Head = store.HeadRow

const REMARKS_SHOWN = 3

/**
 * All data of an order for its page, with the actions that the caller may take now.
 * @throws Refusal orderNotFound (2002) when the order belongs to another merchant, is out of scope, or is of a kind that the
 *   caller may not see
 */
export async function detail({ orderId }: { orderId: string }, ctx: Context): Promise<Detail> {
  const mayRemark = ctx.can('order.remark')
  const [read, before, remarks, remarkCount] = await Promise.all([
    store.readDetail(ctx, orderId),
    lateBefore(ctx, orderId),
    mayRemark ? topRemarks(ctx.query, orderId, REMARKS_SHOWN) : [],
    mayRemark ? countRemarks(ctx.query, orderId) : 0,
  ])
  const { head, parts } = read
  if (head === undefined || !ctx.can(profileOf(head.orderKind).pageKey)) throw new Refusal('orderNotFound')
  const status = head.status
  const undo = await undoInTime(ctx, head)
  const { deposits } = parts

  return {
    ...head,
    orderId: head.id,
    overdue: !head.handedIn && isOverdue(status, head.returnAt, head.graceMinutes, ctx.now),
    createdByName: head.createdByName ?? '系统',
    nextStep: nextStep(head, deposits, ctx.now),
    pendingRefunds: head.pendingRefund,
    refundDue: head.refundDueFen,
    actions: actionsOf(head, { deposits, writtenOffFen: openWriteOffOf(read.lines), undo }, ctx),
    undo: undo && { until: undo.until, items: [...undo.items] },
    progress: progressOf(head, read.progress),
    ...placesOf(head),
    model: {
      ...head,
      name: head.modelName,
      image: modelImage(ctx, head.images),
    },
    vehicle: await vehicleOf(ctx, head),
    before,
    phone: head.contactPhoneMask,
    ...peopleOf(head, read.people),
    drivers: parts.drivers.map((task) => driverTask(head, task)),
    fees: feesOf(head, read.lines, {
      seesLines: (['order.fee', 'order.pickup', 'order.return'] as const).some((key) => ctx.can(key)),
      seesMoney: ctx.can('data.money'),
    }),
    heldDeposit: head.heldDepositFen,
    depositLater: openLater(deposits, head.violationAt, status),
    deposits: deposits.map((row) => depositRow(head, row)),
    agreements: parts.agreements.map((row) => ({ ...row, agreementId: row.id })),
    records: parts.records.map((row) => ({ ...row, recordId: row.id })),
    remarks: remarks.map((row) => remarkView(ctx, row)),
    expectedDamage: head.expectedDamageFen,
    chargedDamage: head.chargedDamageFen,
    counts: {
      violation: head.violations,
      openViolation: head.openViolations,
      damage: head.damages,
      renewal: head.renewals,
      remark: remarkCount,
    },
    cancel: isCancelled(status)
      ? {
          at: head.cancelledAt,
          reason: head.cancelReason,
          by: head.cancelBy,
          note: head.cancelNote,
          penalty: head.penaltyFen,
        }
      : null,
  }
}

function nextStep(head: Head, deposits: readonly store.DepositPart[], now: number): string | null {
  const violation = deposits.find((d) => d.kind === depositKind.violation && !isClosedHold(d.holdStatus))
  return nextStepLine({
    ...head,
    owedFen: openFen(head),
    now,
    violationReleaseAt: violation?.dueReleaseAt ?? null,
    pendingRefunds: head.pendingRefund,
  })
}

/** The handover that can be undone now; null when it is too old. Queried only for orders that were picked up. */
async function undoInTime(ctx: Context, { id, status }: Head): Promise<UndoFound | null> {
  if (!wasPickedUp(status) || !ctx.can(keyOf(orderSteps, 'undoPickup'))) return null
  const found = await (wasReturned(status) ? returnToUndo : pickupToUndo)(ctx, id)
  return found !== null && ctx.now <= found.until ? found : null
}

const undoFacts = (status: number, { facts }: UndoFound) =>
  wasReturned(status) ? { undoReturn: { vehicleStillFree: true, ...facts } } : { undoPickup: facts }

interface Parts {
  readonly deposits: readonly store.DepositPart[]
  readonly writtenOffFen: number
  readonly undo: UndoFound | null
}

function actionsOf(head: Head, { deposits, writtenOffFen, undo }: Parts, ctx: Context) {
  const facts = {
    ...head,
    owedFen: openFen(head),
    pendingRefunds: head.pendingRefund,
    detail: true as const,
    ownFresh: isOwnFresh(ctx, head),
    writtenOffFen,
    carOut: head.carOut !== null,
    instalmentDue: head.nextDueOn !== null && asksInstalments(head.status) && head.nextDueOn <= localDate(ctx.now),
    endsLater: endsLater(head.orderKind, head.returnAt, ctx.now),
    renews: !head.endAgreed,
    endsEarly:
      !head.endAgreed &&
      profileOf(head.orderKind).earlyEnd === 'terminate' &&
      earlyEndDates(head.returnAt, ctx.now) !== null,
    late: profileOf(head.orderKind).counts === 'hours' && ctx.now > head.returnAt,
    ...(undo && undoFacts(head.status, undo)),
    deductibleFen: deposits.reduce((sum, deposit) => sum + availableOf(deposit), 0),
  }
  return offersOf(facts, ctx.identity.keys).map(({ block, ...offer }) => ({
    ...offer,
    ...target(offer.code),
    enabled: block === null,
    why: block && refusalMessage(block.key, block.detail),
  }))
}

const target = (code: OfferAction) => offerTarget(code) ?? { screen: null, danger: false }

/** When each stage was reached. An order whose car was unassigned again has not reached the stage of assignment. */
function progressOf(head: Head, rows: readonly store.ProgressRow[]): Detail['progress'] {
  const to = (status: OrderStatus) => rows.find((row) => row.toStatus === status)
  const { submitted, confirming, confirmed, arranged } = orderStatus
  const first = (...statuses: readonly OrderStatus[]) => {
    const times = statuses.flatMap((status) => to(status)?.firstAt ?? [])
    return times.length === 0 ? null : Math.min(...times)
  }
  const arrangedAt = to(arranged)?.lastAt ?? null
  const backAt = to(confirmed)?.lastAt ?? null
  return {
    submittedAt: first(submitted, confirming, confirmed, arranged),
    confirmedAt: first(confirmed, arranged),
    arrangedAt: arrangedAt !== null && backAt !== null && backAt > arrangedAt ? null : arrangedAt,
    pickedUpAt: head.actualPickupAt,
    returnedAt: head.actualReturnAt,
    cancelledAt: head.cancelledAt,
  }
}
