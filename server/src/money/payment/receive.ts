import { advance } from '@cheyi/domain/advance'
import { dueFen } from '@cheyi/domain/money/debt/due'
import {
  offlinePayWays,
  type PayKind,
  type PayWay,
  payKind,
  payMode,
  paymentStatus,
  payWay,
} from '@cheyi/domain/money/payment/codes'
import { paymentEntry } from '@cheyi/domain/money/payment/ledger'
import { paymentSteps } from '@cheyi/domain/money/payment/steps'
import { type PayTerms, wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { badInput } from '@cheyi/domain/refusal'
import { type Context, reservedIds, reserveIds } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { recoverDebt } from '../debt/actions.ts'
import { type OrderMoney, postAll, postNew } from './books.ts'
import { requireShift } from './cash-shifts.ts'
import { prove } from './proof.ts'
import { refreshSettlement } from './settle.ts'
import * as store from './store.ts'

/**
 * Requires a payment method that is recorded manually and that the merchant accepts; undefined asks for the field.
 * @throws Refusal payWayClosed (4008)
 */
export function requireOffline(terms: PayTerms, way: PayWay | undefined): PayWay {
  if (way === undefined) throw badInput('payWay', '请选择收款方式')
  if (!offlinePayWays.includes(way) || !terms.ways.includes(way)) throw wayClosed(way, terms)
  return way
}

/** A manual receipt, amount in fen. `ref` names the claim or deposit that it pays, if any. */
export interface Receipt {
  readonly payKind: PayKind
  readonly payWay: PayWay
  readonly amount: number
  readonly refType: store.PaidFor
  readonly refId?: string
  readonly voucherIds: readonly string[]
  readonly slipNo?: string | undefined
  /** When the money arrived, if before today; it is posted today all the same. */
  readonly paidAt?: number | undefined
  /** The receipt for several orders that this is a part of; the proof belongs to that receipt. */
  readonly receiptId?: string
}

const shifts = new WeakMap<Context, Promise<void>>()

/** Asks beside the lock of an order for what {@link recordReceipts} needs. `way` is known where cash may be among the receipts. */
export function expectReceipts(ctx: Context, count: number, way: PayWay | undefined): void {
  reserveIds(ctx, count)
  if (way === payWay.cash) shifts.set(ctx, prefetch(requireShift(ctx)))
}

/** Receipts that are recorded, and known by their ids before the database answered. */
interface Recorded {
  readonly ids: readonly string[]
  readonly rows: Promise<readonly store.PaymentRow[]>
}

/**
 * Records manual receipts that share their vouchers; they count at once. The caller posts the ledger entries.
 * @throws Refusal shiftNeeded (4017), and with the rows as {@link prove}
 */
export async function recordReceipts(ctx: Context, orderId: string, receipts: readonly Receipt[]): Promise<Recorded> {
  const status = advance(paymentSteps, 'receiveOffline', paymentStatus.waiting)
  const [ids] = await Promise.all([
    reservedIds(ctx, receipts.length),
    receipts.some((receipt) => receipt.payWay === payWay.cash) && (shifts.get(ctx) ?? requireShift(ctx)),
  ])
  // A proof belongs to one record, which is the first receipt of the payment; the others reference the same vouchers.
  const [first] = receipts
  const written = receipts.map(({ refId = null, ...receipt }, n) =>
    store.insertReceipt(ctx, { ...receipt, id: ids[n]!, orderId, refId, payMode: payMode.offlineIn, status }),
  )
  const proven = first && prove(ctx, first, { recordId: ids[0]!, orderId })
  return { ids, rows: prefetch(Promise.all([Promise.all(written), proven]).then(([rows]) => rows)) }
}

/** As {@link receive}, for an order with a written-off debt: what exceeds the debt recovers that (J19). `order` is under its lock. */
export async function receiveAfterAll(
  ctx: Context,
  order: { readonly id: string; readonly owedFen: number; readonly refundingFen: number },
  receipt: Receipt,
): Promise<{ payment: store.PaymentRow; money: OrderMoney }> {
  const { payment, money } = await receive(ctx, order.id, receipt)
  const facts = { id: payment.id, amount: receipt.amount, owed: dueFen(order) }
  const entries = money.due < 0 ? await recoverDebt(ctx, order.id, facts) : []
  if (entries.length === 0) return { payment, money }
  await postAll(ctx, order.id, entries)
  return { payment, money: await refreshSettlement(ctx, order.id) }
}

/** A manual receipt for the order itself: recorded, posted (J2) and counted. */
export async function receive(
  ctx: Context,
  orderId: string,
  receipt: Receipt,
): Promise<{ payment: store.PaymentRow; money: OrderMoney }> {
  const { ids, rows } = await recordReceipts(ctx, orderId, [receipt])
  const paymentId = ids[0]!
  postNew(ctx, orderId, [{ ...paymentEntry(paymentId, receipt.amount, receipt.payWay), paymentId }])
  const [[payment], money] = await Promise.all([rows, refreshSettlement(ctx, orderId)])
  return { payment: payment!, money }
}

/** Money that a platform collected for a valid order or its renewal, so the customer does not pay it at the counter. */
export async function receivePlatform(
  ctx: Context,
  orderId: string,
  amount: number,
  of: Pick<Receipt, 'payKind' | 'refType' | 'refId'> = { payKind: payKind.rent, refType: 'order' },
): Promise<void> {
  if (amount === 0) return
  await receive(ctx, orderId, { ...of, payWay: payWay.platform, amount, voucherIds: [] })
}
