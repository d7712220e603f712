import { timers } from '@cheyi/domain/booking/order/timers'
import type { Context } from '../../kernel/context.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { staleRows } from './view/stale.ts'

export const stockJobs: Jobs = {
  merchants: [{ name: 'heldOrders', schedule: timers.nightly, work: compareHeld }],
}

/** What occupancies keep of their orders against the orders; told in the log, and repaired by nobody. */
async function compareHeld(ctx: Context): Promise<void> {
  for (const difference of await staleRows(ctx)) ctx.log.error({ difference }, 'an occupancy and its order differ')
}
