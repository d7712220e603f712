import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatMoney } from '@cheyi/domain/money'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import type { OrderRow } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { screen } from '../../../kernel/screen.ts'
import { notify } from '../../../platform/notify/actions.ts'
import type { PaymentRow } from '../store.ts'

/* Notifies staff of a payment that needs manual work, once per payment. */

const tell = (ctx: Context, order: OrderRow, ref: string, title: string, body: string): void =>
  notify(ctx, {
    type: notifyType.money,
    level: notifyLevel.important,
    ref,
    once: true,
    title: `${title} ${order.orderNo}`,
    body,
    link: screen(`${profileOf(order.orderKind).feature}.detail`, { orderId: order.id }),
    to: { key: 'order.payment', storeIds: [order.storeId] },
  })

/** The provider received another amount than requested; nothing is posted. */
export const tellOfWrongAmount = (ctx: Context, order: OrderRow, row: PaymentRow, paid: number | null): void =>
  tell(
    ctx,
    order,
    `payment/${row.id}/amount`,
    row.direction === 'in' ? '收款金额不符' : '退款金额不符',
    row.direction === 'in'
      ? `${payWays.text(row.payWay)}实收${paid === null ? '金额不明' : formatMoney(paid)}，应收${formatMoney(row.amountFen)}，未入账，请到支付平台核对`
      : `${payWays.text(row.payWay)}实退${paid === null ? '金额不明' : formatMoney(paid)}，应退${formatMoney(row.amountFen)}，未入账，请到支付平台核对`,
  )

/** A refund was made in the provider's back office and is not in the ledger. */
export const tellOfRefundThere = (ctx: Context, order: OrderRow, row: PaymentRow): void =>
  tell(
    ctx,
    order,
    `payment/${row.id}/there`,
    '平台后台已退款',
    `${payWays.text(row.payWay)}后台退款${formatMoney(row.amountFen)}${row.providerNo === null ? '' : `（退款单号 ${row.providerNo}）`}，本系统未发起、未入账，请核对后入账或说明原因`,
  )

/** A provider refused a capture: the deposit is still held, and the debt is still open. */
export const tellOfFailedCapture = (ctx: Context, order: OrderRow, row: PaymentRow, reason: string): void =>
  tell(
    ctx,
    order,
    `payment/${row.id}/capture`,
    '押金扣款失败',
    `${payWays.text(row.payWay)}${formatMoney(row.amountFen)}未扣成功${reason === '' ? '' : `：${reason}`}，押金仍在，请重新扣款或另行收取`,
  )

/** The provider left a payment undecided for 90 minutes; it is queried every hour from now on. */
export const tellOfUndecided = (ctx: Context, order: OrderRow, row: PaymentRow): void =>
  tell(
    ctx,
    order,
    `payment/${row.id}/undecided`,
    row.direction === 'in' ? '收款结果未定' : '退款结果未定',
    `${payWays.text(row.payWay)}${formatMoney(row.amountFen)}，支付平台一直没有答复，请核对`,
  )
