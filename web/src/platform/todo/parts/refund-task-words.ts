import { formatMoment } from '@cheyi/domain/near'

/** Who makes the refund later, and until when in epoch ms. */
export interface Promised {
  readonly accountId: string | null
  readonly dueAt: number | null
}

/** Who reads the words, and whether that account may make the refund itself. */
export interface Reader {
  readonly accountId: string | null
  readonly may: boolean
}

/** The account among those that may make a refund of this kind. */
export const readerOf = <K>(
  accountId: string | null,
  people: readonly { readonly accountId: string; readonly kinds: readonly K[] }[],
  kind: K,
): Reader => ({ accountId, may: people.some((one) => one.accountId === accountId && one.kinds.includes(kind)) })

/** Whether the refund waits for the reader: it is theirs, or anybody's who may. */
const waitsFor = (reader: Reader, accountId: string | null) =>
  accountId === null ? reader.may : accountId === reader.accountId

/** Examples: 由王财务今天 18:00 前退还, 待您退还, 由有权限的同事退还. */
export function promisedWords({ accountId, dueAt }: Promised, name: string, reader: Reader, now: number): string {
  const until = dueAt === null ? '' : ` ${formatMoment(dueAt, now)} 前`
  if (waitsFor(reader, accountId)) return `待您${until}退还`
  return `由${accountId === null ? '有权限的同事' : name}${until}退还`
}

/** What becomes of a refund that is made later, once the return is confirmed. */
export const taskWords = ({ accountId }: Promised, reader: Reader): string =>
  waitsFor(reader, accountId)
    ? '确认后列入您的待办，直到退还'
    : accountId === null
      ? '确认后列入有权限的同事的待办'
      : '确认后列入其待办，直到退还'
