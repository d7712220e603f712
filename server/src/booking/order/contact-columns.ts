import { maskPhone } from '@cheyi/domain/mask'
import { phoneTail } from '@cheyi/domain/platform/check/mobile'
import type { Context } from '../../kernel/context.ts'

/** The columns of a customer's phone number on an order: encrypted, as a blind index for searches, and masked for lists. */
export const contactColumns = (ctx: Context, orderId: string, phone: string) => ({
  contactPhoneEnc: phone === '' ? null : ctx.vault.seal('order.contact_phone', orderId, phone),
  contactPhoneHash: phone === '' ? null : ctx.vault.index('order.contact_phone', phone),
  contactPhoneMask: phone === '' ? '' : maskPhone(phone),
  contactPhoneTail4: phoneTail(phone),
})
