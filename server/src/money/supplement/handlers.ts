import { contract } from '@cheyi/contract/index'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { readOrder } from '../../booking/order/actions.ts'
import { implement } from '../../kernel/context.ts'
import { viewsOf } from '../../platform/media/actions.ts'
import { openClaims } from '../claim/actions.ts'
import { cancel, save } from './save.ts'
import * as store from './store.ts'

export const supplement = implement(contract.supplement, {
  async list({ orderId }, ctx) {
    const [order, rows] = await Promise.all([readOrder(ctx, orderId), store.list(ctx, orderId)])
    const [photosOf, claims] = await Promise.all([
      viewsOf(ctx, rows, (row) => row.photoIds),
      openClaims(ctx, orderId, dueFen(order)),
    ])
    return rows.map((row) => ({
      ...row,
      amount: row.amountFen,
      photos: photosOf(row),
      at: row.createdAt,
      operatorName: row.operatorName ?? '系统',
      due: claims.find(({ id }) => id === row.id)?.due ?? 0,
    }))
  },
  save,
  cancel,
})
