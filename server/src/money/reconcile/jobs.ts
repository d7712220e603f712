import { billDueAt, billProducts } from '@cheyi/domain/money/reconcile/bill'
import { addDays, HOUR, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { canBeTold } from '../../kernel/pay-port.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { billDays } from './days.ts'
import { takeTurn } from './fetch.ts'
import * as store from './store.ts'

/** Limit of bills per merchant and run; the remaining ones are fetched by the next run. */
const MOST = 50

export const reconcileJobs: Jobs = {
  merchants: [{ name: 'bills', schedule: { every: HOUR }, work: fetchBills }],
}

/** Fetches the bills that are due: yesterday's once the providers have created them, and earlier ones that are missing. */
async function fetchBills(ctx: Context): Promise<void> {
  if (!canBeTold(ctx.config)) return
  for (const { way, from, to } of billDays(localDate(ctx.now), ctx.now)) {
    const isMade = billDueAt(to, billProducts[way]!) <= ctx.now
    await store.beginBills(ctx, way, { from, to: isMade ? to : addDays(to, -1) })
  }
  for (const due of await store.dueBills(ctx, MOST)) ctx.afterCommit(await takeTurn(ctx, due))
}
