import { hasCar, isCancelled, orderSteps, wasPickedUp } from '@cheyi/domain/booking/order/steps'
import { maskPhone } from '@cheyi/domain/mask'
import { formatMoney } from '@cheyi/domain/money'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { collectStep } from '@cheyi/domain/money/deposit/change'
import { type DepositKind, depositKind, depositKinds } from '@cheyi/domain/money/deposit/codes'
import { comesLater, isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { onlinePayWays, type PayKind, payKind, payKinds } from '@cheyi/domain/money/payment/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { linkText } from '@cheyi/domain/platform/notify/customer-language'
import { Refusal } from '@cheyi/domain/refusal'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { can } from '@cheyi/domain/step'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { lockOrder, type OrderRow, readOrder, shopOf } from '../../../booking/order/actions.ts'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { publicUrl } from '../../../kernel/process/public-url.ts'
import { screen } from '../../../kernel/screen.ts'
import { customerPhone, newCustomerLink, openCustomerLink, textLink } from '../../../platform/customer-link/actions.ts'
import { payTermsOf, refuseSuspended } from '../../../platform/merchant/actions.ts'
import { claimDue, claimLines, claimPayKinds } from '../../claim/actions.ts'
import { askedOfProvider, depositsOf, violationAtOf } from '../../deposit/actions.ts'
import { paidFirstOf, pendingItemOf } from '../paid-first.ts'

export const addressOf = ({ config }: Pick<Context, 'config'>, t: string): string =>
  publicUrl(config, screen('payment.pay', { t }))

/** A link is valid for a day; the debt remains, and another link can be made for it. */
const LIFE = 24 * HOUR

/** Deposits by the payment kind that collects them. */
export const depositOf = new Map<number, DepositKind>([
  [payKind.rentalDeposit, depositKind.rental],
  [payKind.violationDeposit, depositKind.violation],
])

/**
 * Deposits, and the rent of a future stay, are new business, which a suspended merchant may not take; debts of the past are settlement.
 * @throws Refusal merchantSuspended (1017)
 */
export function refuseNewBusiness(ctx: Context, order: OrderRow, kind: PayKind): void {
  if (depositOf.has(kind) || isAhead(order.status)) refuseSuspended(ctx)
}

const isAhead = (status: number): boolean => !(wasPickedUp(status) || isCancelled(status))

/** What the customer has to pay: its name, the reason, and the open amount in fen (0: paid, or no longer due). */
interface Due {
  readonly name: string
  readonly why: string
  readonly amount: number
  /** End of the payment period; undefined when there is none. */
  readonly deadline?: number
}

/** The rent that is due: first the prepayment of the booking, then the remainder, which may be paid until the pickup. */
function rentDue(order: OrderRow, kind: PayKind): Due {
  const owed = Math.max(0, dueFen(order))
  const split = order.prepayFen !== null && isAhead(order.status)
  if (!split) return { name: payKinds.text(kind), why: '', amount: owed }
  const { prepayDueFen: due } = order
  return due > 0
    ? { name: '预付款', why: `尾款${formatMoney(owed - due)}取车时付`, amount: due }
    : { name: '尾款', why: '预付款已付；尾款可以现在付，也可以取车时付', amount: owed }
}

export async function dueOf(ctx: Context, order: OrderRow, kind: PayKind, refId: string): Promise<Due> {
  if (depositOf.has(kind)) {
    const row = (await depositsOf(ctx, order.id)).find(({ id }) => id === refId)
    if (row === undefined) throw new Refusal('notFound', { field: 'refId' })
    const open = isUnpaidDeposit(row.payStatus) && can(orderSteps, collectStep(row.kind), order.status).ok
    const amount = open ? row.amountFen : 0
    return { name: depositKinds.text(row.kind), why: '还车结清后按原路退还', amount }
  }
  const claim = claimPayKinds.get(kind)
  if (claim !== undefined) {
    const { name, why, due } = await claimDue(ctx, order, claim, refId)
    return { name, why, amount: due }
  }
  const first = paidFirstOf(kind)
  if (first !== undefined) {
    const waits = await pendingItemOf(ctx, order, { payKind: kind, refId })
    return waits ?? { name: payKinds.text(kind), why: '', amount: 0 }
  }
  return rentDue(order, kind)
}

type PayLink = Pick<Parameters<typeof newCustomerLink>[1], 'refId' | 'way' | 'phone'> & { readonly payKind: PayKind }

/** A link to pay an item of an order. @throws Refusal alreadyPaid (4001), payWayClosed (4008) without a provider */
export async function linkToPay(ctx: Context, order: OrderRow, { payKind: kind, refId, way, phone }: PayLink) {
  const { amount, name, deadline = Number.POSITIVE_INFINITY } = await dueOf(ctx, order, kind, refId)
  if (amount === 0) throw new Refusal('alreadyPaid')
  if (!(await paysOnline(ctx, order))) throw wayClosed()
  const life = Math.min(LIFE, deadline - ctx.now)
  const made = { purpose: 'pay', payKind: kind, orderId: order.id, refId, way, phone, life } as const
  return { ...(await newCustomerLink(ctx, made)), amount, name }
}

/** Whether the store of an order has an online payment method. */
export async function paysOnline(ctx: Context, { storeId }: Pick<OrderRow, 'storeId'>): Promise<boolean> {
  const { ways } = await payTermsOf(ctx, storeId)
  return ways.some((one) => onlinePayWays.includes(one))
}

/** The amounts due before the pickup of an order, for the message to its customer. */
export async function dueAtPickup(ctx: Context, order: OrderRow) {
  const [rows, at, online] = await Promise.all([
    depositsOf(ctx, order.id),
    violationAtOf(ctx, order),
    paysOnline(ctx, order),
  ])
  const deposits = rows
    .filter((row) => comesLater(row, at, order.status) === null)
    .map(({ id, kind }) => ({
      refId: id,
      payKind: kind === depositKind.rental ? payKind.rentalDeposit : payKind.violationDeposit,
    }))
  const asked = [{ refId: order.id, payKind: payKind.rent }, ...deposits]
  const dues = await Promise.all(
    asked.map(async (one) => ({ ...one, online, ...(await dueOf(ctx, order, one.payKind, one.refId)) })),
  )
  return dues.filter(({ amount }) => amount > 0)
}

/**
 * Creates a link to the customer's payment page, sent as a text message or shown as a QR code.
 * @throws Refusal forbidden (-3), merchantSuspended (1017); alreadyPaid (4001), payWayClosed (4008) without a provider; textsExhausted
 * (1039), smsFailed (5405)
 */
export const askLink: HandlerOf<'payment', 'askLink'> = async ({ orderId, payKind: kind, refId, way }, ctx) => {
  const order = await lockOrder(ctx, orderId)
  refuseNewBusiness(ctx, order, kind)
  // The customer's page collects without an account, so the permission for deposits is checked here.
  if (depositOf.has(kind)) ctx.require('deposit.collect')
  const phone = await customerPhone(ctx, order)
  const bySms = way === signWay.sms
  if (bySms && phone === null) throw new Refusal('smsFailed')
  const link = await linkToPay(ctx, order, { payKind: kind, refId: refId ?? orderId, way, phone: phone ?? '' })
  const { token, expireAt, amount, name } = link
  const url = addressOf(ctx, token)
  ctx.audit({ targetType: 'order', targetId: orderId, after: { payLink: kind, way, amount } })
  const answer = { url, expireAt, sentTo: bySms ? maskPhone(phone!) : null }
  const minutes = Math.ceil((expireAt - ctx.now) / MINUTE)
  const what = linkText('pay', order.language, {
    deposit: depositOf.has(kind),
    orderNo: order.orderNo,
    ...{ name, url, minutes },
  })
  if (bySms) await textLink(ctx, link, { mobile: phone!, what, answer })
  return answer
}

/** The customer's payment page: what is due, the reason, and the payment methods. */
export const payPage: HandlerOf<'payment', 'payPage'> = async ({ t }, ctx) => {
  const link = await openCustomerLink(ctx, t, 'pay')
  return link.within(async (inside) => {
    const order = await readOrder(inside, link.orderId)
    const due = await dueOf(inside, order, link.payKind!, link.refId)
    const terms = await payTermsOf(inside, order.storeId)
    // A link gives access to its order but to no car, and the page names the one of this order.
    const shop = await inside.elevatedAtOnce(() => shopOf(inside, order.id))
    return {
      ...shop,
      // A car that was only planned may still change.
      plate: hasCar(order.status) ? displayPlate(shop.plate) : '',
      orderNo: order.orderNo,
      pickupAt: order.pickupAt,
      returnAt: order.returnAt,
      name: due.name,
      why: due.why,
      lines: await claimLines(inside, claimPayKinds.get(link.payKind!), link.refId),
      amount: due.amount,
      cancelled: isCancelled(order.status),
      expireAt: link.expireAt,
      ways: terms.ways.filter((way) => onlinePayWays.includes(way)),
      holds: depositOf.has(link.payKind!) ? askedOfProvider(order.depositPolicySnapshot, terms) : [],
    }
  })
}

/** A link for the whole order has the order's id as its reference; its payments have none. */
export const refOf = ({ orderId, refId }: { readonly orderId: string; readonly refId: string }): string | null =>
  refId === orderId ? null : refId
