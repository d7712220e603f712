import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { type CoverBy, collectStep } from '@cheyi/domain/money/deposit/change'
import { depositMode, waiveType } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus, productOf } from '@cheyi/domain/money/deposit/hold'
import { isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { onlinePayWays, type PayWay, payWay } from '@cheyi/domain/money/payment/codes'
import { depositPayKind } from '@cheyi/domain/money/payment/collect'
import { wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DAY } from '@cheyi/domain/time'
import { lockOrder, type OrderRow } from '../../../booking/order/actions.ts'
import { type Context, newId } from '../../../kernel/context.ts'
import { prefetch } from '../../../kernel/db/prefetch.ts'
import { payTermsOf } from '../../../platform/merchant/actions.ts'
import type { PaymentRow } from '../../payment/actions.ts'
import { askAfterCommit, clientOf, openDepositLink, openLink } from '../../payment/online/actions.ts'
import { pay } from '../collect.ts'
import * as holds from '../hold-store.ts'
import { requestedDeposits, type Taking } from '../requested.ts'
import * as store from '../store.ts'
import { creditWays } from '../terms.ts'
import { depositView } from '../view.ts'

type Input = ParsedOf<typeof contract.deposit.pay>
type Output = OutputOf<typeof contract.deposit.pay>

/** The provider of the call, if any: it collects the deposit, freezes it, or guarantees for the customer. */
interface Provider {
  readonly way: PayWay
  readonly by: CoverBy
}

function providerOf(input: Input): Provider | undefined {
  const { mode, payWay: way } = input
  if (mode === depositMode.offline && way !== undefined && onlinePayWays.includes(way)) return { way, by: 'paid' }
  if (mode === depositMode.online && way === payWay.alipay) return { way, by: 'frozen' }
  if (mode !== depositMode.waived) return undefined
  if (input.waiveType === waiveType.zhima) return { way: payWay.alipay, by: 'credit' }
  return input.waiveType === waiveType.wechatScore ? { way: payWay.wechat, by: 'credit' } : undefined
}

/**
 * `inApp`: the customer consents on a page inside the provider's app.
 * Collects, holds or waives a deposit, raises it or replaces its cover. A manual payment takes effect at once; through a provider when
 * the customer has consented with the returned link, and until then the held cover is unchanged.
 * @throws Refusal as {@link pay}, and channelRefused (9001) when the provider creates no link
 */
export async function payDeposit(
  { inApp = false, ...input }: Input & { readonly inApp?: boolean },
  ctx: Context,
): Promise<Output> {
  const asked = providerOf(input)
  if (asked === undefined) return pay(input, ctx)
  const locked = lockOrder(ctx, input.orderId)
  const rows = prefetch(store.lockRows(ctx, input.orderId))
  const order = await locked
  advance(orderSteps, collectStep(input.kind), order.status)
  const [one, ...others] = await requestedDeposits(ctx, order, rows, input, asked.by)
  if (one === undefined || others.length > 0) throw badInput('kind', '线上收取和授权请逐项办理')
  const { row, fen, cover, toFen } = one
  if (cover === 'first' && !isUnpaidDeposit(row.payStatus)) throw new Refusal('depositTaken')
  await refuseWay(ctx, order, input, asked)
  if (input.amount !== fen) throw new Refusal('amountWrong')
  const client = inApp ? 'jsapi' : clientOf(input.client)
  const answer = (link: PaymentRow) => linkAnswer(row, link)
  const credit = asked.by === 'paid' ? null : asked.by === 'credit'
  const wanted = { payWay: asked.way, amount: fen, client, depositToFen: toFen } as const
  const open = await openDepositLink(ctx.db, { ...wanted, depositId: row.id, credit, now: ctx.now })
  if (open !== undefined) {
    await askAfterCommit(ctx, open, order, answer)
    return linkAnswer(row, open)
  }
  const hold = credit === null ? undefined : await waitingHold(ctx, order, one, { way: asked.way, credit })
  const ref = { payKind: depositPayKind(row.kind), refType: 'deposit', refId: row.id } as const
  const link = await openLink(ctx, order, { ...wanted, ...ref, ...(hold === undefined ? {} : { hold }) }, answer)
  if (hold !== undefined) holds.update(ctx, hold, { outNo: link.outTradeNo, channelId: link.channelId })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { askedOfProvider: row.kind, amount: fen } })
  return linkAnswer(row, link)
}

const waitingHold = async (
  ctx: Context,
  order: OrderRow,
  { row, fen }: Taking,
  { way, credit }: { way: PayWay; credit: boolean },
) =>
  holds.insert(ctx.db, {
    id: await newId(ctx),
    orderId: order.id,
    depositId: row.id,
    payWay: way,
    credit,
    status: authHoldStatus.waiting,
    amountFen: fen,
    expireAt: ctx.now + productOf(way).holdLifeDays * DAY,
  })

/** @throws Refusal payWayClosed (4008), waiverRefused (4013) for a method that the policy or the contracts do not allow */
async function refuseWay(ctx: Context, order: OrderRow, input: Input, { way, by }: Provider) {
  const terms = order.depositPolicySnapshot
  if (by === 'credit') {
    const credits = await creditWays(ctx, order.storeId)
    if (!terms.modes.includes(depositMode.waived) || !terms.waiveTypes.includes(input.waiveType!))
      throw new Refusal('waiverRefused')
    if (!credits.includes(way)) throw wayClosed(way)
    return
  }
  const pay = await payTermsOf(ctx, order.storeId)
  const mode = by === 'paid' ? depositMode.offline : depositMode.online
  if (!terms.modes.includes(mode) || !pay.ways.includes(way)) throw wayClosed(way, pay)
}

const linkAnswer = (row: store.DepositRow, link: PaymentRow): Output => ({
  rows: [depositView(row)],
  paymentId: link.id,
  url: link.linkUrl,
  qr: link.linkQr,
})
