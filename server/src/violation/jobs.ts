import { HOUR } from '@cheyi/domain/time'
import type { Jobs } from '../kernel/process/jobs.ts'
import { lapse } from './handle.ts'

export const violationJobs: Jobs = {
  merchants: [{ name: 'illegalDeadline', schedule: { every: HOUR }, work: lapse }],
}
