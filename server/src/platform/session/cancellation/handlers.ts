import { contract } from '@cheyi/contract/index'
import { advance } from '@cheyi/domain/advance'
import { blocksOf, cancelAtOf, cancellationSteps, isCoolingOff } from '@cheyi/domain/platform/session/cancellation'
import { implement } from '../../../kernel/context.ts'
import { ownMobile, useCode } from '../limit/codes.ts'
import { logOf } from '../platform-log.ts'
import { allOf, openBusinessOf } from './open-business.ts'
import * as store from './store.ts'

export const cancellation = implement(contract.cancellation, {
  async check(_, ctx) {
    const { userId } = ctx.identity
    const user = await store.lock(ctx.db, userId)
    const accounts = await openBusinessOf(ctx, userId)
    return {
      merchants: accounts
        .filter(({ closed }) => !closed)
        .map(({ name, owner, checks }) => ({ name, owner, checks: [...checks] })),
      blocked: blocksOf(allOf(accounts)) !== '',
      cancelAt: isCoolingOff(user.status) ? user.cancelAt : null,
    }
  },

  async apply({ reason, smsCode }, ctx) {
    const { userId } = ctx.identity
    await useCode(ctx, await ownMobile(ctx), 'cancel', smsCode)
    const user = await store.lock(ctx.db, userId)
    const open = allOf(await openBusinessOf(ctx, userId))
    const status = advance(cancellationSteps, 'apply', user.status, { open })
    const cancelAt = cancelAtOf(ctx.now)
    await store.setState(ctx.db, userId, { status, cancelAt, reason })
    await logOf(ctx, userId, 'cancellation.apply', 'ok')
    return { cancelAt }
  },

  async withdraw(_, ctx) {
    const { userId } = ctx.identity
    const user = await store.lock(ctx.db, userId)
    const status = advance(cancellationSteps, 'withdraw', user.status)
    await store.setState(ctx.db, userId, { status, cancelAt: null, reason: '' })
    await logOf(ctx, userId, 'cancellation.withdraw', 'ok')
    return {}
  },
})
