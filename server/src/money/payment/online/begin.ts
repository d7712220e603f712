import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { depositMode, waiveType } from '@cheyi/domain/money/deposit/codes'
import { paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { isInFlight } from '@cheyi/domain/money/payment/steps'
import { goesOn } from '@cheyi/domain/platform/merchant/goes-on'
import { wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { lockOrder, type OrderRow, readOrder } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { isOutage, outage, type Sender } from '../../../kernel/outage.ts'
import { type BridgeCall, type InApp, NoAnswer, PayRefused } from '../../../kernel/pay-port.ts'
import { openCustomerLink } from '../../../platform/customer-link/actions.ts'
import { DEVICE_HEADER } from '../../../platform/session/actions.ts'
import { type PaymentRow, payment } from '../store.ts'
import { channelFor, channelOf } from './channel.ts'
import { addressOf, depositOf, dueOf, refOf, refuseNewBusiness } from './pay-page.ts'
import * as store from './store.ts'

type Calls = typeof contract.payment
type Asked = ParsedOf<Calls['payByLink']>
type Begun = OutputOf<Calls['payByLink']>
type PayDeposit = typeof import('../../deposit/ask/actions.ts').payDeposit

/** The handlers of the staff API that the customer page uses to collect money or place a hold. */
interface By {
  readonly collect: (
    input: ParsedOf<Calls['collect']> & { readonly payer?: string | undefined },
    ctx: Context,
  ) => Promise<OutputOf<Calls['collect']>>
  readonly payDeposit: PayDeposit
}

const isPhone = (userAgent: string): boolean => /Mobi|Android|iPhone|iPad|AlipayClient/i.test(userAgent)

/**
 * The customer starts a payment with a provider, or a hold for the deposit. Returns the page of the provider, or inside WeChat the
 * parameters of its JSAPI. Inside WeChat the payer is first redirected to the 网页授权 page, which identifies them and returns with a code.
 * @throws Refusal linkExpired (5301), alreadyPaid (4001), payWayClosed (4008), waiverRefused (4013), merchantSuspended (1017); badInput
 * (-2) for a code that was not requested by this link; channelRefused (9001) when the provider creates no payment
 */
export async function payByLink(asked: Asked, ctx: Context, by: By): Promise<Begun> {
  const { t, payWay: way, hold, code, state } = asked
  const link = await openCustomerLink(ctx, t, 'pay')
  const first: Begun = { status: paymentStatus.waiting, url: null, authorize: null, bridge: null }
  const inWechat = way === payWay.wechat && /MicroMessenger/i.test(ctx.userAgent)
  const sender = senderOf(link.ctx, t, ctx.header(DEVICE_HEADER) ?? '')
  ctx.answerAfterCommit(async () => {
    // A service order of 支付分 belongs to the WeChat user who consents to it, so the payer need not be identified before.
    const inApp =
      inWechat && hold === undefined ? await link.ctx.asSystem((inside) => inAppOf(inside, link)) : undefined
    if (inApp !== undefined && code === undefined)
      return {
        ...first,
        authorize: inApp.authorizeUrl({ redirectUrl: addressOf(ctx, t), state: outage(sender, link.ctx.now) }),
      }
    if (inApp !== undefined && !isOutage(sender, link.ctx.now, state ?? ''))
      throw badInput('state', '微信授权已过期，请重新点击付款')
    const payer = inApp && (await payerOf(() => inApp.payerOf(code!)))
    let linkMade = async (): Promise<unknown> => undefined
    const paymentId = await link.ctx.asSystem(async (inside) => {
      const order = await lockOrder(inside, link.orderId)
      const { amount } = await dueOf(inside, order, link.payKind!, link.refId)
      if (amount === 0) throw new Refusal('alreadyPaid')
      // The link is refused where the merchant itself would be; the network address is that of the customer.
      const merchantStatus = await store.merchantStatus(inside.db)
      if (!goesOn('payByLink', merchantStatus)) throw new Refusal('linkExpired')
      const asCustomer: Context = {
        ...inside,
        ip: ctx.ip,
        identity: { ...inside.identity, merchantStatus },
        answerAfterCommit: (work) => {
          linkMade = work
        },
      }
      const due = { orderId: order.id, payKind: link.payKind!, amount, payWay: way }
      if (hold !== undefined) return holdDeposit(by, asCustomer, order, { ...due, hold, inWechat })
      // WeChat has no payment page for desktop browsers.
      const client = way === payWay.alipay && !isPhone(ctx.userAgent) ? 'web' : 'h5'
      const input = { ...due, refId: refOf(link) ?? undefined, client, voucherIds: undefined, payer } as const
      return (await by.collect(input, asCustomer)).paymentId
    })
    await linkMade()
    return link.ctx.asSystem(async (inside) => {
      const row = (await payment(inside.db, paymentId))!
      const bridge = inWechat && isInFlight(row.status) ? await bridgeOf(inside, row) : null
      return { ...first, status: row.status, url: isInFlight(row.status) ? row.linkUrl : null, bridge }
    })
  })
  return first
}

interface HoldAsked {
  readonly orderId: string
  readonly payKind: number
  readonly amount: number
  readonly payWay: NonNullable<Asked['payWay']>
  readonly hold: NonNullable<Asked['hold']>
  readonly inWechat: boolean
}

/** Asks a provider to freeze a deposit, or to guarantee for the customer. @returns the payment row of the hold */
async function holdDeposit(
  { payDeposit }: Pick<By, 'payDeposit'>,
  ctx: Context,
  order: OrderRow,
  { orderId, payKind, amount, payWay: way, hold, inWechat }: HoldAsked,
): Promise<string> {
  const kind = depositOf.get(payKind)
  if (kind === undefined) throw badInput('hold', '只有押金可以授权')
  if (hold === 'frozen' && way !== payWay.alipay) throw wayClosed(way)
  refuseNewBusiness(ctx, order, payKind as Parameters<typeof refuseNewBusiness>[2])
  const credit = way === payWay.alipay ? waiveType.zhima : waiveType.wechatScore
  const asked = hold === 'frozen' ? { mode: depositMode.online } : { mode: depositMode.waived, waiveType: credit }
  const { paymentId } = await payDeposit(
    { orderId, kind, amount, payWay: way, client: 'h5', ...asked, inApp: inWechat },
    ctx,
  )
  return paymentId!
}

async function bridgeOf(ctx: Context, { prepay, channelId, holdId }: PaymentRow): Promise<Begun['bridge']> {
  if (prepay === null) return null
  const { inApp, holds } = (await channelOf(ctx, channelId!)).provider
  const asked: BridgeCall | undefined = holdId === null ? inApp?.payBy(prepay) : holds.agreeBy?.(prepay)
  return asked === undefined ? null : { ...asked, params: { ...asked.params } }
}

/* Identifies the payer on a page inside WeChat: its 网页授权 redirects the browser and returns with a code. */

/** The WeChat page adapter of the contract of the order's store; undefined without an app secret. */
async function inAppOf(ctx: Context, { orderId }: { readonly orderId: string }): Promise<InApp | undefined> {
  const { storeId } = await readOrder(ctx, orderId)
  return (await channelFor(ctx, payWay.wechat, storeId)).provider.inApp
}

/**
 * Who is sent to WeChat: the tab that opened the link. A code that somebody else's browser got cannot be used in this one, so nobody's payment
 * is prepared for a stranger's account.
 */
const senderOf = ({ vault }: Pick<Context, 'vault'>, token: string, device: string): Sender => ({
  vault,
  place: 'link_token.state',
  subject: `${token}\n${device}`,
})

/** @throws Refusal channelRefused (9001) for an expired code, and without an answer */
async function payerOf(ask: () => Promise<string>): Promise<string> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PayRefused) throw new Refusal('channelRefused', { 原因: error.message })
    if (error instanceof NoAnswer) throw new Refusal('channelRefused', { 原因: '微信暂时没有应答，请稍后再试' })
    throw error
  }
}
