import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { deviceName } from '@cheyi/domain/platform/session/device'
import { DAY } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { type Notice, notify } from '../notify/actions.ts'
import * as store from './store.ts'

/*
 * Notices to users about their own sign-in, in each merchant that they work for. The call runs without a merchant and
 * already acts as the user (actAs).
 */

/** A device that was unused for this time counts as new; older session rows are deleted. */
const KNOWN_FOR = 180 * DAY

async function tellUser(ctx: Context, userId: string, notice: Pick<Notice, 'title' | 'body' | 'ref' | 'texted'>) {
  for (const { id, merchantId } of await store.accountsOf(ctx.db, userId)) {
    const vault = await ctx.vaults.merchant(merchantId)
    await ctx.inMerchant({ merchantId, accountId: id, scope: 'all', storeIds: [] }, async () =>
      notify(
        { ...ctx, vault },
        {
          type: notifyType.security,
          level: notifyLevel.important,
          link: screen('session.profile', {}),
          to: { accountIds: [id] },
          ...notice,
        },
      ),
    )
  }
}

/**
 * Whether this device is new for a user who has used another one before. Devices are compared by name, because the user
 * agent changes with each browser version. Call it before the session is opened.
 */
export async function isNewDevice(ctx: Context, userId: string): Promise<boolean> {
  const known = await store.userAgentsOf(ctx.db, userId, ctx.now - KNOWN_FOR)
  return known.length > 0 && !known.map(deviceName).includes(deviceName(ctx.userAgent))
}

export const tellOfDevice = (ctx: Context, userId: string): Promise<void> =>
  tellUser(ctx, userId, {
    ref: `user/${userId}/device/${deviceName(ctx.userAgent)}`,
    title: '您的账号在新设备登录',
    body: `${deviceName(ctx.userAgent)}，IP ${ctx.ip}。如非本人操作，请修改密码并让该设备下线`,
  })

/** The text message is sent elsewhere, because it must also reach users who work for no merchant. */
export const tellOfNewPassword = (ctx: Context, userId: string): Promise<void> =>
  tellUser(ctx, userId, {
    ref: `user/${userId}/password`,
    title: '您的登录密码已修改',
    body: '其他设备已退出登录。如非本人操作，请立即找回密码',
    texted: true,
  })
