import { HOUR } from '@cheyi/domain/time'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { matchCertain } from './match-certain.ts'

/** Hourly: an entry may be posted after the statement was imported, such as the bill of a provider, so open lines are matched again. */
export const bankJobs: Jobs = {
  merchants: [{ name: 'bankMatch', schedule: { every: HOUR }, work: async (ctx) => void (await matchCertain(ctx)) }],
}
