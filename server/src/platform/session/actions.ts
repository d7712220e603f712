import type { Context } from '../../kernel/context.ts'
import { ownMobile, spendCodeApart } from './limit/codes.ts'

export { drawCaptcha } from './limit/captcha.ts'
export { DEVICE_HEADER, sendKnownCode, sendTypedCode, spendCodeApart, useCode } from './limit/codes.ts'
export { counting } from './limit/limits.ts'
export { lockThing } from './limit/store-limit.ts'
export { hashPassword } from './password/password.ts'
export { waysToProve } from './password/proof.ts'
export { insertUser, makeOperator } from './person.ts'
/** For the cancellation of a user account: ends all its sessions. */
/** When the holder of a session last proved their identity. */
export { proofTimesOf, revokeAll } from './store.ts'

/**
 * Checks the step-up code that was sent to the caller's own mobile ({@link spendCodeApart}). It is spent once for the call, which may begin
 * again after that.
 * @returns whether it was correct
 */
export const takeStepUp = (ctx: Context, code: string): Promise<boolean> =>
  ctx.oncePerCall(`stepUp/${code}`, async () => {
    const mobile = await ctx.apart(({ db }) => ownMobile({ ...ctx, db }))
    return spendCodeApart(ctx, mobile, 'stepup', code)
  })

export { openBusiness } from './cancellation/store.ts'
export { legalText, legalVersions } from './legal.ts'
