import { contract } from '@cheyi/contract/index'
import { legalText } from '@cheyi/domain/session/legal'
import { startOfDate } from '@cheyi/domain/time'
import { implement } from '../kernel/context.ts'
import { hashToken } from '../kernel/identity.ts'
import { createTicket, devices, endSession, useTicket } from './devices.ts'
import { drawCaptcha } from './limit/captcha.ts'
import { sendCode } from './limit/codes.ts'
import { login, loginByCode } from './log-in.ts'
import { changePassword, resetPassword } from './password/passwords.ts'
import { register } from './register.ts'
import { assistOf, currentUser } from './sign-in.ts'
import * as store from './store.ts'
import { switchMerchant } from './switch-merchant.ts'

export const session = implement(contract.session, {
  captcha: (_, ctx) => drawCaptcha(ctx),
  sendCode,
  login,
  loginByCode,
  register,
  resetPassword,
  changePassword,
  switchMerchant,
  devices,
  endSession,
  createTicket,
  useTicket,

  async logout(_, ctx) {
    if (ctx.token !== null) await store.revoke(ctx.db, hashToken(ctx.token), '退出登录', ctx.now)
    return {}
  },

  async userInfo(_, ctx) {
    const { userId, accountId, merchantId, operator } = ctx.identity
    return currentUser(ctx, {
      userId,
      accountId: accountId === '0' ? null : accountId,
      merchantId,
      ...(operator && { assist: await assistOf(ctx) }),
    })
  },

  legal({ type }) {
    const text = legalText(type)
    return { title: text.title, version: text.version, html: text.html, updatedAt: startOfDate(text.updatedOn) }
  },
})
