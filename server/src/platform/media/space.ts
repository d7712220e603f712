import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import * as store from './store-space.ts'

const GB = 1024 ** 3
/** Bytes of an account's files that no record names: about three of the longest videos. Such files are deleted after 48 hours. */
const MOST_UNNAMED = GB

/**
 * Refuses `bytes` more when they exceed the merchant's quota, or the limit of files that the account uploaded and no record names yet.
 * Called before the bytes are written, it is only an early check. Called with 0 after the insert of the row, it is exact: the insert keeps
 * the merchant's counter locked until the commit.
 * @throws Refusal spaceFull (11005), unnamedFull (11006)
 */
export async function requireSpace(
  { db, accountId, config }: Pick<Context, 'db' | 'accountId' | 'config'>,
  bytes: number,
): Promise<void> {
  const [used, unnamed] = [await store.usedBytes(db), await store.unnamedBytes(db, accountId)]
  if (used + bytes > config.quotaBytes) throw new Refusal('spaceFull', { n: config.quotaBytes / GB })
  if (unnamed + bytes > MOST_UNNAMED) throw new Refusal('unnamedFull', { n: MOST_UNNAMED / GB })
}

/** Bytes used by the merchant's files, and the quota. */
export const spaceOf = async ({ db, config }: Pick<Context, 'db' | 'config'>) => ({
  usedBytes: await store.usedBytes(db),
  quotaBytes: config.quotaBytes,
})
