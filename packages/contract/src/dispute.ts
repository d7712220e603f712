import { z } from 'zod'
import { write } from './kernel/call.ts'
import { id } from './kernel/field.ts'
import * as out from './kernel/out.ts'

/** The proof of an order in one file. */
export const dispute = {
  make: write({
    path: '/api/dispute_pack/v1/make',
    summary: '生成订单举证文件（PDF）',
    /** And `order.fee`, whose money stands in it. */
    permission: ['order.agreement'],
    changes: false,
    input: z.object({ orderId: id('订单') }),
    output: z.object({ jobId: out.id }),
    refusals: ['lineFull', 'orderNotFound'],
  }),
}
