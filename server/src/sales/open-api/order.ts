import { orderKind } from '@cheyi/domain/booking/order/codes'
import { awaitsAcceptance, isCancelled } from '@cheyi/domain/booking/order/steps'
import { arrivedBy } from '@cheyi/domain/booking/order/timers'
import { depositKind, waiveType } from '@cheyi/domain/money/deposit/codes'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { rentalDays } from '@cheyi/domain/pricing/quote/calendar/days'
import { withinTolerance } from '@cheyi/domain/pricing/quote/channel/channel'
import { channelLines, type OwnService, subsidyOf, sumOfGiven } from '@cheyi/domain/pricing/quote/channel/channel-lines'
import { channelSnapshot } from '@cheyi/domain/pricing/quote/channel/channel-snapshot'
import type { DepositTerms } from '@cheyi/domain/pricing/quote/trip'
import { Refusal } from '@cheyi/domain/refusal'
import { identityType } from '@cheyi/domain/rental/driver/codes'
import { lockOrder, logOrder, type OrderRow, readOrder, updateOrder } from '../../booking/order/actions.ts'
import { releasePlace, reservePlace } from '../../fleet/stock/actions.ts'
import { inputHash } from '../../kernel/call/idempotency.ts'
import { type Context, newId } from '../../kernel/context.ts'
import { LeavingRefusal } from '../../kernel/process/leaving.ts'
import { leaveToPlatform } from '../../money/deposit/actions.ts'
import { receivePlatform } from '../../money/payment/actions.ts'
import { unusedQuote } from '../../pricing/quote/actions.ts'
import { create } from '../../rental/order/create/actions.ts'
import { orderForChannel } from './channel-view.ts'
import type { OpenKey } from './door.ts'
import type { OpenHandlerOf, OpenInput, OpenOutput } from './implement.ts'
import { Checked } from './refusals.ts'
import * as store from './store.ts'
import {
  isPrepaid,
  priceForChannel,
  quoteForChannel,
  requireOpen,
  sellingChannel,
  storeQuote,
  withOurServices,
} from './trip.ts'

/** An order, or one that is only checked and may have no price yet. */
type Asked = OpenInput<'checkOrder'> & Pick<OpenInput<'createOrder'>, 'channelOrderNo'>
type Answer = OpenOutput<'createOrder'>

/**
 * Creates an order once under the number of the channel, through the same booking as at the counter, with car, bill and
 * renter. A repeated request gets the first answer.
 * @throws LeavingRefusal planPending (3107) when the assignment is not decided in time; a place is reserved for the number
 */
export async function createOrder(input: Asked, ctx: Context, key: OpenKey): Promise<Answer> {
  try {
    return await place(input, ctx, key)
  } catch (error) {
    if (!(error instanceof Refusal && error.key === 'planPending')) throw error
    throw new LeavingRefusal('planPending', async (apart) => {
      const placeId = await store.takePlace(apart, key, input.channelOrderNo)
      if (placeId === undefined) return {}
      releasePlace(apart, placeId)
      await reservePlace(apart, placeId, { ...input, returnStoreId: input.returnStoreId ?? input.storeId })
      return {}
    })
  }
}

async function place(input: Asked, ctx: Context, key: OpenKey): Promise<Answer> {
  const { source } = key
  const no = input.channelOrderNo
  const { quoteId: _, ...content } = input
  const hash = inputHash(content)
  const known = await store.take(ctx, key, no, hash)
  if (known !== undefined && known.orderId !== null) {
    if (known.inputHash !== null && !known.inputHash.equals(hash)) throw new Refusal('openOrderNoDiffers')
    return { ...(await orderForChannel(ctx, await readOrder(ctx, known.orderId))), duplicate: true }
  }
  // A number is of one order, for ever: what comes behind its cancel, whenever its platform or staff send it again, is cancelled.
  if (known !== undefined && known.droppedAt !== null) throw new Refusal('openStatusRefuses')
  // The plan must not count the place of this booking itself; a failure restores it with the rollback.
  if (known !== undefined && known.placeId !== null) releasePlace(ctx, known.placeId)
  const typed = await store.orderIdOf(ctx, source, no)
  if (typed !== undefined) return takeOver(ctx, key, input, typed, hash)

  const channel = await sellingChannel(ctx, key)
  const services = await requireOpen(ctx, source, input)
  const quote = await agreedQuote(ctx, key, withOurServices(input, services), { ...channel, services })
  const { name, mobile, idNumber } = input.customer
  const booked = await create(
    {
      submit: true,
      orderKind: orderKind.short,
      quoteId: quote.quoteId,
      expectTotal: quote.total,
      contactName: name,
      contactPhone: mobile,
      ...(idNumber !== undefined && {
        person: { name, phone: mobile, identityType: identityType.idCard, identityNo: idNumber },
      }),
      channelOrderNo: no,
      payMode: payMode.offlineIn,
      autoConfirm: channel.autoConfirm,
      ...(input.remark !== undefined && { remark: input.remark }),
    },
    ctx,
    { confirmMinutes: channel.confirmTimeoutMin, platform: platformDepositsOf(input) },
  )
  store.place(ctx, source, no, booked.orderId, hash)
  const order = await readOrder(ctx, booked.orderId)
  if (!isPrepaid(input.payment, channel)) return { ...(await orderForChannel(ctx, order)), duplicate: false }
  // The platform has the money. It does not count for an order that may still be refused.
  if (awaitsAcceptance(order.status)) {
    const waiting = updateOrder(ctx, order, { platformFen: quote.total })
    return { ...(await orderForChannel(ctx, waiting)), duplicate: false }
  }
  await receivePlatform(ctx, order.id, quote.total)
  return { ...(await orderForChannel(ctx, await readOrder(ctx, order.id))), duplicate: false }
}

/** Runs and checks everything that creating the order would, then rolls back. */
export const checkOrder: OpenHandlerOf<'checkOrder'> = async (input, ctx, key) => {
  const channelOrderNo = input.channelOrderNo ?? `check.${await newId(ctx)}`
  const { totalFen } = await place({ ...input, channelOrderNo }, ctx, key)
  throw new Checked({ ok: true, totalFen })
}

/** An order that staff had entered under this number: it becomes the channel's own order. */
async function takeOver(ctx: Context, key: OpenKey, input: Asked, orderId: string, hash: Buffer): Promise<Answer> {
  const order = await lockOrder(ctx, orderId)
  if (isCancelled(order.status) || !isSame(order, input)) throw new Refusal('openOrderNoDiffers')
  const platform = platformDepositsOf(input)
  const taken = updateOrder(ctx, order, {
    arrived: arrivedBy.channel,
    ...(platform !== undefined && { depositPolicySnapshot: { ...order.depositPolicySnapshot, platform } }),
  })
  if (platform !== undefined) await leaveToPlatform(ctx, orderId, platform)
  logOrder(ctx, order, { action: 'modify', detail: { reason: '渠道接口认领' } })
  store.place(ctx, key.source, input.channelOrderNo, orderId, hash)
  return { ...(await orderForChannel(ctx, taken)), duplicate: true }
}

const waivers = { store: undefined, waived: waiveType.platform, held: waiveType.platformHeld } as const

/** The deposits that the platform waives for its customer or holds itself; undefined: none. */
function platformDepositsOf({ deposits }: Asked): DepositTerms['platform'] {
  const rental = waivers[deposits?.rental ?? 'store']
  const violation = waivers[deposits?.violation ?? 'store']
  if (rental === undefined && violation === undefined) return undefined
  return {
    ...(rental !== undefined && { [depositKind.rental]: rental }),
    ...(violation !== undefined && { [depositKind.violation]: violation }),
  }
}

interface Terms {
  readonly toleranceFen: number
  readonly services: ReadonlyMap<string, OwnService>
}

const isSame = (order: OrderRow, { storeId, returnStoreId, modelId, pickupAt, returnAt }: Asked): boolean =>
  order.storeId === storeId &&
  order.returnStoreId === (returnStoreId ?? storeId) &&
  order.modelId === modelId &&
  order.pickupAt === pickupAt &&
  order.returnAt === returnAt

/**
 * A quote that matches the price that the customer saw: the named quote while it is valid, or a new one. The channel's own
 * lines are stored where it sends them; otherwise a lower price within the tolerance becomes a separate line, and a higher
 * price is the margin of the channel.
 * @throws LeavingRefusal openPriceChanged (9202) with a new quote, which is stored
 */
async function agreedQuote(ctx: Context, { source }: OpenKey, input: Asked, { toleranceFen, services }: Terms) {
  const { lines } = input
  const amountFen = input.amountFen ?? (lines && sumOfGiven(lines))
  const offered = amountFen === undefined ? undefined : amountFen + subsidyOf(lines ?? [])
  let promised: number | undefined
  const named = input.quoteId === undefined ? undefined : await unusedQuote(ctx, input.quoteId)
  if (named !== undefined && named.expiresAt > ctx.now && (offered === undefined || named.totalFen === offered)) {
    const { trip } = named.inputs
    const same =
      trip.source === source &&
      trip.storeId === input.storeId &&
      (trip.returnStoreId ?? trip.storeId) === (input.returnStoreId ?? input.storeId) &&
      trip.modelId === input.modelId &&
      trip.pickupAt === input.pickupAt &&
      trip.returnAt === input.returnAt
    if (same && lines === undefined) return { quoteId: named.id, total: named.totalFen }
    if (same) promised = named.totalFen
  }
  const ours = await priceForChannel(ctx, source, input)
  const total = promised ?? ours.snapshot.total
  if (!withinTolerance(total, offered ?? total, toleranceFen))
    throw new LeavingRefusal('openPriceChanged', async (apart) => ({
      quote: await quoteForChannel(apart, await priceForChannel(apart, source, input)),
    }))
  if (lines !== undefined) {
    const { settings } = ours.loaded
    const { days } = rentalDays(input.pickupAt, input.returnAt, settings)
    const snapshot = channelSnapshot(ours.input, settings, channelLines(lines, days, services))
    return { quoteId: (await storeQuote(ctx, { ...ours, snapshot })).quoteId, total: snapshot.total }
  }
  const less = total - (amountFen ?? total)
  const agreed = less > 0 ? await priceForChannel(ctx, source, input, less) : ours
  return { quoteId: (await storeQuote(ctx, agreed)).quoteId, total: agreed.snapshot.total }
}
