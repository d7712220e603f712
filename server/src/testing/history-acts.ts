import { contract } from '@cheyi/contract/index'
import { source } from '@cheyi/domain/booking/order/codes'
import { depositMode, waiveType } from '@cheyi/domain/money/deposit/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { MAX_PAYMENT_FEN } from '@cheyi/domain/platform/merchant/pay-setting'
import { prepayKinds } from '@cheyi/domain/platform/merchant/prepay'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import type { Envelope } from './app.ts'
import type { History, Who } from './history.ts'

/* What several steps of a history are made of. */

/**
 * One thing that somebody does. Whatever does not fit is refused; `share` (1–110) chooses among its variants and is a percentage
 * where an amount is asked for, at times too much.
 */
export type Step = (h: History, orderId: string, share: number, who: Who) => Promise<unknown>

export const part = (fen: number, share: number) => Math.max(1, Math.round((fen * share) / 100))
export const pick = <T>(list: readonly T[], share: number): T | undefined => list[share % Math.max(1, list.length)]

export const other = (who: Who): Who => (who === 'owner' ? 'manager' : 'owner')

/** Sends what may need a second person, who agrees more often than not; then it is done by repeating it. */
export async function byTwo(
  h: History,
  share: number,
  who: Who,
  send: (headers?: Record<string, string>) => Promise<Envelope>,
) {
  const answer = await send()
  if (answer.errorCode !== 1036) return answer
  const { approvalId } = answer.data as { approvalId: string }
  const pass = share % 4 > 0
  const decided = await h.send(contract.approval.decide, { id: approvalId, pass }, other(who))
  return decided.success && pass ? send({ 'x-approval-id': approvalId }) : answer
}

async function quoted(h: History, share: number, who: Who, trip: object) {
  const from = h.t.clock.now() + (share % 7) * 11 * HOUR + 30 * MINUTE
  const quote = await h.send(
    contract.quote.quote,
    {
      storeId: h.w.stores.hongqiao,
      modelId: share % 3 === 0 ? h.w.models.qin : h.w.models.lavida,
      pickupAt: from,
      returnAt: from + ((share % 11) + 1) * 17 * HOUR,
      ...(share % 5 === 0 ? { reduces: [{ reduceType: 5 as const, amount: 1_500 }] } : {}),
      ...(share % 4 === 0 ? { services: [{ code: 'premium', qty: 1 }] } : {}),
      ...trip,
    },
    who,
  )
  return quote.success ? (quote.data as { quoteId: string; total: number }) : null
}

/** Bookings to come ask for a share, an amount, the first day or all. */
export const setPrepay = (h: History, _: string, share: number) =>
  h.send(contract.merchant.savePay, {
    payProfile: 1,
    payWays: [1, 2, 3, 4, 5],
    limits: { maxPayment: MAX_PAYMENT_FEN },
    prepay: [
      {
        source: source.offline,
        kind: prepayKinds.values[share % prepayKinds.values.length]!,
        rateBp: share * 80,
        fixedFen: share * 500,
      },
    ],
  })

/** The prepayment of a booking at the counter, once it is not paid. */
export async function payPrepay(h: History, orderId: string, _: number, who: Who) {
  const { rows } = await h.t.root.query('select prepay_due_fen::int as due from "order" where id = $1', [orderId])
  const asked = { orderId, payKind: payKind.rent, amount: Math.max(1, rows[0]?.due ?? 0), payWay: payWay.cash } as const
  return h.send(contract.payment.collect, asked, who)
}

export const waiveDeposit = (h: History, orderId: string, share: number, who: Who) =>
  h.send(
    contract.deposit.pay,
    { orderId, kind: share % 2 ? 2 : 1, mode: depositMode.waived, waiveType: waiveType.merchant, amount: 0 },
    who,
  )

/** What was waived is asked for after all, before the pickup or while the car is out. */
export async function withdrawWaiver(h: History, orderId: string, share: number, who: Who) {
  const { rows } = await h.t.root.query('select id from deposit where order_id = $1 and pay_status = 1', [orderId])
  const depositId = rows[share % Math.max(1, rows.length)]?.id
  if (depositId !== undefined) await h.send(contract.deposit.withdrawWaiver, { depositId, reason: '客户征信变化' }, who)
}

/** Sells one; `trip`: what is asked for otherwise. */
export async function take(h: History, share: number, who: Who, form: object, trip: object = {}) {
  const quote = await quoted(h, share, who, trip)
  if (quote === null) return
  const booked = await h.send(
    contract.order.create,
    {
      submit: true,
      quoteId: quote.quoteId,
      expectTotal: quote.total,
      renterId: h.renterId,
      contactName: '周明轩',
      contactPhone: '18621070937',
      ...form,
    } as never,
    who,
  )
  const { orderId } = (booked.data ?? {}) as { orderId?: string }
  if (booked.success && orderId !== undefined && !h.orders.includes(orderId)) h.orders.push(orderId)
}

export async function picturesOf(h: History, type: HandoverType, who: Who) {
  const ids = await h.photos(type === handoverType.pickup ? 'pickup' : 'return', requiredSlots.length, who)
  return requiredSlots.map((slot, i) => ({ slot, mediaId: ids[i]! }))
}

/** Saves the record of a handover and its signed paper. @returns whether it can be confirmed */
export async function prepared(h: History, orderId: string, type: 0 | 1, km: number, who: Who): Promise<boolean> {
  const call = type === handoverType.pickup ? contract.pickupReturn.pickUp : contract.pickupReturn.returnVehicle
  const saved = await h.send(
    call,
    {
      orderId,
      draft: false,
      mileageKm: km,
      fuelEighths: 8,
      batteryPct: 90,
      photos: await picturesOf(h, type, who),
    } as never,
    who,
  )
  if (!saved.success) return false
  const { recordId } = (saved.data as { record: { recordId: string } }).record
  const sign = type === handoverType.pickup ? contract.agreement.generatePickup : contract.agreement.generateReturn
  const photoIds = await h.photos('agreement', 1, who)
  return (await h.send(sign, { orderId, recordId, photoIds }, who)).success
}

/** What the odometer of the order's car says. */
export const kilometres = async (h: History, orderId: string): Promise<number> => {
  const { rows } = await h.t.root.query(
    'select v.odometer_km as km from "order" o join vehicle v on v.id = o.vehicle_id where o.id = $1',
    [orderId],
  )
  return rows[0]?.km ?? 10_000
}

/** What a return owes is completed at the card machine that holds the deposit, most of the time all that may be. */
export function bySlip(orderId: string, deposits: readonly { readonly machine: number }[], share: number) {
  const most = deposits[0]?.machine ?? 0
  if (most === 0 || share % 4 === 0) return {}
  const captured = share % 5 === 0 ? Math.ceil(most / 2) : most
  return { settle: 3 as const, payWay: undefined, captured, slipNo: `S${orderId}-${share}` }
}
