import { contract } from '@cheyi/contract/index'
import { isUnpaidDeposit } from '@cheyi/domain/deposit/status'
import { availableFen } from '@cheyi/domain/deposit/steps'
import { implement } from '../kernel/context.ts'
import { inOrder, mediaViews } from '../media/actions.ts'
import { readOrder } from '../order/actions.ts'
import { payTermsOf } from '../payment/actions.ts'
import { pay } from './collect.ts'
import { chargesOf, deduct, deductModesOf } from './deduct.ts'
import { release, retry, withdraw } from './release.ts'
import * as store from './store.ts'
import { offered, requireAmounts, termsOf } from './terms.ts'
import { depositView } from './view.ts'

export const deposit = implement(contract.deposit, {
  async policy(input, ctx) {
    const [terms, payTerms] = await Promise.all([termsOf(ctx, input), payTermsOf(ctx)])
    return { ...terms, rows: [...requireAmounts(terms).rows], ...offered(terms, payTerms) }
  },

  async forPickup({ orderId }, ctx) {
    const [order, rows, payTerms] = await Promise.all([
      readOrder(ctx, orderId),
      store.rows(ctx.db, orderId),
      payTermsOf(ctx),
    ])
    requireAmounts({ rows })
    const ways = offered(order.depositPolicySnapshot, payTerms)
    return {
      depositStatus: order.depositStatus,
      depositPayStatus: order.depositPayStatus,
      rows: rows.map((row) => ({
        ...depositView(row),
        due: isUnpaidDeposit(row.payStatus) ? row.amountFen : 0,
        // Links are made by providers, which none is connected.
        link: null,
      })),
      ...ways,
      payWays: [...payTerms.ways],
      warnings: ways.modes.length === 0 ? ['商户未开通可用的押金收取方式'] : [],
    }
  },

  pay,

  async detail({ orderId }, ctx) {
    const order = await readOrder(ctx, orderId)
    const [rows, charges, deductions] = await Promise.all([
      store.rows(ctx.db, orderId),
      chargesOf(ctx, order),
      store.deductions(ctx.db, orderId),
    ])
    const views = await mediaViews(
      ctx,
      deductions.flatMap((row) => row.photoIds),
    )
    const usable = rows.filter((row) => availableFen(row) > 0)
    return {
      rows: rows.map(depositView),
      charges,
      deductions: deductions.map((row) => ({
        ...row,
        amount: row.amountFen,
        photos: inOrder(views, row.photoIds),
        at: row.createdAt,
        operatorName: row.operatorName ?? '系统',
      })),
      modes: [...new Set(usable.flatMap(deductModesOf))],
    }
  },

  deduct,
  release,
  retry,
  withdraw,
})
