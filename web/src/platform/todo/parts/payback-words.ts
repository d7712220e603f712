import { formatMoment } from '@cheyi/domain/near'

/** Who pays back later, and until when, epoch ms. */
export interface Promised {
  readonly accountId: string | null
  readonly dueAt: number | null
}

/** 由王财务今天 18:00 前退还, 由有权限的同事退还. */
export const promisedWords = ({ accountId, dueAt }: Promised, name: string, now: number): string =>
  `由${accountId === null ? '有权限的同事' : name}${dueAt === null ? '' : ` ${formatMoment(dueAt, now)} 前`}退还`
