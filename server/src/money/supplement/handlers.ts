import { contract } from '@cheyi/contract/index'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { readOrder } from '../../booking/order/actions.ts'
import { implement } from '../../kernel/context.ts'
import { viewsOf } from '../../platform/media/actions.ts'
import { claimDebt, openOf } from '../claim/actions.ts'
import { cancel, save } from './save.ts'
import * as store from './store.ts'

export const supplement = implement(contract.supplement, {
  async list({ orderId }, ctx) {
    const [order, rows, debt] = await Promise.all([
      readOrder(ctx, orderId),
      store.list(ctx, orderId),
      claimDebt(ctx, orderId),
    ])
    const claims = openOf(debt, dueFen(order))
    const photosOf = await viewsOf(ctx, rows, (row) => row.photoIds)
    return rows.map((row) => ({
      ...row,
      amount: row.payableFen,
      status: store.statusOf(row),
      paidAt: row.metAt,
      photos: photosOf(row),
      at: row.createdAt,
      operatorName: row.operatorName ?? '系统',
      due: claims.find(({ id }) => id === row.id)?.due ?? 0,
    }))
  },
  save,
  cancel,
})
