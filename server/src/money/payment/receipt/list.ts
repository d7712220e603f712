import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { MAX_RECEIPT_ORDERS } from '@cheyi/contract/money/payment-receipt'
import { kindsOpenTo } from '@cheyi/domain/booking/order/kinds'
import { awaitsPayment } from '@cheyi/domain/booking/order/steps'
import { dueAtBooking } from '@cheyi/domain/money/payment/steps'
import { findOwing } from '../../../booking/order/actions.ts'
import { type Context, type HandlerOf, requireFound } from '../../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../../kernel/db/paging.ts'
import { listAnswer } from '../../../kernel/list-answer.ts'
import { inOrder, mediaViews } from '../../../platform/media/actions.ts'
import { offlineWaysOf } from '../../../platform/merchant/actions.ts'
import * as store from './store.ts'

type Calls = typeof contract.payment

/** Orders of a customer with a debt, for selection on a receipt. */
export async function receiptDebts({ keyword, payer }: ParsedOf<Calls['receiptDebts']>, ctx: Context) {
  const rows = await findOwing(
    ctx,
    payer ? { payer: keyword } : keyword,
    kindsOpenTo(ctx.identity.keys),
    MAX_RECEIPT_ORDERS + 1,
  )
  const waysOf = await offlineWaysOf(
    ctx,
    rows.map(({ storeId }) => storeId),
  )
  return {
    list: rows.slice(0, MAX_RECEIPT_ORDERS).map((row) => ({
      ...row,
      owed: row.owedFen,
      least: awaitsPayment(row.status) ? dueAtBooking(row) : 1,
      payWays: waysOf(row.storeId),
    })),
    more: rows.length > MAX_RECEIPT_ORDERS,
  }
}

const view = ({ amountFen, refundedFen, givenBackFen, ...row }: store.ReceiptRow) => ({
  ...row,
  amount: amountFen,
  refunded: refundedFen,
  refunding: givenBackFen - refundedFen,
})

export const receiptList: HandlerOf<'payment', 'receiptList'> = async (input, ctx) =>
  listAnswer(input, {
    rows: store.page(ctx, input, cursorKeys(input, 'id')?.[0] ?? null, pageSize(input) + 1),
    count: () => store.count(ctx, input),
    keys: ({ id }) => [id],
    view,
  })

/** @throws Refusal notFound (-4), also for a receipt without a visible order */
export const receiptDetail: HandlerOf<'payment', 'receiptDetail'> = async ({ id }, ctx) => {
  const row = requireFound(await store.byId(ctx, id))
  const [parts, files] = await Promise.all([store.parts(ctx, id), mediaViews(ctx, row.voucherIds)])
  return {
    ...view(row),
    vouchers: inOrder(files, row.voucherIds),
    list: parts.map(({ amountFen, refundedFen, givenBackFen, ...part }) => ({
      ...part,
      amount: amountFen,
      refunded: refundedFen,
      refunding: givenBackFen - refundedFen,
    })),
  }
}
