import { advance } from '@cheyi/domain/advance'
import { cancelReason, responsibility, sources } from '@cheyi/domain/booking/order/codes'
import { awaitsPayment, isCancelled, isCancelling, orderSteps } from '@cheyi/domain/booking/order/steps'
import { badInput } from '@cheyi/domain/refusal'
import { deductionData } from '@cheyi/domain/sales/channel-push/event'
import { addDays, localDate, toIso } from '@cheyi/domain/time'
import { lockOrder, type OrderRow, readOrder } from '../../booking/order/actions.ts'
import { releasePlace, type SaleDay, saleDays } from '../../fleet/stock/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { Restart } from '../../kernel/db/restart.ts'
import { LeavingRefusal } from '../../kernel/process/leaving.ts'
import { platformAnswers, platformDeductions } from '../../money/deposit/actions.ts'
import { finishWhenPaidBack, recordPlatformRefunds } from '../../money/payment/actions.ts'
import { priceDays } from '../../pricing/price/actions.ts'
import { callOff, cancelRule, outcomeOf } from '../../rental/order/cancel/actions.ts'
import { changeCustomer } from '../../rental/order/modify/actions.ts'
import { channelNow } from '../channel/actions.ts'
import { eventsAfter } from '../channel-push/actions.ts'
import { maskPlate, orderForChannel } from './channel-view.ts'
import type { OpenKey } from './door.ts'
import type { OpenHandlerOf, OpenHandlers } from './implement.ts'
import { serialHandlers } from './in-turn.ts'
import { checkOrder, createOrder } from './order.ts'
import { cancelRenewal, createRenewal } from './renewal.ts'
import { statement } from './statement.ts'
import * as store from './store.ts'
import { isOpenTo, priceForChannel, quoteForChannel, requireOpen, sellingChannel, withOurServices } from './trip.ts'
import { ackViolation, violations } from './violation.ts'

/** The present cost of a cancel by the customer. */
const cancelPreview: OpenHandlerOf<'cancelPreview'> = async ({ channelOrderNo }, ctx, { source }) => {
  const orderId = requireFound(await store.orderIdOf(ctx, source, channelOrderNo))
  const { penalty, paid, refund } = await cancelRule({ orderId }, ctx)
  return { penaltyFen: penalty, paidFen: paid, refundFen: refund }
}

/**
 * Cancels an order before its pickup, by the cancel rule that was frozen in the order. A repeated cancel gets the same
 * answer; an unknown number is blocked for an order that arrives after its cancel.
 * @throws Refusal openStatusRefuses (9208) once the car is out
 */
const cancelOrder: OpenHandlerOf<'cancelOrder'> = async (input, ctx, key) => {
  const { channelOrderNo, reason = '' } = input
  const orderId = await store.orderIdOf(ctx, key.source, channelOrderNo)
  if (orderId === undefined)
    throw new LeavingRefusal('openStatusRefuses', async (apart) => {
      // It was created after this transaction had ended: the cancel finds it now.
      if ((await store.orderIdOf(apart, key.source, channelOrderNo)) !== undefined) throw new Restart({})
      const placeId = await store.drop(apart, key, channelOrderNo)
      if (placeId !== null) releasePlace(apart, placeId)
      return { known: false }
    })
  const order = await lockOrder(ctx, orderId)
  if (isCancelled(order.status) || isCancelling(order.status)) return finishCancelled(ctx, order)
  const status = advance(orderSteps, 'cancel', order.status)
  const byChannel = input.responsibility === 'channel'
  const due = awaitsPayment(order.status)
    ? { penalty: 0, fullPenalty: 0, mayDeductDeposit: false }
    : outcomeOf(ctx, order, {
        responsibility: byChannel ? responsibility.channel : responsibility.customer,
        noShow: false,
        waive: byChannel,
      })
  const ended = await callOff(ctx, order, {
    action: 'cancel',
    status,
    reason: cancelReason.tripOff,
    by: byChannel ? 'channel' : 'customer',
    note: `渠道接口取消${reason === '' ? '' : `：${reason}`}`,
    penalty: due.penalty,
    penaltyFromDeposit: due.mayDeductDeposit,
  })
  return finishCancelled(ctx, ended.order)
}

/**
 * An order that the platform has cancelled: the platform itself refunds what it collected for the order, which is
 * recorded now at the latest.
 */
async function finishCancelled(ctx: Context, order: OrderRow) {
  await recordPlatformRefunds(ctx, order)
  await finishWhenPaidBack(ctx, order)
  const over = await readOrder(ctx, order.id)
  return { ...(await orderForChannel(ctx, over)), refundFen: await refundOf(ctx, over) }
}

/** The refund of a cancelled order, at any later time; it includes money that was never booked because the order was not accepted. */
const refundOf = async (ctx: Context, order: OrderRow): Promise<number> =>
  order.platformFen + (await store.refundedSince(ctx, order.id, order.cancelledAt!))

type Row = Awaited<ReturnType<typeof platformDeductions>>[number]

const deductionView = (row: Row) => ({ ...deductionData(row), reason: row.reason })

const deductions: OpenHandlerOf<'deductions'> = async ({ channelOrderNo }, ctx, { source }) => {
  const orderId = requireFound(await store.orderIdOf(ctx, source, channelOrderNo))
  return { deductions: (await platformDeductions(ctx, orderId)).map(deductionView) }
}

/** The platform's answer to a request; only it reduces what the customer owes. */
const answerDeduction: OpenHandlerOf<'answerDeduction'> = async (input, ctx, { source }) => {
  const { channelOrderNo, deductionId, takenFen, note = '' } = input
  const orderId = requireFound(await store.orderIdOf(ctx, source, channelOrderNo))
  const request = requireFound((await platformDeductions(ctx, orderId)).find(({ id }) => id === deductionId))
  if (takenFen > request.askedFen) throw badInput('takenFen', '实际扣款金额不能超过申请金额')
  return deductionView(await platformAnswers(ctx, orderId, { deductionId, takenFen, answer: note }))
}

/** Maximum number of days of one request. */
const MOST_DAYS = 62
/** Cars of one page. */
const MOST_VEHICLES = 500
/** The same for requests about many pools. */
const MOST_DAYS_OF_MANY = 7

/** The handlers of the open API. */
export const handlers: OpenHandlers = serialHandlers<OpenHandlers>({
  async ping(_, ctx, key) {
    const channel = await channelNow(ctx, key.source)
    return {
      serverTime: toIso(ctx.now),
      source: key.source,
      channel: sources.text(key.source),
      mode: key.test ? 'test' : 'live',
      selling: isOpenTo(key, channel),
      scopes: [...key.scopes],
    }
  },

  stores: async (_, ctx, { source }) => ({ stores: await store.stores(ctx, source) }),
  models: async (_, ctx, { source }) => ({ models: await store.models(ctx, source) }),

  /** Plates are masked: a platform learns the car of an order with the order. */
  async vehicles({ after }, ctx, { source }) {
    const rows = await store.vehicles(ctx, source, after ?? null, MOST_VEHICLES + 1)
    const page = rows.slice(0, MOST_VEHICLES)
    return {
      vehicles: page.map((row) => ({ ...row, plate: maskPlate(row.plate) })),
      next: rows.length > MOST_VEHICLES ? page.at(-1)!.vehicleId : null,
    }
  },

  /** Past dates are left out; the answer is empty while the channel is paused. */
  async stock({ storeId, modelId, from, to }, ctx, key) {
    const dates = datesOf(from, to, MOST_DAYS)
    await requireOpen(ctx, key.source, { storeId, modelId })
    const [days] = await stockOf(ctx, key, [{ storeId, modelId }], dates)
    return { asOf: toIso(ctx.now), days: days! }
  },

  async stockBatch({ pools, from, to }, ctx, key) {
    const dates = datesOf(from, to, MOST_DAYS_OF_MANY)
    await requireOpen(ctx, key.source, ...pools)
    const days = await stockOf(ctx, key, pools, dates)
    return { asOf: toIso(ctx.now), pools: pools.map((pool, i) => ({ ...pool, days: days[i]! })) }
  },

  async prices({ storeId, modelId, from, to }, ctx, { source }) {
    datesOf(from, to, MOST_DAYS)
    await requireOpen(ctx, source, { storeId, modelId })
    const { days } = await priceDays({ storeId, modelId, source, from, to }, ctx)
    return { days: days.map(({ date, price, stop }) => ({ date, priceFen: stop ? null : price, closed: stop })) }
  },

  async quote(asked, ctx, key) {
    const { source } = key
    await sellingChannel(ctx, key)
    const services = await requireOpen(ctx, source, asked)
    return quoteForChannel(ctx, await priceForChannel(ctx, source, withOurServices(asked, services)))
  },

  checkOrder,
  createOrder,

  async order({ channelOrderNo }, ctx, { source }) {
    return orderForChannel(ctx, await readOrder(ctx, requireFound(await store.orderIdOf(ctx, source, channelOrderNo))))
  },

  /** The car, the price and the time stay; a contract that was made for the previous customer refuses it. */
  async customer({ channelOrderNo, name, mobile }, ctx, { source }) {
    const orderId = requireFound(await store.orderIdOf(ctx, source, channelOrderNo))
    const before = await readOrder(ctx, orderId)
    if (before.contactName !== name || !before.contactPhoneHash?.equals(ctx.vault.index('order.contact_phone', mobile)))
      await changeCustomer({ orderId, contactName: name, contactPhone: mobile }, ctx)
    return orderForChannel(ctx, await readOrder(ctx, orderId))
  },

  createRenewal,
  cancelRenewal,
  violations,
  ackViolation,
  deductions,
  answerDeduction,
  cancelPreview,
  cancelOrder,
  statement,

  events: ({ after, limit }, ctx, { source }) => eventsAfter(ctx, source, after, limit),
})

/**
 * What the channel may sell of pools on the dates that are not past. Stores are processed one after another, because
 * each needs its own search.
 */
async function stockOf(
  ctx: Context,
  key: OpenKey,
  pools: readonly { readonly storeId: string; readonly modelId: string }[],
  dates: readonly string[],
): Promise<SaleDay[][]> {
  const selling = isOpenTo(key, await channelNow(ctx, key.source))
  const today = localDate(ctx.now)
  const ahead = dates.filter((date) => date >= today)
  const models = Map.groupBy(pools, ({ storeId }) => storeId)
  const days = new Map<string, Awaited<ReturnType<typeof saleDays>>>()
  for (const [storeId, of] of models) {
    const modelIds = [...new Set(of.map(({ modelId }) => modelId))]
    days.set(storeId, await saleDays(ctx, storeId, modelIds, key.source, ahead))
  }
  return pools.map(({ storeId, modelId }) =>
    (days.get(storeId)!.get(modelId) ?? []).map((day) => ({ ...day, sellable: selling ? day.sellable : 0 })),
  )
}

/** @throws Refusal badInput (-2) */
function datesOf(from: string, to: string, most: number): string[] {
  if (to < from) throw badInput('to', '结束日期不能早于开始日期')
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (dates.length === most) throw badInput('to', `日期跨度不能超过${most}天`)
    dates.push(date)
  }
  return dates
}
