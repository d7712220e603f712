import { contract } from '@cheyi/contract/index'
import { legalHtml } from '@cheyi/domain/platform/session/legal'
import type { LegalBlock } from '@cheyi/domain/platform/session/legal-text'
import { startOfDate } from '@cheyi/domain/time'
import { implement } from '../../kernel/context.ts'
import { hashToken } from '../../kernel/identity.ts'
import { createTicket, devices, endSession, useTicket } from './devices.ts'
import { legalText } from './legal.ts'
import { drawCaptcha } from './limit/captcha.ts'
import { sendCode } from './limit/codes.ts'
import { login, loginByCode } from './log-in.ts'
import { changePassword, resetPassword } from './password/passwords.ts'
import { register } from './register.ts'
import { assistOf, currentUser } from './sign-in.ts'
import * as store from './store.ts'
import { switchMerchant } from './switch-merchant.ts'

const blockOf = (block: LegalBlock) => ({
  text: typeof block === 'string' ? block : '',
  list: typeof block === 'object' && 'list' in block ? [...block.list] : [],
  table: typeof block === 'object' && 'table' in block ? block.table.map((row) => [...row]) : [],
})

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

  async legal({ type }, ctx) {
    const text = await legalText(ctx.db, type, ctx.now)
    const { title, version, updatedOn, effectiveOn } = text
    return {
      title,
      version,
      preamble: text.preamble.map(blockOf),
      sections: text.sections.map(({ heading, blocks }) => ({ heading, blocks: blocks.map(blockOf) })),
      html: legalHtml(text),
      updatedAt: startOfDate(updatedOn),
      effectiveAt: startOfDate(effectiveOn),
    }
  },
})
