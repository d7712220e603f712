import { z } from 'zod'
import { write } from '../kernel/call.ts'
import { id } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** The evidence file of an order. */
export const dispute = {
  make: write({
    operators: false,
    path: '/api/dispute_pack/v1/make',
    summary: '生成订单举证文件（PDF）',
    /** Also requires `order.fee`, since the file has the amounts. */
    permission: ['order.agreement'],
    changes: false,
    input: z.object({ orderId: id('订单') }),
    output: z.object({ jobId: out.id }),
    refusals: ['lineFull', 'orderNotFound'],
  }),
}
