import { HOUR } from '@cheyi/domain/time'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { lapse } from './handle.ts'
import { remindOfFilings } from './lease/filing.ts'
import { queryNightly } from './provider/ask.ts'
import { matchAnew } from './register.ts'

export const violationJobs: Jobs = {
  merchants: [
    { name: 'violationDeadline', schedule: { every: HOUR }, work: lapse },
    { name: 'leaseFilingDue', schedule: { every: HOUR }, work: remindOfFilings },
    { name: 'violationMatch', schedule: { daily: '01:30' }, work: matchAnew },
    { name: 'violationQuery', schedule: { daily: '01:40' }, work: queryNightly },
  ],
}
