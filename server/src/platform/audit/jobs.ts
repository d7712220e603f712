import { MINUTE } from '@cheyi/domain/time'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { chainAll } from './chain.ts'
import { checkChain } from './check.ts'

export const auditJobs: Jobs = {
  merchants: [{ name: 'auditCheck', schedule: { daily: '04:00' }, work: checkChain }],
  installation: [
    { name: 'auditChain', schedule: { every: MINUTE / 12 }, work: chainAll },
    {
      name: 'auditMonths',
      schedule: { daily: '03:50' },
      work: async ({ pools, clock }) => {
        await pools.side.query('select audit_months($1)', [at(clock.now())])
      },
    },
  ],
}
