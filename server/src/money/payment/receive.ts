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
import { received } from '@cheyi/domain/money/payment/ledger'
import { paymentSteps } from '@cheyi/domain/money/payment/steps'
import { type PayTerms, wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { badInput } from '@cheyi/domain/refusal'
import { type Context, newIds } from '../../kernel/context.ts'
import { recoverDebt } from '../debt/actions.ts'
import { type OrderMoney, postAll, postNew } from './books.ts'
import { prove } from './proof.ts'
import { refreshSettlement } from './settle.ts'
import * as store from './store.ts'
import { requireShift } from './tills.ts'

/**
 * A receipt can be recorded by hand only for a way that moves money past the providers, and that the merchant takes.
 * Missing asks for the field.
 * @throws Refusal payWayClosed (4008)
 */
export function requireOffline(terms: PayTerms, way: PayWay | undefined): PayWay {
  if (way === undefined) throw badInput('payWay', '请选择收款方式')
  if (!offlinePayWays.includes(way) || !terms.ways.includes(way)) throw wayClosed(way, terms)
  return way
}

/** Money taken by hand, amount in fen. `ref` is what it pays besides the order itself. */
export interface Receipt {
  readonly payKind: PayKind
  readonly payWay: PayWay
  readonly amount: number
  readonly refType: store.PaidFor
  readonly refId?: string
  readonly voucherIds: readonly string[]
  readonly slipNo?: string | undefined
  /** When it was there, where that was before today; the books have it today all the same. */
  readonly paidAt?: number | undefined
  /** The receipt for several orders whose part this is; the proof is its own. */
  readonly receiptId?: string
}

/**
 * Records receipts taken by hand, all with the same vouchers; they count at once. The books are the caller's to post.
 * @throws Refusal shiftNeeded (4017), and as {@link prove}
 */
export async function recordReceipts(
  ctx: Context,
  orderId: string,
  receipts: readonly Receipt[],
): Promise<store.PaymentRow[]> {
  const status = advance(paymentSteps, 'receiveOffline', paymentStatus.waiting)
  const [ids] = await Promise.all([
    newIds(ctx, receipts.length),
    receipts.some((receipt) => receipt.payWay === payWay.cash) && requireShift(ctx),
  ])
  // A proof is of one record: the first receipt of a handover of money; the others name it too.
  const [first] = receipts
  const [rows] = await Promise.all([
    Promise.all(
      receipts.map(({ refId = null, ...receipt }, n) =>
        store.insertReceipt(ctx, { ...receipt, id: ids[n]!, orderId, refId, payMode: payMode.offlineIn, status }),
      ),
    ),
    first && prove(ctx, first, { recordId: ids[0]!, orderId }),
  ])
  return rows
}

/**
 * As {@link receive}, of an order part of whose debt was given up: what is paid beyond what it owes pays that after all
 * (J19). `order` is under its lock.
 */
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

/** Money for the order itself, taken by hand: recorded, posted (J2) and counted. */
export async function receive(
  ctx: Context,
  orderId: string,
  receipt: Receipt,
): Promise<{ payment: store.PaymentRow; money: OrderMoney }> {
  const [payment] = await recordReceipts(ctx, orderId, [receipt])
  postNew(ctx, orderId, [{ ...received(payment!.id, receipt.amount, receipt.payWay), paymentId: payment!.id }])
  return { payment: payment!, money: await refreshSettlement(ctx, orderId) }
}

/** What a platform had collected for an order that stands now: nothing of it is the customer's to pay at the counter. */
export async function receivePlatform(ctx: Context, orderId: string, amount: number): Promise<void> {
  if (amount === 0) return
  const receipt = { payKind: payKind.rent, payWay: payWay.platform, amount, refType: 'order', voucherIds: [] } as const
  await receive(ctx, orderId, receipt)
}
