import { asGate, type Entrance } from '../kernel/enter.ts'
import { StartError } from '../kernel/start-error.ts'
import { insertUser } from '../merchant/provision.ts'

/** Makes somebody an operator of the platform; a person not known yet signs in by code at first. */
export async function makeOperator(kernel: Entrance, mobile: string): Promise<void> {
  const { platform } = kernel.vaults
  await asGate(kernel, async (tx) => {
    const made = await insertUser(tx, platform, { mobile, passwordHash: null, operator: true })
    if (made !== null) return
    await tx.db
      .updateTable('app_user')
      .set({ operator: true })
      .where('mobile_hash', '=', platform.index('app_user.mobile', mobile))
      .execute()
  })
}

/** Lets an operator enter a merchant. */
export async function assign(kernel: Entrance, mobile: string, merchantId: string): Promise<void> {
  await asGate(kernel, async ({ db }) => {
    const user = await db
      .selectFrom('app_user')
      .select('id')
      .where('mobile_hash', '=', kernel.vaults.platform.index('app_user.mobile', mobile))
      .where('operator', '=', true)
      .executeTakeFirst()
    if (user === undefined) throw new StartError('该手机号不是平台运营，请先执行 person add')
    await db
      .insertInto('operator_merchant')
      .values({ user_id: user.id, merchant_id: merchantId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
