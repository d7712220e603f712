import { offlinePayWays, type PayWay, payWay } from '../payment/codes.ts'
import type { StoredSettings } from './setting.ts'

/** Who collects: the merchant itself, or the platform, which then leaves no receipts by hand and no QR of one's own. */
export const payProfile = { standard: 1, platform: 2 } as const
export type PayProfile = (typeof payProfile)[keyof typeof payProfile]

/** The merchant of this build whose money the platform always collects. Row ids start above it. */
export const customPayMerchantId = '1'

/** No single payment is larger, fen. */
export const MAX_PAYMENT_FEN = 100_000_000

const defaultWays: readonly PayWay[] = [payWay.alipay, payWay.wechat, payWay.cash, payWay.bank]

/** How a merchant takes money. */
export interface PayTerms {
  readonly profile: PayProfile
  /** Ways that can be taken now: an online one only counts while its provider is connected, and none is yet. */
  readonly ways: readonly PayWay[]
}

/** The terms in force out of what is stored; unknown values do not count. */
export function payTerms(merchantId: string, stored: StoredSettings): PayTerms {
  if (merchantId === customPayMerchantId || stored.payProfile === payProfile.platform)
    return { profile: payProfile.platform, ways: [payWay.platform] }
  const chosen: readonly unknown[] = Array.isArray(stored.payWays) ? stored.payWays : defaultWays
  return { profile: payProfile.standard, ways: offlinePayWays.filter((way) => chosen.includes(way)) }
}
