import { type Context, type Db, newId } from '../../kernel/context.ts'
import type { Vault } from '../../kernel/vault.ts'

const PLACE = 'app_user.mobile'

/** Creates a user who may sign in; runs without a merchant. @returns the id, or null when the mobile is already registered */
export async function insertUser(
  tx: Pick<Context, 'db' | 'query'>,
  platform: Vault,
  user: { mobile: string; passwordHash: string | null; operator?: boolean },
): Promise<string | null> {
  const id = await newId(tx)
  const row = await tx.db
    .insertInto('appUser')
    .values({
      id,
      mobileEnc: platform.seal(PLACE, id, user.mobile),
      mobileHash: platform.index(PLACE, user.mobile),
      passwordHash: user.passwordHash,
      operator: user.operator ?? false,
    })
    .onConflict((conflict) => conflict.column('mobileHash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Makes the user with this mobile a platform operator; runs without a merchant. */
export const makeOperator = (db: Db, platform: Vault, mobile: string) =>
  db.updateTable('appUser').set({ operator: true }).where('mobileHash', '=', platform.index(PLACE, mobile)).execute()
