import { contract } from '@cheyi/contract/index'
import { readOrder } from '../../booking/order/actions.ts'
import { implement } from '../../kernel/context.ts'
import { enqueue } from '../../platform/job/actions.ts'
import { makePack } from './pack.ts'

export const dispute = implement(contract.dispute, {
  /** @throws Refusal orderNotFound (2002), lineFull (-7), forbidden (-3) without `order.fee` */
  async make({ orderId }, ctx) {
    ctx.require('order.fee')
    const { orderNo } = await readOrder(ctx, orderId)
    const jobId = await enqueue(ctx, makePack, { orderId })
    ctx.audit({ targetType: 'order', targetId: orderId, after: { no: orderNo } })
    return { jobId }
  },
})
