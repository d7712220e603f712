import { formatMoment } from '@cheyi/domain/near'

/** Who makes the refund later, and until when in epoch ms. */
export interface Promised {
  readonly accountId: string | null
  readonly dueAt: number | null
}

/** Examples: 由王财务今天 18:00 前退还, 由有权限的同事退还. */
export const promisedWords = ({ accountId, dueAt }: Promised, name: string, now: number): string =>
  `由${accountId === null ? '有权限的同事' : name}${dueAt === null ? '' : ` ${formatMoment(dueAt, now)} 前`}退还`
