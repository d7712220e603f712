import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import * as store from './store-space.ts'

const GB = 1024 ** 3
/** Bytes of an account that no record names: three of the longest videos. They go after 48 hours. */
const MOST_UNNAMED = GB

/**
 * Refuses `bytes` more where there is no space for them: of the merchant, or of what its account sent and no record names yet.
 * Asked before they are written it looks; asked with none once their row is, the sum is the caller's alone until the commit.
 * @throws Refusal spaceFull (11005), unnamedFull (11006)
 */
export async function requireSpace(
  { db, accountId, config }: Pick<Context, 'db' | 'accountId' | 'config'>,
  bytes: number,
): Promise<void> {
  const [used, unnamed] = [await store.used(db), await store.unnamed(db, accountId)]
  if (used + bytes > config.quotaBytes) throw new Refusal('spaceFull', { n: config.quotaBytes / GB })
  if (unnamed + bytes > MOST_UNNAMED) throw new Refusal('unnamedFull', { n: MOST_UNNAMED / GB })
}

/** What the merchant's files take, and may take. */
export const spaceOf = async ({ db, config }: Pick<Context, 'db' | 'config'>) => ({
  usedBytes: await store.used(db),
  quotaBytes: config.quotaBytes,
})
