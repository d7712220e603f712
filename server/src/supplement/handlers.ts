import { contract } from '@cheyi/contract/index'
import { dueFen } from '@cheyi/domain/debt/due'
import { isOpen } from '@cheyi/domain/supplement/supplement'
import { implement } from '../kernel/context.ts'
import { viewsOf } from '../media/actions.ts'
import { readOrder } from '../order/actions.ts'
import { cancel, save } from './save.ts'
import * as store from './store.ts'

export const supplement = implement(contract.supplement, {
  async list({ orderId }, ctx) {
    const [order, rows] = await Promise.all([readOrder(ctx, orderId), store.list(ctx, orderId)])
    const photosOf = await viewsOf(ctx, rows, (row) => row.photoIds)
    return rows.map((row) => ({
      ...row,
      amount: row.amountFen,
      photos: photosOf(row),
      at: row.createdAt,
      operatorName: row.operatorName ?? '系统',
      due: isOpen(row.status) ? Math.min(row.amountFen, Math.max(0, dueFen(order))) : 0,
    }))
  },
  save,
  cancel,
})
