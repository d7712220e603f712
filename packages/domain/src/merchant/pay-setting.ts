import { formatMoney } from '../money.ts'
import { offlinePayWays, type PayWay, payWay, payWays } from '../payment/codes.ts'
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

const defaultWays: readonly PayWay[] = [payWay.cash, payWay.bank, payWay.alipay, payWay.wechat]

/** What there are contracts with providers for. */
interface Contracts {
  readonly connected: readonly PayWay[]
  readonly credits: readonly PayWay[]
}

/** How a merchant takes money, or one of its stores. */
export interface PayTerms {
  /** Whose terms they are, as whom they refuse: the store's name, null for the merchant. */
  readonly storeName: string | null
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

export interface StorePay {
  readonly name: string
  readonly own: StoredSettings
}

/**
 * The terms in force out of what is stored; unknown values do not count. What a store has not of its own is the merchant's;
 * who collects and what is asked of tills is the merchant's alone.
 * @param contracts online ways that there is a contract for, and those whose provider answers for its customers
 */
export function payTerms(
  merchantId: string,
  stored: StoredSettings,
  { connected, credits }: Contracts = { connected: [], credits: [] },
  store?: StorePay,
): PayTerms {
  const own = storePayOf(store?.own ?? {})
  const chosen = own.payWays ?? waysOf(stored) ?? defaultWays
  const fixed = merchantId === customPayMerchantId
  const maxPayment = own.maxPayment ?? limitOf(stored) ?? MAX_PAYMENT_FEN
  const common = { storeName: store?.name ?? null, chosen, fixed, credits, maxPayment, tills: tillTerms(stored) }
  if (fixed || stored.payProfile === payProfile.platform)
    return { ...common, profile: payProfile.platform, ways: [payWay.platform], prepay: {} }
  const open = chosen.filter((way) => !onlinePayWays.includes(way) || connected.includes(way))
  return { ...common, profile: payProfile.standard, ways: open, prepay: prepayRules(stored.prepay) }
}

/**
 * The ways a merchant may choose among, in the one order in which they are listed everywhere: cash first. By 平台代收
 * only the platform collects.
 */
export const choosableWays: readonly PayWay[] = [...offlinePayWays, ...onlinePayWays]

/** The listed ways in their one order; null where none are stored. */
const waysOf = ({ payWays: listed }: StoredSettings): readonly PayWay[] | null =>
  Array.isArray(listed) ? choosableWays.filter((way) => (listed as readonly unknown[]).includes(way)) : null

function limitOf({ limits }: StoredSettings): number | null {
  const most = (limits as { maxPayment?: unknown } | undefined)?.maxPayment
  return Number.isInteger(most) && Number(most) > 0 ? Math.min(Number(most), MAX_PAYMENT_FEN) : null
}

/** What a store has of its own; null: the merchant's. */
export const storePayOf = (own: StoredSettings) => ({ payWays: waysOf(own), maxPayment: limitOf(own) })

/** What {@link storePayOf} reads. */
export const storedStorePay = ({
  payWays: ways,
  maxPayment,
}: Partial<ReturnType<typeof storePayOf>>): StoredSettings => ({
  ...(ways ? { payWays: ways } : {}),
  ...(maxPayment ? { limits: { maxPayment } } : {}),
})

/** Refuses a way that is not taken (4008), by its name and whose terms they are. */
export const wayClosed = (way?: PayWay, terms?: Pick<PayTerms, 'storeName'>): Refusal =>
  new Refusal('payWayClosed', {
    field: 'payWay',
    谁: terms?.storeName ?? '商户',
    方式: way === undefined ? '该支付方式' : `${payWays.text(way)}收款`,
  })

/** @throws Refusal amountWrong (4002) for a payment that is larger than the terms allow */
export function refuseBeyondLimit({ maxPayment, storeName }: PayTerms, amount: number): void {
  if (amount > maxPayment)
    throw new Refusal('amountWrong', {
      field: 'amount',
      说明: `，${storeName ?? '商户'}单笔收款上限${formatMoney(maxPayment)}`,
    })
}

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
  if (profile === payProfile.standard) checkWays(payWays)
  else if (payWays.some((way) => !choosableWays.includes(way))) throw wayClosed()
}

/** @throws Refusal payWayClosed (4008) for a way that is nobody's to choose, badInput (-2) without one by hand */
export function checkWays(ways: readonly PayWay[]): void {
  if (ways.some((way) => !choosableWays.includes(way))) throw wayClosed()
  if (!ways.some((way) => offlinePayWays.includes(way))) throw badInput('payWays', '请至少选择一种线下收款方式')
}
