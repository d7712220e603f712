import type { Context } from '../kernel/context.ts'
import { rightCode } from './codes.ts'
import { mobileHashOf } from './lock.ts'
import * as store from './store.ts'
import * as codes from './store-code.ts'

/** Ends the sessions of who leaves for good. */
export { revokeAll } from './store.ts'

/**
 * Takes the step-up code that was sent to the caller's own mobile, in a transaction apart: the caller's own sees no
 * codes. A right one is spent even if the call is refused later for another reason.
 * @returns whether it was right
 */
export const takeStepUp = (ctx: Context, code: string): Promise<boolean> =>
  ctx.apart(async (tx) => {
    const { userId } = ctx.identity
    const mobile = ctx.vaults.platform.open('app_user.mobile', userId, await store.mobileOf(tx.db, userId))
    const mobileHash = mobileHashOf(ctx, mobile)
    const id = await rightCode(ctx, tx, mobileHash, 'stepup', code)
    return id !== undefined && codes.spendCode(tx.db, id, ctx.now)
  })
