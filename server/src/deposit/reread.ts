import { waiveType } from '@cheyi/domain/deposit/codes'
import { isUnpaidDeposit } from '@cheyi/domain/deposit/status'
import { advanceDeposit } from '@cheyi/domain/deposit/steps'
import type { Context } from '../kernel/context.ts'
import * as store from './store.ts'

/**
 * The deposits of an order whose terms were read again: what nobody has collected or waived takes the new amount, and is
 * waived where that is nothing. What is in hand stands, since neither cash nor a freeze is topped up.
 */
export async function rereadDeposits(
  ctx: Context,
  orderId: string,
  amounts: readonly { readonly kind: number; readonly amount: number }[],
): Promise<void> {
  const rows = await store.lockRows(ctx.db, orderId)
  const changed = await Promise.all(
    rows.map((row) => {
      const amount = amounts.find(({ kind }) => kind === row.kind)?.amount
      if (!isUnpaidDeposit(row.payStatus) || amount === undefined || amount === row.amountFen) return row
      return store.update(ctx, row, { amountFen: amount, ...(amount === 0 ? waived(row) : {}) })
    }),
  )
  if (changed.some((row, i) => row !== rows[i])) store.cacheOnOrder(ctx, orderId, changed)
}

function waived(row: store.DepositRow) {
  const { payStatus, holdStatus } = advanceDeposit(row, 'waive', row)
  return { payStatus, holdStatus, waiveType: waiveType.merchant }
}
