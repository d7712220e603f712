import { customerMessages } from '@cheyi/domain/platform/notify/customer'
import { isWechatReminder, wechatReminderText } from '@cheyi/domain/sales/site/wechat-reminder'
import { asMerchant } from '../../../kernel/enter.ts'
import { publicUrl } from '../../../kernel/process/public-url.ts'
import { registerCustomerWay } from '../../../platform/notify/actions.ts'
import { rentalPath } from '../mine/rooms.ts'
import { reachableName } from '../store.ts'
import { mobileHashOf, OPENID, RECOGNISED_FOR } from './handlers.ts'
import * as store from './store.ts'

/*
 * Reminders go to WeChat instead of SMS for customers who agreed to it. Where WeChat does not take one, as from somebody who does not follow
 * the account, the text message is sent: nobody misses a reminder.
 */
registerCustomerWay(async (kernel, merchantId, { kind, orderId, mobile, merchant }) => {
  const { follow } = kernel.outside
  if (follow === null || orderId === null || !isWechatReminder(kind)) return false
  const vault = await kernel.vaults.merchant(merchantId)
  const now = kernel.clock.now()
  const found = await asMerchant(kernel, merchantId, async (tx) => {
    const user = await store.ofMobile(tx, mobileHashOf({ vault }, mobile), now - RECOGNISED_FOR)
    if (user === undefined || !user.reminders) return undefined
    return { user, order: await store.remindedOrder(tx, orderId), site: await reachableName(tx) }
  })
  if (found?.order === undefined) return false
  const { user, order, site } = found
  try {
    const rung = await follow.ring(vault.open(OPENID, user.id, user.openidEnc), {
      title: customerMessages[kind],
      body: wechatReminderText(kind, order),
      merchant,
      at: now,
      link: site === undefined ? null : publicUrl(kernel.config, rentalPath(site, orderId)),
    })
    return rung === 'rung'
  } catch (err) {
    kernel.log.warn({ err, merchantId, kind }, 'WeChat took no reminder, a text message is sent')
    return false
  }
})
