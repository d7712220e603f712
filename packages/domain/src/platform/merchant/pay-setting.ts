import { offlinePayWays, onlinePayWays, type PayWay, payWay, payWays } from '../../money/payment/codes.ts'
import { formatMoney } from '../../money.ts'
import { badInput, Refusal } from '../../refusal.ts'
import { type PrepayRules, prepayRules } from './prepay.ts'
import type { StoredSettings } from './setting.ts'

/** Who collects: the merchant, or the platform; then manual receipts and an own QR code are not possible. */
export const payProfile = { standard: 1, platform: 2 } as const
export type PayProfile = (typeof payProfile)[keyof typeof payProfile]

/** The merchant of this deployment for which the platform always collects. Row ids start above it. */
export const customPayMerchantId = '1'

/** Upper limit of a single payment, fen. */
export const MAX_PAYMENT_FEN = 100_000_000

const defaultWays: readonly PayWay[] = [payWay.cash, payWay.bank, payWay.alipay, payWay.wechat]

/** Payment methods for which a contract with a provider exists. */
interface Contracts {
  readonly connected: readonly PayWay[]
  readonly credits: readonly PayWay[]
}

/** The payment terms of a merchant, or of one of its stores. */
export interface PayTerms {
  /** The name for refusals: the store's; null for the merchant. */
  readonly storeName: string | null
  readonly profile: PayProfile
  /** Methods that can be used now: an online one only while a contract with its provider exists. */
  readonly ways: readonly PayWay[]
  /** What the merchant chose, including online methods; the defaults before its first choice. */
  readonly chosen: readonly PayWay[]
  /** Online credit methods, for which the provider is liable (芝麻免押, 微信支付分), each with its own contract. */
  readonly credits: readonly PayWay[]
  /** The platform sets who collects; the merchant cannot change it. */
  readonly fixed: boolean
  /** Upper limit of a single payment, fen. */
  readonly maxPayment: number
  readonly cashShifts: CashShiftTerms
  /** Sources whose orders need only a part of the price at booking; none while the platform collects. */
  readonly prepay: PrepayRules
}

/** The merchant's rules for cash at the counter. */
export interface CashShiftTerms {
  /** Cash can only be taken during an open shift. */
  readonly shiftRequired: boolean
  /** A shift that starts with another amount of cash than in the books needs the approval of a second person. */
  readonly floatSigned: boolean
}

/** The stored rules; both are off by default. */
export const cashShiftTerms = ({ cashShifts }: StoredSettings): CashShiftTerms => {
  const { shiftRequired, floatSigned } = (cashShifts ?? {}) as Partial<Record<keyof CashShiftTerms, unknown>>
  return { shiftRequired: shiftRequired === true, floatSigned: floatSigned === true }
}

export interface StorePay {
  readonly name: string
  readonly own: StoredSettings
}

/**
 * The payment terms in force, from what is stored; unknown values are ignored. What a store does not set is the
 * merchant's; who collects and the rules for cash are set by the merchant only.
 * @param contracts online methods with a contract, and credit methods with one
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
  const common = {
    storeName: store?.name ?? null,
    chosen,
    fixed,
    credits,
    maxPayment,
    cashShifts: cashShiftTerms(stored),
  }
  if (fixed || stored.payProfile === payProfile.platform)
    return { ...common, profile: payProfile.platform, ways: [payWay.platform], prepay: {} }
  const open = chosen.filter((way) => !onlinePayWays.includes(way) || connected.includes(way))
  return { ...common, profile: payProfile.standard, ways: open, prepay: prepayRules(stored.prepay) }
}

/** Methods that a merchant may choose, in the order in which they are always listed: cash first. 平台代收 is only used by the platform. */
export const choosableWays: readonly PayWay[] = [...offlinePayWays, ...onlinePayWays]

/** The stored methods in that order; null when none are stored. */
const waysOf = ({ payWays: listed }: StoredSettings): readonly PayWay[] | null =>
  Array.isArray(listed) ? choosableWays.filter((way) => (listed as readonly unknown[]).includes(way)) : null

function limitOf({ limits }: StoredSettings): number | null {
  const most = (limits as { maxPayment?: unknown } | undefined)?.maxPayment
  return Number.isInteger(most) && Number(most) > 0 ? Math.min(Number(most), MAX_PAYMENT_FEN) : null
}

/** The settings that a store has of its own; null: the merchant's apply. */
export const storePayOf = (own: StoredSettings) => ({ payWays: waysOf(own), maxPayment: limitOf(own) })

/** The stored form of {@link storePayOf}. */
export const storedStorePay = ({
  payWays: ways,
  maxPayment,
}: Partial<ReturnType<typeof storePayOf>>): StoredSettings => ({
  ...(ways ? { payWays: ways } : {}),
  ...(maxPayment ? { limits: { maxPayment } } : {}),
})

/** Refusal of a payment method that is not accepted (4008), with its name and the store or merchant. */
export const wayClosed = (way?: PayWay, terms?: Pick<PayTerms, 'storeName'>): Refusal =>
  new Refusal('payWayClosed', {
    field: 'payWay',
    谁: terms?.storeName ?? '商户',
    方式: way === undefined ? '该支付方式' : `${payWays.text(way)}收款`,
  })

/** @throws Refusal amountWrong (4002) for a payment above the limit */
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
  readonly cashShifts?: CashShiftTerms | undefined
}

/** @throws Refusal payWayClosed (4008) for a method that the merchant cannot choose, badInput (-2) */
export function checkPayChoice(merchantId: string, { payProfile: profile, payWays }: PayChoice): void {
  if (merchantId === customPayMerchantId && profile !== payProfile.platform)
    throw badInput('payProfile', '收款模式由平台设定，不能修改')
  if (profile === payProfile.standard) checkWays(payWays)
  else if (payWays.some((way) => !choosableWays.includes(way))) throw wayClosed()
}

/** @throws Refusal payWayClosed (4008) for a method that cannot be chosen, badInput (-2) without an offline one */
export function checkWays(ways: readonly PayWay[]): void {
  if (ways.some((way) => !choosableWays.includes(way))) throw wayClosed()
  if (!ways.some((way) => offlinePayWays.includes(way))) throw badInput('payWays', '请至少选择一种线下收款方式')
}
