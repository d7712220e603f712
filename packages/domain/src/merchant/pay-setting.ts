import { offlinePayWays, type PayWay, payWay } from '../payment/codes.ts'
import { type PrepayRules, prepayRules } from '../payment/prepay.ts'
import { onlinePayWays } from '../payment/provider.ts'
import { badInput, Refusal } from '../refusal.ts'
import type { StoredSettings } from './setting.ts'

/** Who collects: the merchant itself, or the platform, which then leaves no receipts by hand and no QR of one's own. */
export const payProfile = { standard: 1, platform: 2 } as const
export type PayProfile = (typeof payProfile)[keyof typeof payProfile]

/** The merchant of this build whose money the platform always collects. Row ids start above it. */
export const customPayMerchantId = '1'

/** No single payment is larger, fen. */
export const MAX_PAYMENT_FEN = 100_000_000

const defaultWays: readonly PayWay[] = [payWay.alipay, payWay.wechat, payWay.cash, payWay.bank]

/** What there are contracts with providers for. */
interface Contracts {
  readonly connected: readonly PayWay[]
  readonly credits: readonly PayWay[]
}

/** How a merchant takes money. */
export interface PayTerms {
  readonly profile: PayProfile
  /** Ways that can be taken now: an online one counts while there is a contract with its provider. */
  readonly ways: readonly PayWay[]
  /** What the merchant chose, online ways too; what stands before it ever chose. */
  readonly chosen: readonly PayWay[]
  /** Online ways whose provider answers for its customers (芝麻免押, 微信支付分), by a contract of its own. */
  readonly credits: readonly PayWay[]
  /** The platform decides who collects. */
  readonly fixed: boolean
  /** No single payment is larger, fen. */
  readonly maxPayment: number
  readonly tills: TillTerms
  /** Sources whose orders are asked for less than all when they are booked; none while the platform collects. */
  readonly prepay: PrepayRules
}

/** What the merchant asks of whoever takes cash. */
export interface TillTerms {
  /** Cash is taken within an open shift alone. */
  readonly shiftRequired: boolean
  /** Another person signs a shift that begins with other cash than the books know of. */
  readonly floatSigned: boolean
}

/** What is stored of it; nothing is asked of a merchant that never chose. */
export const tillTerms = ({ tills }: StoredSettings): TillTerms => {
  const { shiftRequired, floatSigned } = (tills ?? {}) as Partial<Record<keyof TillTerms, unknown>>
  return { shiftRequired: shiftRequired === true, floatSigned: floatSigned === true }
}

/**
 * The terms in force out of what is stored; unknown values do not count.
 * @param contracts online ways that there is a contract for, and those whose provider answers for its customers
 */
export function payTerms(
  merchantId: string,
  stored: StoredSettings,
  { connected, credits }: Contracts = { connected: [], credits: [] },
): PayTerms {
  const listed: readonly unknown[] = Array.isArray(stored.payWays) ? stored.payWays : defaultWays
  const chosen = choosableWays.filter((way) => listed.includes(way))
  const fixed = merchantId === customPayMerchantId
  const common = { chosen, fixed, credits, maxPayment: maxPaymentOf(stored), tills: tillTerms(stored) }
  if (fixed || stored.payProfile === payProfile.platform)
    return { ...common, profile: payProfile.platform, ways: [payWay.platform], prepay: {} }
  const open = chosen.filter((way) => !onlinePayWays.includes(way) || connected.includes(way))
  return { ...common, profile: payProfile.standard, ways: open, prepay: prepayRules(stored.prepay) }
}

/** The ways a merchant may choose among; by 平台代收 only the platform collects. */
export const choosableWays: readonly PayWay[] = [...onlinePayWays, ...offlinePayWays]

function maxPaymentOf({ limits }: StoredSettings): number {
  const most = (limits as { maxPayment?: unknown } | undefined)?.maxPayment
  return Number.isInteger(most) && Number(most) > 0 ? Math.min(Number(most), MAX_PAYMENT_FEN) : MAX_PAYMENT_FEN
}

/** What a merchant stores of its choice. */
export interface PayChoice {
  readonly payProfile: PayProfile
  readonly payWays: readonly PayWay[]
  readonly limits: { readonly maxPayment: number }
  readonly tills?: TillTerms | undefined
}

/** @throws Refusal payWayClosed (4008) for a way that is not the merchant's to choose, badInput (-2) */
export function checkPayChoice(merchantId: string, { payProfile: profile, payWays }: PayChoice): void {
  if (merchantId === customPayMerchantId && profile !== payProfile.platform)
    throw badInput('payProfile', '收款模式由平台设定，不能修改')
  if (payWays.some((way) => !choosableWays.includes(way))) throw new Refusal('payWayClosed', { field: 'payWays' })
  if (profile === payProfile.standard && !payWays.some((way) => offlinePayWays.includes(way)))
    throw badInput('payWays', '请至少选择一种线下收款方式')
}
