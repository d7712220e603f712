import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { maskPhone } from '@cheyi/domain/mask'
import { orderSteps } from '@cheyi/domain/order/steps'
import { Refusal } from '@cheyi/domain/refusal'
import { can } from '@cheyi/domain/step'
import { type Context, found } from '../kernel/context.ts'
import { isReader } from '../kernel/identity.ts'
import { ms } from '../kernel/instant.ts'
import type { QuotedInputs } from '../pricing/actions.ts'
import { readOrder } from './actions.ts'
import * as store from './store-create.ts'

type Draft = OutputOf<typeof contract.order.draft>

/**
 * The form of a draft as it was left; its number is shown whole, since it is edited.
 * @throws Refusal orderStatusRefuses (2001) once it was submitted
 */
export async function draft({ orderId }: { orderId: string }, ctx: Context): Promise<Draft> {
  const order = await readOrder(ctx, orderId)
  if (!can(orderSteps, 'editDraft', order.status).ok) throw new Refusal('orderStatusRefuses')
  const quote = found(await store.quoteOf(ctx.db, order.id))
  const { trip } = quote.inputs as unknown as QuotedInputs
  return {
    orderId: order.id,
    version: order.version,
    storeId: order.store_id,
    returnStoreId: order.return_store_id,
    modelId: order.model_id,
    pickupAt: ms(order.pickup_at),
    returnAt: ms(order.return_at),
    source: order.source as Draft['source'],
    pickupType: order.pickup_type as Draft['pickupType'],
    returnType: order.return_type as Draft['returnType'],
    pickupAddress: order.pickup_address,
    pickupLng: order.pickup_lng,
    pickupLat: order.pickup_lat,
    returnAddress: order.return_address,
    returnLng: order.return_lng,
    returnLat: order.return_lat,
    services: (trip.services ?? []).map(({ code, qty }) => ({ code, qty })),
    reduces: (trip.reduces ?? []).map(({ reduceType, amount }) => ({ reduceType, amount })) as Draft['reduces'],
    renterId: order.renter_id,
    codriverIds: order.codriver_ids,
    contactName: order.contact_name,
    contactPhone: phoneOf(ctx, order),
    channelOrderNo: order.channel_order_no,
    remark: order.remark,
    payMode: order.pay_mode as Draft['payMode'],
    depositMode: order.deposit_mode as Draft['depositMode'],
    vehicleId: order.vehicle_id,
    selfService: order.self_service,
    tags: order.tags,
  }
}

/** Whole, since who edits the draft sends it back. */
function phoneOf(
  ctx: Context,
  { id, contact_phone_enc: sealed }: { id: string; contact_phone_enc: Buffer | null },
): string {
  if (sealed === null) return ''
  const phone = ctx.vault.open('order.contact_phone', id, sealed)
  return isReader(ctx.identity, ctx.now) ? maskPhone(phone) : phone
}
