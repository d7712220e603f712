import { timers } from '@cheyi/domain/booking/order/timers'
import type { Context } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { staleRows } from './view/stale.ts'

export const stockJobs: Jobs = {
  merchants: [{ name: 'heldOrders', schedule: timers.nightly, work: compareHeld }],
}

/** Compares the columns that occupancies copy from their orders with the orders; a difference is logged, not repaired. */
async function compareHeld(ctx: Context): Promise<void> {
  for (const difference of await staleRows(ctx)) ctx.tellDifference({ difference }, 'an occupancy and its order differ')
}
