import type { Jobs } from '../kernel/process/jobs.ts'
import { expireAgreement } from './link.ts'

/** A paper that was sent and not signed within 72 hours may be made anew. */
export const agreementJobs: Jobs = { due: { agreementExpiry: expireAgreement } }
