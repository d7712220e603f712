import type { Jobs } from '../../kernel/process/jobs.ts'
import { remindOfCertificate } from './certificate.ts'
import { expireAgreement } from './link.ts'

/**
 * A paper that was sent and not signed within 72 hours may be made anew; every morning, whoever sets the merchant up is told of
 * a certificate that ends.
 */
export const agreementJobs: Jobs = {
  due: { agreementExpiry: expireAgreement },
  merchants: [{ name: 'certificateExpiry', schedule: { daily: '09:10' }, work: remindOfCertificate }],
}
