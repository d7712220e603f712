import type { Context } from '../../kernel/context.ts'
import { mobileHashOf } from '../../kernel/mobile.ts'
import { ownMobile, tryCode } from './limit/codes.ts'
import * as codes from './limit/store-code.ts'

export { sendKnownCode, useCode } from './limit/codes.ts'
export { counting } from './limit/limits.ts'
export { lockThing } from './limit/store-limit.ts'
export { hashPassword } from './password/password.ts'
export { waysToProve } from './password/proof.ts'
export { insertUser, makeOperator } from './person.ts'
/** For the cancellation of a user account: ends all its sessions. */
/** When the holder of a session last proved their identity. */
export { provedIn, revokeAll } from './store.ts'

/**
 * Checks the step-up code that was sent to the caller's own mobile. It runs in a separate transaction, because the role
 * of the caller's transaction may not read codes. A correct code is used up even if the call is refused later for
 * another reason.
 * @returns whether it was correct
 */
export async function takeStepUp(ctx: Context, code: string): Promise<boolean> {
  const mobile = await ctx.apart(({ db }) => ownMobile({ ...ctx, db }))
  const spent = await tryCode(ctx, mobileHashOf(ctx, mobile), 'stepup', code, ({ db }, id) =>
    codes.spendCode(db, id, ctx.now),
  )
  return spent === true
}

export { openBusiness } from './cancellation/store.ts'
export { legalText, legalVersions } from './legal.ts'
