import { isOnRent } from '@cheyi/domain/booking/order/steps'
import { timers } from '@cheyi/domain/booking/order/timers'
import { monthClosedAt } from '@cheyi/domain/money/payment/earning'
import { lockOrder } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { accrueMonth } from './accrue.ts'
import type { MoneyChecks } from './check/checks.ts'
import { differences } from './check/differences.ts'
import { withMoved } from './check/moved.ts'
import { foldLedgerSums } from './journal/balances.ts'
import { payCertificates } from './online/certificates.ts'
import { holdQuery } from './online/holds.ts'
import { moneyOut, payQuery } from './online/jobs.ts'

export const paymentJobs: Jobs = {
  due: { monthEnd, payQuery, moneyOut, holdQuery, payCertificates, ledgerSums: foldLedgerSums },
}

/** The nightly comparison with the books, with what features compare. */
export const comparisonJobs = (checks: readonly MoneyChecks[]): Jobs => ({
  merchants: [{ name: 'nightly', schedule: timers.nightly, work: (ctx) => compareTotals(ctx, checks) }],
})

/** Posts the earnings of the month that just ended for every car that is out. */
async function monthEnd(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  if (isOnRent(order.status)) await accrueMonth(ctx, order, monthClosedAt(ctx.now))
}

/**
 * Compares the cached amounts of what moved since the last night with the ledger and tells the differences every night until somebody has
 * repaired them. All of them are compared by `npm run check:money`.
 */
async function compareTotals(ctx: Context, checks: readonly MoneyChecks[]): Promise<void> {
  await withMoved(ctx, async (moved) => {
    const found = await differences(ctx, checks, moved)
    for (const difference of found) ctx.tellDifference({ difference }, 'books and caches differ')
    return found
  })
}
