import { localDate } from '@cheyi/domain/time'
import { asGate } from '../../kernel/enter.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { jobFailed } from '../../kernel/process/job-failure.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { moveMerchant } from './actions.ts'
import * as store from './store.ts'

/** Suspends merchants whose contract has ended, one transaction each; a second run finds none. */
export async function suspendExpired(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now()
  const rows = await asGate(kernel, ({ db }) => store.expiredMerchants(db, localDate(now)))
  for (const { id } of rows) {
    try {
      const moved = await asGate(kernel, (tx) =>
        moveMerchant(tx, kernel.vaults, {
          merchantId: id,
          action: 'expire',
          note: '服务已到期',
          by: { userId: null, name: '系统', ip: '', traceId: 'job-merchantExpiry' },
          now,
        }),
      )
      await moved.tell(kernel.outside.sms)
    } catch (error) {
      jobFailed(kernel, 'merchantExpiry', error, { merchantId: id })
    }
  }
}

export const operatorJobs: Jobs = {
  installation: [{ name: 'merchantExpiry', schedule: { daily: '00:10' }, work: suspendExpired }],
}
