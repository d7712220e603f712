import { settleStatuses } from '@cheyi/domain/order/codes'
import { z } from 'zod'
import { write } from './kernel/call.ts'
import { fen, id, mediaIds, text } from './kernel/field.ts'
import * as out from './kernel/out.ts'

export const debt = {
  writeOff: write({
    path: '/api/order/v1/debt/write_off',
    summary: '坏账核销',
    permission: ['order.refundApprove'],
    twoPerson: 'writeOff',
    whileSuspended: true,
    input: z.object({
      orderId: id('订单'),
      amount: fen('核销金额', 1),
      reason: text(1, 200, '核销原因'),
      voucherIds: mediaIds('核销凭证'),
    }),
    output: z.object({ owed: out.fen, settleStatus: out.code(settleStatuses) }),
    refusals: ['orderStatusRefuses', 'amountWrong'],
    refreshes: ['order', 'overview', 'todo', 'expense', 'deposit', 'supplement', 'damage', 'reimbursement'],
  }),
}
