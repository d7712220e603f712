import type { LockState } from '@cheyi/domain/session/lockout'
import type { Db } from '../kernel/context.ts'
import { atOrNull, msOrNull } from '../kernel/instant.ts'

const columns = ['fail_count', 'fail_since', 'lock_level', 'locked_until'] as const

const stateOf = (row: {
  fail_count: number
  fail_since: Date | null
  lock_level: number
  locked_until: Date | null
}): LockState => ({
  failCount: row.fail_count,
  failSince: msOrNull(row.fail_since),
  lockLevel: row.lock_level,
  lockedUntil: msOrNull(row.locked_until),
})

/** What is remembered under a key, held so that guesses side by side are all counted. */
export async function lockForUpdate(db: Db, mobileHash: Buffer): Promise<LockState> {
  await db
    .insertInto('login_lock')
    .values({ mobile_hash: mobileHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('login_lock')
    .select(columns)
    .where('mobile_hash', '=', mobileHash)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return stateOf(row)
}

export async function setLock(db: Db, mobileHash: Buffer, state: LockState): Promise<void> {
  await db
    .updateTable('login_lock')
    .set({
      fail_count: state.failCount,
      fail_since: atOrNull(state.failSince),
      lock_level: state.lockLevel,
      locked_until: atOrNull(state.lockedUntil),
    })
    .where('mobile_hash', '=', mobileHash)
    .execute()
}
