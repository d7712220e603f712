import { contract } from '@cheyi/contract/index'
import { maskName } from '@cheyi/domain/mask'
import { awaitsDecision, GOODWILL_LIMIT, reimbursementSteps } from '@cheyi/domain/money/reimbursement/reimbursement'
import { can } from '@cheyi/domain/step'
import { readOrder } from '../../booking/order/actions.ts'
import { implement } from '../../kernel/context.ts'
import { viewsOf } from '../../platform/media/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { approve, mayDecide, pay } from './approve.ts'
import { refundableOf, refundables } from './charges.ts'
import { save } from './save.ts'
import * as store from './store.ts'

export const reimbursement = implement(contract.reimbursement, {
  async list({ orderId, status }, ctx) {
    const order = await readOrder(ctx, orderId)
    const [rows, used, charges, settings] = await Promise.all([
      store.list(ctx, orderId, status),
      store.reimbursedSums(ctx, orderId),
      refundables(ctx, order),
      settingsOf(ctx, order.storeId),
    ])
    const refundable = await refundableOf(ctx, order, used.openRefunds)
    const items = rows.flatMap((row) => row.items)
    const photosOf = await viewsOf(ctx, items, (item) => item.photoIds)
    const holds = ctx.can('order.refundApprove')
    return {
      list: await Promise.all(
        rows.map(async (row) => ({
          ...row,
          orderNo: order.orderNo,
          orderKind: order.orderKind,
          items: row.items.map((item) => ({ ...item, photos: photosOf(item) })),
          amount: row.amountFen,
          paid: row.paidFen,
          payeeName: row.payeeNameEnc && maskName(ctx.vault.open('reimbursement.payee_name', row.id, row.payeeNameEnc)),
          at: row.createdAt,
          applicantName: row.applicantName ?? '系统',
          mayDecide:
            holds &&
            !row.byRoute &&
            can(reimbursementSteps, 'refuse', row.status).ok &&
            (!awaitsDecision(row.status) || (await mayDecide(ctx, row, order))),
        })),
      ),
      charges: charges.filter(({ left }) => left > 0),
      refundable,
      advanceLeft: Math.max(0, settings.advanceCapFen - used.advances),
      freeLeft: {
        refund: Math.max(0, settings.refundApproveLimitFen - used.all),
        goodwill: Math.max(0, GOODWILL_LIMIT - used.all),
      },
    }
  },
  save,
  approve,
  pay,
})
