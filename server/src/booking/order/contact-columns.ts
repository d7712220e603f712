import { maskPhone } from '@cheyi/domain/mask'
import { phoneTail } from '@cheyi/domain/platform/check/mobile'
import type { Context } from '../../kernel/context.ts'

/** How the phone of a customer stands on an order: sealed, to be found by it, and as much of it as lists show. */
export const contactColumns = (ctx: Context, orderId: string, phone: string) => ({
  contactPhoneEnc: phone === '' ? null : ctx.vault.seal('order.contact_phone', orderId, phone),
  contactPhoneHash: phone === '' ? null : ctx.vault.index('order.contact_phone', phone),
  contactPhoneMask: phone === '' ? '' : maskPhone(phone),
  contactPhoneTail4: phoneTail(phone),
})
