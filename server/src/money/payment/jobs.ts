import { isOnRent } from '@cheyi/domain/booking/order/steps'
import { timers } from '@cheyi/domain/booking/order/timers'
import { monthClosedAt } from '@cheyi/domain/money/payment/earning'
import { lockOrder } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { accrueMonth } from './accrue.ts'
import { differences } from './differences.ts'
import { foldLedgerSums } from './journal/balances.ts'
import { payCertificates } from './online/certificates.ts'
import { holdQuery } from './online/holds.ts'
import { moneyOut, payQuery } from './online/jobs.ts'

export const paymentJobs: Jobs = {
  due: { monthEnd, payQuery, moneyOut, holdQuery, payCertificates, ledgerSums: foldLedgerSums },
  merchants: [{ name: 'nightly', schedule: timers.nightly, work: compareTotals }],
}

/** The month that has just ended is earned for every car that is out. */
async function monthEnd(ctx: Context, orderId: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  if (isOnRent(order.status)) await accrueMonth(ctx, order, monthClosedAt(ctx.now))
}

/** Every cached amount against its books; what does not add up is told in the log, and repaired by nobody. */
async function compareTotals(ctx: Context): Promise<void> {
  for (const difference of await differences(ctx)) ctx.log.error({ difference }, 'books and caches differ')
}
