import type { Jobs } from '../../kernel/process/jobs.ts'
import { remindOfCertificate } from './certificate.ts'
import { expireAgreement } from './link.ts'

/**
 * A document that was sent and not signed within 72 hours may be created again. Every morning, the accounts that manage the
 * merchant's settings are notified of a certificate that expires.
 */
export const agreementJobs: Jobs = {
  due: { agreementExpiry: expireAgreement },
  merchants: [{ name: 'certificateExpiry', schedule: { daily: '09:10' }, work: remindOfCertificate }],
}
