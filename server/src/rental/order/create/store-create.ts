import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import type { OrderStatus } from '@cheyi/domain/booking/order/codes'
import type { SoldSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import type { DepositTerms, Trip } from '@cheyi/domain/pricing/quote/trip'
import type { CancelSnapshot } from '@cheyi/domain/pricing/terms/cancel'
import type { Insertable } from 'kysely'
import { insertOrder, type OrderRow, saveDraft } from '../../../booking/order/actions.ts'
import { contactColumns } from '../../../booking/order/contact-columns.ts'
import type { Context } from '../../../kernel/context.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'
import { pendingWorkOfPlaced } from '../pending-work/waiting.ts'

/** The model of a car at any store of the merchant; undefined when the car does not exist. */
export const modelOfVehicle = (ctx: Context, vehicleId: string) =>
  ctx.elevated(() => ctx.db.selectFrom('vehicle').select('modelId').where('id', '=', vehicleId).executeTakeFirst())

export interface OrderToSave {
  readonly id: string
  /** The draft that becomes this order, or that is saved again. */
  readonly existing: OrderRow | null
  readonly status: OrderStatus
  /** For a draft: the intermediate status, because the database allows an order only one step at a time. */
  readonly via?: OrderStatus
  readonly form: ParsedOf<typeof contract.order.create>
  readonly trip: Trip & { readonly returnStoreId: string }
  readonly snapshot: SoldSnapshot
  readonly deposits: DepositTerms
  readonly renterId: string | null
  /** The company that rents, by its record; null: none, or a draft. */
  readonly payer: { readonly name: string; readonly taxNo: string; readonly payDays: number } | null
  readonly cancelTerms: CancelSnapshot
  readonly payDeadline: number | null
  readonly confirmDeadline: number | null
  /** The prepayment that the booking requires, fen; null: the full price, and nothing for a draft. */
  readonly prepayFen: number | null
  /** What the order receives by the submit: a car, deposits, a bill. A draft only stores the requested car. */
  readonly booked: Pick<Insertable<DB['order']>, 'vehicleId'> &
    Partial<
      Pick<
        OrderRow,
        | 'arrived'
        | 'language'
        | 'plate'
        | 'pinned'
        | 'depositStatus'
        | 'depositPayStatus'
        | 'owedFen'
        | 'prepayRule'
        | 'nextDueOn'
        | 'nextDueFen'
        | 'instalments'
        | 'instalmentsPaid'
      >
    >
}

/**
 * Queues the order row, as an insert or as an update of its draft.
 * @throws at the commit, as for every queued statement: Refusal channelOrderNoTaken (9008)
 */
export async function saveOrder(ctx: Context, order: OrderToSave) {
  const { existing, form, trip, snapshot, id } = order
  const values = {
    status: order.status,
    source: trip.source,
    channelOrderNo: form.channelOrderNo ?? null,
    storeId: trip.storeId,
    returnStoreId: trip.returnStoreId,
    modelId: trip.modelId,
    pickupAt: trip.pickupAt,
    returnAt: trip.returnAt,
    nextAt: trip.pickupAt,
    days: snapshot.days,
    overHours: snapshot.overHours,
    pickupType: trip.pickupType,
    returnType: trip.returnType,
    pickupAddress: trip.pickupAddress ?? '',
    pickupLng: trip.pickupLng ?? null,
    pickupLat: trip.pickupLat ?? null,
    pickupDistanceM: snapshot.input.pickup.metres,
    returnAddress: trip.returnAddress ?? '',
    returnLng: trip.returnLng ?? null,
    returnLat: trip.returnLat ?? null,
    returnDistanceM: snapshot.input.return.metres,
    renterId: order.renterId,
    codriverIds: form.codriverIds ?? [],
    contactName: form.contactName ?? '',
    ...contactColumns(ctx, id, form.contactPhone ?? ''),
    quoteSnapshot: snapshot,
    totalFen: snapshot.total,
    payMode: form.payMode,
    autoConfirm: form.autoConfirm ?? null,
    depositMode: form.depositMode ?? null,
    payDeadline: order.payDeadline ?? null,
    confirmDeadline: order.confirmDeadline ?? null,
    prepayFen: order.prepayFen,
    cancelRuleSnapshot: order.cancelTerms,
    depositPolicySnapshot: order.deposits,
    selfService: form.selfService ?? false,
    tags: form.tags ?? [],
    remark: form.remark ?? '',
    companyId: trip.companyId ?? null,
    payerName: order.payer?.name ?? form.payerName ?? '',
    payerTaxNo: order.payer?.taxNo ?? form.payerTaxNo ?? '',
    payDays: order.payer?.payDays ?? 0,
    updatedAt: ctx.now,
    updatedBy: ctx.accountId,
    plate: null,
    language: existing?.language ?? null,
    ...order.booked,
  }
  if (existing === null) {
    const saved = { ...values, id, orderNo: await ctx.nextNumber('O'), orderKind: form.orderKind, version: 1 }
    insertOrder(ctx, saved)
    pendingWorkOfPlaced(ctx, saved)
    return saved
  }
  const saved = { ...values, version: existing.version + 1 }
  saveDraft(ctx, id, saved, order.via)
  return { ...saved, id, orderNo: existing.orderNo, orderKind: existing.orderKind }
}
