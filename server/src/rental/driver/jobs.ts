import type { Jobs } from '../../kernel/process/jobs.ts'
import { remindOfRequests } from './privacy/request.ts'

export const driverJobs: Jobs = {
  merchants: [{ name: 'personRequests', schedule: { daily: '09:30' }, work: remindOfRequests }],
}
