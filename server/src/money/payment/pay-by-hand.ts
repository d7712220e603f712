import { advance } from '@cheyi/domain/advance'
import { allocateRefund } from '@cheyi/domain/money/payment/allocate'
import { type PayWay, payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { refundEntry } from '@cheyi/domain/money/payment/ledger'
import { paymentSteps } from '@cheyi/domain/money/payment/steps'
import { type Context, newId } from '../../kernel/context.ts'
import { deductionsPaidBack } from '../deposit/paid-back/actions.ts'
import { postAll } from './books.ts'
import { requireCash } from './cash-shifts.ts'
import { outNoOf } from './out-no.ts'
import { type Proof, prove } from './proof.ts'
import { receiptsOf } from './refund.ts'

export interface PaidByHand extends Proof {
  readonly orderId: string
  /** Fen, above 0. */
  readonly amount: number
  readonly payWay: PayWay
  /** The id of the reimbursement that it pays. */
  readonly refId: string
  /** Whether it refunds receipts: the newest first, each up to its refundable amount. */
  readonly ofReceipts: boolean
}

/**
 * Records and posts a manual payout with its vouchers (J6).
 * @throws Refusal beyondRefundable (4010) when the receipts of the order have less left
 */
export async function payByHand(ctx: Context, paid: PaidByHand): Promise<void> {
  if (paid.payWay === payWay.cash) await requireCash(ctx, paid.amount)
  const parts = paid.ofReceipts
    ? allocateRefund(await receiptsOf(ctx, paid.orderId), paid.amount).map(({ paymentId, fen }) => ({
        originId: paymentId,
        fen,
      }))
    : [{ originId: null, fen: paid.amount }]
  const status = advance(paymentSteps, 'receiveOffline', paymentStatus.waiting)
  const rows: { id: string; fen: number }[] = []
  for (const { originId, fen } of parts) {
    const id = await newId(ctx)
    rows.push({ id, fen })
    await ctx.db
      .insertInto('payment')
      .values({
        id,
        orderId: paid.orderId,
        refType: 'reimbursement',
        refId: paid.refId,
        payKind: payKind.reimbursement,
        payMode: payMode.offlineOut,
        payWay: paid.payWay,
        amountFen: fen,
        direction: 'out',
        status,
        outTradeNo: outNoOf(ctx, 'R', id),
        providerNo: paid.slipNo || null,
        originPaymentId: originId,
        voucherIds: [...paid.voucherIds],
        paidAt: ctx.now,
      })
      .execute()
    if (originId !== null)
      await ctx.query('update payment set refunded_fen = refunded_fen + $2, version = version + 1 where id = $1', [
        originId,
        fen,
      ])
  }
  await prove(ctx, paid, { recordId: rows[0]!.id, orderId: paid.orderId })
  await postAll(
    ctx,
    paid.orderId,
    rows.map(({ id, fen }) => ({ ...refundEntry(id, fen, paid.payWay), paymentId: id })),
  )
  await deductionsPaidBack(
    ctx,
    rows.map(({ id }) => ({ id, refType: 'reimbursement' })),
  )
}
