import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { maskPhone } from '@cheyi/domain/mask'
import { Refusal } from '@cheyi/domain/refusal'
import { can } from '@cheyi/domain/step'
import { readOrder } from '../../../booking/order/actions.ts'
import { type Context, requireFound } from '../../../kernel/context.ts'
import { isReader } from '../../../kernel/identity.ts'
import { quoteOf } from '../../../pricing/quote/actions.ts'
import { companyBrief } from '../../company/actions.ts'
import { countWhole } from '../../driver/actions.ts'

type Draft = OutputOf<typeof contract.order.draft>

/**
 * The form of a draft as it was last saved. The phone number is returned in full, because the form sends it back.
 * @throws Refusal orderStatusRefuses (2001) once it was submitted
 */
export async function draft({ orderId }: { orderId: string }, ctx: Context): Promise<Draft> {
  const order = await readOrder(ctx, orderId)
  if (!can(orderSteps, 'editDraft', order.status).ok) throw new Refusal('orderStatusRefuses')
  const quote = requireFound(await quoteOf(ctx.db, order.id))
  const { trip } = quote.inputs
  return {
    ...order,
    orderId: order.id,
    services: (trip.services ?? []).map(({ code, qty }) => ({ code, qty })),
    reduces: (trip.reduces ?? []).map(({ reduceType, amount }) => ({ reduceType, amount })),
    long: trip.long ?? null,
    company: trip.companyId === undefined ? null : await companyBrief(ctx, trip.companyId),
    contactPhone: await phoneOf(ctx, order),
  }
}

/**
 * In full, because the editor of the draft sends it back. For a draft of another account, the access counts towards the
 * limit and is logged.
 */
async function phoneOf(
  ctx: Context,
  {
    id,
    contactPhoneEnc: sealed,
    createdBy,
  }: { readonly id: string; readonly contactPhoneEnc: Buffer | null; readonly createdBy: string },
): Promise<string> {
  if (sealed === null) return ''
  const phone = ctx.vault.open('order.contact_phone', id, sealed)
  if (isReader(ctx.identity, ctx.now)) return maskPhone(phone)
  if (createdBy !== ctx.accountId) {
    await countWhole(ctx, `order/${id}`)
    await ctx.auditRead({ targetType: 'order', targetId: id })
  }
  return phone
}
