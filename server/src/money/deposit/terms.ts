import { source } from '@cheyi/domain/booking/order/codes'
import {
  type DepositMode,
  depositKind,
  depositMode,
  type ViolationAt,
  violationAt,
  type WaiveType,
  waiveType,
} from '@cheyi/domain/money/deposit/codes'
import { comesLater, isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { offlinePayWays, onlinePayWays, type PayWay, payWay } from '@cheyi/domain/money/payment/codes'
import type { PayTerms } from '@cheyi/domain/platform/merchant/pay-setting'
import { depositLines } from '@cheyi/domain/pricing/quote/lines/deposits'
import type { DepositTerms } from '@cheyi/domain/pricing/quote/trip'
import { Refusal } from '@cheyi/domain/refusal'
import { DAY } from '@cheyi/domain/time'
import { type OrderRow, readOrder, returnTermsOf } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { depositTerms, loadRules } from '../../pricing/quote/actions.ts'
import type { DepositRow } from './store.ts'

export interface Where {
  readonly orderId?: string
  readonly storeId?: string
  readonly modelId?: string
  readonly source?: number
}

/** The terms that an order was booked with; today's terms for a store, model and source, and for an order that was booked without any. */
export async function termsOf(ctx: Context, where: Where): Promise<DepositTerms> {
  if (where.orderId !== undefined) {
    const order = await readOrder(ctx, where.orderId)
    return order.depositPolicySnapshot.rows.length > 0 ? order.depositPolicySnapshot : termsToday(ctx, order)
  }
  return termsToday(ctx, { storeId: where.storeId!, modelId: where.modelId!, source: where.source ?? source.offline })
}

async function termsToday(ctx: Context, where: { storeId: string; modelId: string; source: number }) {
  const loaded = await loadRules(ctx, {
    ...where,
    returnStoreId: where.storeId,
    modelIds: [where.modelId],
    pickupAt: ctx.now,
    returnAt: ctx.now + DAY,
  })
  return depositTerms(loaded, where, { deposits: depositLines(loaded.of(where.modelId), where) })
}

/** When the violation deposit of an order is due. One query until its contract is made. */
export const violationAtOf = async (ctx: Context, order: OrderRow): Promise<ViolationAt> =>
  (await returnTermsOf(ctx, order)).violationAt ?? violationAt.pickup

type Taken = Pick<DepositRow, 'kind' | 'payStatus'>

/** The later due time of each deposit of an order that is not due yet (`comesLater`). At most one query. */
export async function laterOf(ctx: Context, order: OrderRow, rows: readonly Taken[]) {
  const open = rows.some((row) => row.kind === depositKind.violation && isUnpaidDeposit(row.payStatus))
  const at = open ? await violationAtOf(ctx, order) : violationAt.pickup
  return (row: Taken) => comesLater(row, at, order.status)
}

/** @throws Refusal depositRuleMissing (4007) when no amount is configured */
export function requireAmounts<T extends { readonly rows: readonly unknown[] }>(terms: T): T {
  if (terms.rows.length === 0) throw new Refusal('depositRuleMissing')
  return terms
}

/** Providers with a contract of the store to guarantee for its customers (芝麻免押, 微信支付分). One query. */
export async function creditWays(ctx: Context, storeId?: string): Promise<PayWay[]> {
  const { ways, credits } = await payTermsOf(ctx, storeId)
  return credits.filter((way) => ways.includes(way))
}

const credited = new Map<WaiveType, PayWay>([
  [waiveType.zhima, payWay.alipay],
  [waiveType.wechatScore, payWay.wechat],
])

/**
 * The part of the terms that is possible now: manual payment where the merchant accepts it, a hold where it has a card machine or a
 * contract with Alipay, a waiver by the merchant, or by a provider's guarantee where there is a contract.
 */
export function offeredTerms(terms: Pick<DepositTerms, 'modes' | 'waiveTypes'>, pay: PayTerms) {
  const holding = [payWay.alipay, payWay.pos].filter((way) => pay.ways.includes(way))
  const open: Readonly<Record<DepositMode, boolean>> = {
    [depositMode.offline]: pay.ways.some((way) => offlinePayWays.includes(way)),
    [depositMode.online]: holding.length > 0,
    [depositMode.waived]: true,
  }
  return {
    modes: terms.modes.filter((mode) => open[mode]),
    holdWays: terms.modes.includes(depositMode.online) ? holding : [],
    waiveTypes: terms.waiveTypes.filter((type) => {
      const way = credited.get(type)
      return type === waiveType.merchant || (way !== undefined && pay.ways.includes(way) && pay.credits.includes(way))
    }),
  }
}

/** The alternatives to a payment that a customer may choose on their own page: a hold or a guarantee of a provider. */
export function askedOfProvider(terms: Pick<DepositTerms, 'modes' | 'waiveTypes'>, pay: PayTerms) {
  const { holdWays, waiveTypes, modes } = offeredTerms(terms, pay)
  const frozen = holdWays.filter((way) => onlinePayWays.includes(way))
  const waived = modes.includes(depositMode.waived) ? waiveTypes : []
  return [
    ...frozen.map((way) => ({ payWay: way, manner: 'frozen' as const })),
    ...waived.flatMap((type) => {
      const way = credited.get(type)
      return way === undefined ? [] : [{ payWay: way, manner: 'credit' as const }]
    }),
  ]
}
