import type { Jobs } from '../../kernel/process/jobs.ts'
import { publish } from './history.ts'

/** Prices that were to hold from a moment on. */
export const priceJobs: Jobs = { due: { pricePublish: publish } }
