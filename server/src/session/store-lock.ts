import type { LockState } from '@cheyi/domain/session/lockout'
import type { Db } from '../kernel/context.ts'

const columns = ['failCount', 'failSince', 'lockLevel', 'lockedUntil'] as const

const stateOf = (row: {
  failCount: number
  failSince: number | null
  lockLevel: number
  lockedUntil: number | null
}): LockState => ({
  failCount: row.failCount,
  failSince: row.failSince,
  lockLevel: row.lockLevel,
  lockedUntil: row.lockedUntil,
})

/** What is remembered under a key, held so that guesses side by side are all counted. */
export async function lockForUpdate(db: Db, mobileHash: Buffer): Promise<LockState> {
  await db
    .insertInto('loginLock')
    .values({ mobileHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('loginLock')
    .select(columns)
    .where('mobileHash', '=', mobileHash)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return stateOf(row)
}

export async function setLock(db: Db, mobileHash: Buffer, state: LockState): Promise<void> {
  await db
    .updateTable('loginLock')
    .set({
      failCount: state.failCount,
      failSince: state.failSince ?? null,
      lockLevel: state.lockLevel,
      lockedUntil: state.lockedUntil ?? null,
    })
    .where('mobileHash', '=', mobileHash)
    .execute()
}
