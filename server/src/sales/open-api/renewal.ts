import { reduceType } from '@cheyi/domain/booking/order/codes'
import { payKind } from '@cheyi/domain/money/payment/codes'
import { withinTolerance } from '@cheyi/domain/pricing/quote/channel/channel'
import { Refusal } from '@cheyi/domain/refusal'
import { renewalStatuses } from '@cheyi/domain/rental/renewal/codes'
import { toIso } from '@cheyi/domain/time'
import { lockOrder, readOrder } from '../../booking/order/actions.ts'
import { inputHash } from '../../kernel/call/idempotency.ts'
import { requireFound } from '../../kernel/context.ts'
import { receivePlatform, recordPlatformRefunds } from '../../money/payment/actions.ts'
import { renewals } from '../../rental/renewal/actions.ts'
import { channelNow } from '../channel/actions.ts'
import { isoOrNull } from './channel-view.ts'
import type { OpenHandlerOf } from './implement.ts'
import * as store from './store.ts'
import { isPrepaid } from './trip.ts'

const renewalView = (row: store.RenewalShown) => ({
  renewalId: row.id,
  renewalNo: row.renewalNo,
  status: row.status,
  statusName: renewalStatuses.text(row.status),
  oldReturnAt: toIso(row.oldReturnAt),
  newReturnAt: toIso(row.newReturnAt),
  amountFen: row.amountFen,
  endedAt: isoOrNull(row.endedAt),
})

/**
 * Extends an order on rent once under the channel's number of the renewal, at our price for the added time.
 * @throws Refusal openPriceChanged (9202) with our price, openNoStock (9201) without a car for the time
 */
export const createRenewal: OpenHandlerOf<'createRenewal'> = async (input, ctx, { source }) => {
  const { channelOrderNo, renewalNo, newReturnAt, amountFen } = input
  const orderId = requireFound(await store.orderIdOf(ctx, source, channelOrderNo))
  // Requests with one number are serialized by the lock of the order.
  await lockOrder(ctx, orderId)
  const hash = inputHash(input)
  const known = await store.renewalOf(ctx, orderId, { renewalNo })
  if (known !== undefined) {
    if (!known.inputHash.equals(hash)) throw new Refusal('openOrderNoDiffers')
    return { ...renewalView(known), duplicate: true }
  }
  const channel = await channelNow(ctx, source)
  const ours = await renewals.price({ orderId, newReturnAt }, ctx)
  if (!withinTolerance(ours.amount, amountFen, channel.toleranceFen))
    throw new Refusal('openPriceChanged', { total: ours.amount })
  const less = ours.amount - amountFen
  const reduces = [{ reduceType: reduceType.roundOff, amount: less }]
  const { quoteId, amount } = less > 0 ? await renewals.price({ orderId, newReturnAt, reduces }, ctx) : ours
  const { renewalId } = await renewals.create({ orderId, quoteId }, ctx)
  store.placeRenewal(ctx, { orderId, renewalNo, renewalId, hash })
  if (isPrepaid(input.payment, channel))
    await receivePlatform(ctx, orderId, amount, { payKind: payKind.renewal, refType: 'renewal', refId: renewalId })
  return { ...renewalView(requireFound(await store.renewalOf(ctx, orderId, { renewalNo }))), duplicate: false }
}

/**
 * Cancels a renewal that has not begun. The platform refunds what it collected for it; a repeat gets the same answer.
 * @throws Refusal openStatusRefuses (9208) once its time has begun, or another renewal follows it
 */
export const cancelRenewal: OpenHandlerOf<'cancelRenewal'> = async (input, ctx, { source }) => {
  const { channelOrderNo, renewalId, reason = '' } = input
  const orderId = requireFound(await store.orderIdOf(ctx, source, channelOrderNo))
  await lockOrder(ctx, orderId)
  const row = requireFound(await store.renewalOf(ctx, orderId, { renewalId }))
  if (row.endedAt === null) {
    await renewals.cancel({ renewalId, reason: `渠道接口取消${reason === '' ? '' : `：${reason}`}` }, ctx)
    await recordPlatformRefunds(ctx, await readOrder(ctx, orderId))
  }
  const ended = requireFound(await store.renewalOf(ctx, orderId, { renewalId }))
  return { ...renewalView(ended), refundFen: await store.refundedSince(ctx, orderId, ended.endedAt!) }
}
