import { addDays, localDate } from '@cheyi/domain/time'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { checkHosts } from './own-host/nightly.ts'
import { RECOGNISED_FOR } from './wechat/handlers.ts'

/** Days for which counts of visitors are kept. */
const KEPT_DAYS = 90

/** Checks the own domains of merchants, and deletes the sessions of customers after their end, whom WeChat knows no longer, and counts of visitors, every night. */
export const siteJobs: Jobs = {
  installation: [
    { name: 'siteHosts', schedule: { daily: '04:10' }, work: checkHosts },
    {
      name: 'siteSessions',
      schedule: { daily: '03:50' },
      work: async ({ pools, clock }) => {
        await pools.side.query('select purge_site_sessions($1)', [at(clock.now())])
        await pools.side.query('select purge_site_wechat($1)', [at(clock.now() - RECOGNISED_FOR)])
        await pools.side.query('select purge_site_counts($1::date)', [addDays(localDate(clock.now()), -KEPT_DAYS)])
      },
    },
  ],
}
