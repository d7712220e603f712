import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { depositMode, waiveType } from '@cheyi/domain/deposit/codes'
import { authHoldStatus, productOf } from '@cheyi/domain/deposit/hold'
import { isUnpaidDeposit } from '@cheyi/domain/deposit/status'
import { orderSteps } from '@cheyi/domain/order/steps'
import { type PayWay, payWay } from '@cheyi/domain/payment/codes'
import { depositPayKind } from '@cheyi/domain/payment/collect'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DAY } from '@cheyi/domain/time'
import { type Context, newId } from '../kernel/context.ts'
import { lockOrder, type OrderRow } from '../order/actions.ts'
import { type PaymentRow, payTermsOf } from '../payment/actions.ts'
import { askAfterCommit, openFreeze, openLink } from '../payment/online/actions.ts'
import { pay } from './collect.ts'
import * as holds from './hold-store.ts'
import * as store from './store.ts'
import { creditWays } from './terms.ts'
import { depositView } from './view.ts'

type Input = ParsedOf<typeof contract.deposit.pay>
type Output = OutputOf<typeof contract.deposit.pay>

/** The provider that is asked, when one is: to freeze the deposit, or to answer for its customer. */
function askedOf(input: Input): { way: PayWay; credit: boolean } | undefined {
  if (input.mode === depositMode.online && input.payWay === payWay.alipay) return { way: payWay.alipay, credit: false }
  if (input.mode !== depositMode.waived) return undefined
  if (input.waiveType === waiveType.zhima) return { way: payWay.alipay, credit: true }
  return input.waiveType === waiveType.wechatScore ? { way: payWay.wechat, credit: true } : undefined
}

/**
 * Collects a deposit, holds it or waives it: by hand at once, by a provider as soon as its customer has agreed to the link
 * that this answers with.
 * @throws Refusal as {@link pay}, and channelRefused (9001) when the provider makes no link
 */
export async function payDeposit(input: Input, ctx: Context): Promise<Output> {
  const asked = askedOf(input)
  if (asked === undefined) return pay(input, ctx)
  const order = await lockOrder(ctx, input.orderId)
  advance(orderSteps, 'collectDeposit', order.status)
  const row = (await store.lockRows(ctx.db, order.id)).find(({ kind }) => kind === input.kind)
  if (row === undefined) throw badInput('kind', '线上授权请逐项办理')
  if (!isUnpaidDeposit(row.payStatus)) throw new Refusal('depositTaken')
  await refuseWay(ctx, order, input, asked)
  if (input.amount !== row.amountFen) throw new Refusal('amountWrong')
  const client = input.client === 'h5' || input.client === 'native' ? 'h5' : 'qr'
  const answer = (link: PaymentRow) => answered(row, link)
  const open = await openFreeze(ctx.db, {
    depositId: row.id,
    payWay: asked.way,
    credit: asked.credit,
    client,
    now: ctx.now,
  })
  if (open !== undefined) {
    await askAfterCommit(ctx, open, order, answer)
    return answered(row, open)
  }
  const hold = await holds.insert(ctx.db, {
    id: await newId(ctx),
    orderId: order.id,
    depositId: row.id,
    payWay: asked.way,
    credit: asked.credit,
    status: authHoldStatus.waiting,
    amountFen: row.amountFen,
    expireAt: ctx.now + productOf(asked.way).holdLifeDays * DAY,
  })
  const link = await openLink(
    ctx,
    order,
    {
      payKind: depositPayKind(row.kind),
      payWay: asked.way,
      amount: row.amountFen,
      refType: 'deposit',
      refId: row.id,
      client,
      hold,
    },
    answer,
  )
  await holds.update(ctx, hold, { outNo: link.outTradeNo, channelId: link.channelId })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { askedToHold: row.kind, amount: row.amountFen } })
  return answered(row, link)
}

/** @throws Refusal payWayClosed (4008), waiverRefused (4013) for what the policy or the contracts do not allow */
async function refuseWay(ctx: Context, order: OrderRow, input: Input, asked: { way: PayWay; credit: boolean }) {
  const terms = order.depositPolicySnapshot
  if (asked.credit) {
    const credits = await creditWays(ctx, order.storeId)
    if (!terms.modes.includes(depositMode.waived) || !terms.waiveTypes.includes(input.waiveType!))
      throw new Refusal('waiverRefused')
    if (!credits.includes(asked.way)) throw new Refusal('payWayClosed')
    return
  }
  const { ways } = await payTermsOf(ctx, order.storeId)
  if (!terms.modes.includes(depositMode.online) || !ways.includes(asked.way)) throw new Refusal('payWayClosed')
}

const answered = (row: store.DepositRow, link: PaymentRow): Output => ({
  rows: [depositView(row)],
  paymentId: link.id,
  url: link.linkUrl,
  qr: link.linkQr,
})
