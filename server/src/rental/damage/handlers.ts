import { contract } from '@cheyi/contract/index'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { damageTotal } from '@cheyi/domain/rental/damage/claim'
import { readOrder } from '../../booking/order/actions.ts'
import { ticketsOfCases } from '../../fleet/ticket/actions.ts'
import { implement } from '../../kernel/context.ts'
import { claimMoney, lastDeduction, openOf } from '../../money/claim/actions.ts'
import { viewsOf } from '../../platform/media/actions.ts'
// Registers how the page of a car finds what is broken, and how a repair finds its case.
import './broken.ts'
import { refund, refundableOfCase } from './refund.ts'
import { costsOf } from './row.ts'
import { save } from './save.ts'
import * as store from './store.ts'

export const damage = implement(contract.damage, {
  async list({ orderId }, ctx) {
    const [order, rows, money] = await Promise.all([
      readOrder(ctx, orderId),
      store.list(ctx, orderId),
      claimMoney(ctx, orderId),
    ])
    const claims = openOf(money, dueFen(order))
    const [photosOf, tickets] = await Promise.all([
      viewsOf(ctx, rows, (row) => row.photoIds),
      ticketsOfCases(
        ctx,
        rows.map(({ id }) => id),
      ),
    ])
    return rows.map((row) => ({
      ...row,
      ...costsOf(row),
      parts: [...row.damagedParts],
      insuranceCovered: row.coveredFen,
      total: damageTotal(costsOf(row)),
      payable: row.payableFen ?? row.expectedFen,
      deductResult: lastDeduction(money, row.id),
      due: claims.find(({ id }) => id === row.id)?.due ?? 0,
      refundable: refundableOfCase(row, money),
      refunded: row.refundedFen,
      photos: photosOf(row),
      at: row.createdAt,
      operatorName: row.operatorName ?? '系统',
      ticket: tickets.get(row.id) ?? null,
    }))
  },
  save,
  refund,
})
