import type { Jobs } from '../../kernel/process/jobs.ts'
import { remindOfCertificate } from './certificate.ts'
import { printDue } from './file/file.ts'
import { expireAgreement } from './link.ts'

/**
 * The files of documents are printed after the calls that make or sign them. A document that was sent and not signed within 72 hours may be created again. Every morning, the accounts that manage the
 * merchant's settings are notified of a certificate that expires.
 */
export const agreementJobs: Jobs = {
  due: { agreementExpiry: expireAgreement, agreementPrint: printDue },
  merchants: [{ name: 'certificateExpiry', schedule: { daily: '09:10' }, work: remindOfCertificate }],
}
