import { orderKind, pickupType } from '@cheyi/domain/booking/order/codes'
import { awaitsPayment } from '@cheyi/domain/booking/order/steps'
import { storedLanguage } from '@cheyi/domain/language'
import { maskPhone } from '@cheyi/domain/mask'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { payKind, payMode } from '@cheyi/domain/money/payment/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { DIRECT } from '@cheyi/domain/sales/site/funnel'
import { type OrderRow, readOrder } from '../../booking/order/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { readerLanguage } from '../../kernel/reader-language.ts'
import { addressOf, linkToPay } from '../../money/payment/online/actions.ts'
import { sendTypedCode, spendCodeApart } from '../../platform/session/actions.ts'
import { unusedQuote } from '../../pricing/quote/actions.ts'
import { create } from '../../rental/order/create/actions.ts'
import { useCoupon } from '../coupon/actions.ts'
import { requireBooker } from './company.ts'
import { insertBooking } from './funnel/store.ts'
import { openSession } from './session.ts'
import * as store from './store.ts'
import { type PageHandler, phoneOf, requireMobile, withSiteRefusals } from './visit.ts'
import { noteProof } from './wechat/handlers.ts'

/* What a customer does: proves the mobile and books. What follows is in `mine`. */

/** Unpaid bookings of one customer that hold cars. */
const MOST_UNPAID = 2
/** The same for a company, whose bookings are paid after the rental: its credit is the other limit. */
const MOST_OF_COMPANY = 10

export const sendCode: PageHandler<'sendCode'> = ({ mobile, ...captcha }, ctx) =>
  sendTypedCode(ctx, mobile, 'rent', captcha)

export const enter: PageHandler<'enter'> = async ({ mobile, smsCode, remember = false }, ctx, visit) => {
  if (!(await spendCodeApart(ctx, mobile, 'rent', smsCode))) throw new Refusal('wrongCode')
  await openSession(ctx, visit, mobile, null)
  await noteProof(ctx, visit, mobile, remember)
  return { mobile: maskPhone(mobile) }
}

/** The number of a booking among the orders of the page: a quote books once. */
const numberOf = (quoteId: string): string => `W${quoteId}`

/**
 * Books the quote through the same booking as staff. A repeated request gets its order again, also after the quote has ended.
 * @throws Refusal siteTooMany (9304), siteCompanyLimit (9332), and those of `create`
 */
export const book: PageHandler<'book'> = async ({ quoteId, total, name, payNow, selfService, remark }, ctx, visit) => {
  const mobile = await requireMobile(ctx, visit)
  const phone = phoneOf(ctx, mobile)
  const known = await store.bookedAs(ctx, phone, numberOf(quoteId))
  if (known !== undefined) return bookedAnswer(ctx, await readOrder(ctx, known), mobile)
  const quote = await unusedQuote(ctx, quoteId)
  if (quote === undefined) throw new Refusal('quoteExpired')
  const { companyId } = quote.inputs.trip
  const booker = companyId === undefined ? undefined : await requireBooker(ctx, { mobile, companyId })
  const ahead = await store.unpaidAhead(ctx, phone)
  if (booker === undefined && ahead.own >= MOST_UNPAID) throw new Refusal('siteTooMany', { count: ahead.own })
  if (booker !== undefined && ahead.ofCompanies >= MOST_OF_COMPANY) throw new Refusal('siteCompanyLimit')
  const { coupon } = quote.inputs
  // With a coupon no price is calculated again after its end: whether it counts was decided with the price.
  if (coupon !== undefined && quote.expiresAt <= ctx.now) throw new Refusal('quoteExpired')
  const site = requireFound(await store.siteRow(ctx))
  const { payNow: mayPayNow, payAtStore } = site
  // A company is billed after the rental, also by a page that lets customers pay online only.
  const online = booker === undefined && (payNow ? mayPayNow : !payAtStore)
  const form = {
    submit: true,
    orderKind: orderKind.short,
    quoteId,
    expectTotal: total,
    contactName: name,
    contactPhone: mobile,
    channelOrderNo: numberOf(quoteId),
    payMode: online ? payMode.onlineIn : payMode.offlineIn,
    selfService: selfService === true && site.selfService && quote.inputs.trip.pickupType === pickupType.store,
    ...(remark !== undefined && { remark }),
  }
  const booked = await sell(ctx, form, booker?.name)
  if (visit.place !== DIRECT) insertBooking(ctx, booked.orderId, visit.place)
  if (coupon !== undefined) await useCoupon(ctx, { ...coupon, orderId: booked.orderId, phone })
  return bookedAnswer(ctx, await readOrder(ctx, booked.orderId), mobile)
}

const sell = (ctx: Context, form: Parameters<typeof create>[0], booker?: string) =>
  withSiteRefusals(() =>
    create(form, ctx, {
      confirmMinutes: CONFIRM_MINUTES,
      ownPage: { language: storedLanguage(readerLanguage(ctx)) },
      ...(booker !== undefined && { booker }),
    }),
  )

/** Minutes within which staff accept a booking, where the merchant accepts by hand. */
const CONFIRM_MINUTES = 30

async function bookedAnswer(ctx: Context, order: OrderRow, mobile: string) {
  const payUrl = awaitsPayment(order.status) && dueFen(order) > 0 ? await payAddress(ctx, order, mobile) : null
  return { orderId: order.id, orderNo: order.orderNo, payUrl }
}

/** A new link to pay the rent. @throws Refusal as `linkToPay` */
async function payAddress(ctx: Context, order: OrderRow, phone: string): Promise<string> {
  const link = { payKind: payKind.rent, refId: order.id, way: signWay.qr, phone } as const
  const { token } = await linkToPay(ctx, order, link)
  return addressOf(ctx, token)
}
