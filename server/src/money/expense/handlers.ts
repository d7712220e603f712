import { contract } from '@cheyi/contract/index'
import { readOrder } from '../../booking/order/actions.ts'
import { implement } from '../../kernel/context.ts'
import { liveExpenses } from './actions.ts'
import { bill } from './bill/bill.ts'
import { saveAll } from './save.ts'
import { expenseViews } from './view.ts'

export const expense = implement(contract.expense, {
  saveAll,

  async list({ orderId, type }, ctx) {
    const [order, rows] = await Promise.all([readOrder(ctx, orderId), liveExpenses(ctx, orderId)])
    // Reads all charges, because the open amount of one depends on the others.
    const views = await expenseViews(ctx, order, rows)
    return type === undefined ? views : views.filter((view) => view.type === type)
  },

  bill,
})
