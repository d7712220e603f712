import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import type { Context } from '../../kernel/context.ts'
import { type Notice, notify } from '../notify/actions.ts'

/** Notifies an employee of a change of their own account; this type cannot be muted. */
const tellOwner = (
  ctx: Context,
  accountId: string,
  { ref, ...words }: Pick<Notice, 'ref' | 'title' | 'body' | 'texted'>,
): void =>
  notify(ctx, {
    type: notifyType.security,
    level: notifyLevel.important,
    ref: `account/${accountId}/${ref}`,
    ...words,
    to: { accountIds: [accountId] },
  })

export const tellOfRights = (ctx: Context, accountId: string): void =>
  tellOwner(ctx, accountId, {
    ref: 'rights',
    title: '您的角色或门店范围已变更',
    body: `由${ctx.identity.name}调整，已立即生效`,
  })

export const tellOfPassword = (ctx: Context, accountId: string): void =>
  tellOwner(ctx, accountId, {
    ref: 'password',
    title: '您的密码已被重置',
    body: `由${ctx.identity.name}重置，请重新设置密码`,
    texted: true,
  })
