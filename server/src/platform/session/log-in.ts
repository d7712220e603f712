import { mayEnter } from '@cheyi/domain/platform/session/cancellation'
import type { SignInWay } from '@cheyi/domain/platform/session/codes'
import { Refusal } from '@cheyi/domain/refusal'
import type { HandlerOf } from '../../kernel/context.ts'
import { mobileHashOf } from '../../kernel/mobile.ts'
import { useCode } from './limit/codes.ts'
import { attempt } from './limit/limits.ts'
import { clearLock, passPassword } from './limit/lock.ts'
import { enter } from './sign-in.ts'
import * as store from './store.ts'

const sourceOf = (native: boolean | undefined, otherwise: SignInWay): SignInWay => (native ? 'native' : otherwise)

export const login: HandlerOf<'session', 'login'> = (input, ctx) => {
  const mobileHash = mobileHashOf(ctx, input.mobile)
  return attempt(ctx, mobileHash, async () => {
    const found = await store.userByMobile(ctx.db, mobileHash)
    const user = found && mayEnter(found.status) ? found : undefined
    await passPassword(ctx, {
      ...input,
      mobileHash,
      stored: user?.passwordHash ?? null,
      userId: user?.id ?? null,
    })
    return enter(ctx, user!.id, user!.operator, sourceOf(input.native, 'password'))
  })
}

/** By an SMS code. It is allowed for a mobile that is locked, since a code proves more than a password. */
export const loginByCode: HandlerOf<'session', 'loginByCode'> = (input, ctx) => {
  const mobileHash = mobileHashOf(ctx, input.mobile)
  return attempt(ctx, mobileHash, async () => {
    await useCode(ctx, input.mobile, 'login', input.code)
    const user = await store.userByMobile(ctx.db, mobileHash)
    if (user === undefined || !mayEnter(user.status)) throw new Refusal('wrongCode')
    await clearLock(ctx, mobileHash)
    return enter(ctx, user.id, user.operator, sourceOf(input.native, 'sms'))
  })
}
