import { type VerifyStatus, verifyStatus, verifyStatuses } from '@cheyi/domain/rental/driver/codes'
import type { Tone } from '../../../ui/show/tag.tsx'

const verifyTones: Readonly<Record<number, Tone>> = {
  [verifyStatus.unverified]: 'warning',
  [verifyStatus.passed]: 'success',
  [verifyStatus.failed]: 'danger',
}

const verifyTexts: Readonly<Record<number, string>> = {
  [verifyStatus.passed]: '已核验',
  [verifyStatus.failed]: '核验未通过',
}

/** Whether staff compared the documents with the originals. */
export const verifyMark = ({
  verifyStatus: status,
}: {
  readonly verifyStatus: VerifyStatus
}): { text: string; tone: Tone } => ({
  text: verifyTexts[status] ?? verifyStatuses.text(status),
  tone: verifyTones[status] ?? 'neutral',
})
