import type { Jobs } from '../../kernel/process/jobs.ts'
import { publish } from './history.ts'

/** Publishes planned prices when they are due. */
export const priceJobs: Jobs = { due: { pricePublish: publish } }
