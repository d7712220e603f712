import { asGate, type Entrance } from '../../kernel/enter.ts'
import { mobileHashOf } from '../../kernel/mobile.ts'
import { StartError } from '../../kernel/process/start-error.ts'
import { logPlatform } from '../audit/actions.ts'
import { makeOperator as grantOperator, insertUser, revokeAll } from '../session/actions.ts'
import { removeFactor } from '../session/second-factor/actions.ts'

/** Makes a person an operator of the platform; a new user signs in by code at first. */
export async function makeOperator(kernel: Entrance, mobile: string): Promise<void> {
  const { platform } = kernel.vaults
  await asGate(kernel, async (tx) => {
    const made = await insertUser(tx, platform, { mobile, passwordHash: null, operator: true })
    if (made !== null) return
    await grantOperator(tx.db, platform, mobile)
  })
}

/**
 * Removes the second factor of a user who lost phone and recovery codes, and ends their sessions everywhere. `by` is responsible for
 * checking that the user requested it. The platform's log records it, and a trigger writes the logs of the user's merchants.
 * @throws StartError when no user has the mobile, or the user has no second factor
 */
export async function resetFactor(
  kernel: Entrance,
  mobile: string,
  by: { readonly name: string; readonly note: string },
): Promise<void> {
  await asGate(kernel, async ({ db }) => {
    const user = await db
      .selectFrom('appUser as u')
      .innerJoin('userTotp as f', 'f.userId', 'u.id')
      .select('u.id')
      .where('u.mobileHash', '=', mobileHashOf(kernel, mobile))
      .where('f.confirmedAt', 'is not', null)
      .executeTakeFirst()
    if (user === undefined) throw new StartError('该手机号没有启用两步验证，无需解除')
    await removeFactor(db, user.id)
    await revokeAll(db, user.id, '平台解除两步验证', kernel.clock.now())
    await logPlatform(db, {
      userId: user.id,
      ip: '',
      traceId: 'command',
      action: 'session.secondFactorReset',
      detail: { ...by },
    })
  })
}

export async function assign(kernel: Entrance, mobile: string, merchantId: string): Promise<void> {
  await asGate(kernel, async ({ db }) => {
    const user = await db
      .selectFrom('appUser')
      .select('id')
      .where('mobileHash', '=', mobileHashOf(kernel, mobile))
      .where('operator', '=', true)
      .executeTakeFirst()
    if (user === undefined) throw new StartError('该手机号不是平台运营，请先执行 person add')
    await db
      .insertInto('operatorMerchant')
      .values({ userId: user.id, merchantId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
