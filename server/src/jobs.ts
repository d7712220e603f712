import { bulk } from './bulk.ts'
import type { Jobs } from './kernel/process/jobs.ts'
import { comparisonJobs } from './money/payment/jobs.ts'
import { moneyChecks } from './money-checks.ts'
import { bulkJobs } from './platform/job/jobs.ts'
import { retentionJobs } from './platform/retention/jobs.ts'
import { clearings } from './retention.ts'
import * as schedules from './schedules.ts'

/** Everything that the clock sets off. */
export const jobs: readonly Jobs[] = [
  ...Object.values(schedules),
  comparisonJobs(moneyChecks),
  retentionJobs(clearings),
  bulkJobs(bulk),
]
