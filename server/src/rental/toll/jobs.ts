import type { Jobs } from '../../kernel/process/jobs.ts'
import { matchNightly } from './match.ts'

export const tollJobs: Jobs = {
  merchants: [{ name: 'tollMatch', schedule: { daily: '01:35' }, work: matchNightly }],
}
