import { MINUTE } from '@cheyi/domain/time'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { following } from '../../platform/stream/actions.ts'
import { customersFollower } from './customers/follow.ts'
import { remindOfRequests } from './privacy/request.ts'

export const driverJobs: Jobs = {
  merchants: [{ name: 'personRequests', schedule: { daily: '09:30' }, work: remindOfRequests }],
  installation: [
    { name: customersFollower.name, schedule: { every: MINUTE }, work: following(customersFollower), long: true },
  ],
}
