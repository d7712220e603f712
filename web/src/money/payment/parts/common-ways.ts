import { offlinePayWays, type PayWay, payWays } from '@cheyi/domain/money/payment/codes'

/** The offline payment methods that all parts of a receipt accept: those of the merchant, and of the store of each chosen order. */
export const commonWays = (
  merchant: readonly PayWay[],
  chosen: readonly { readonly payWays: readonly PayWay[] }[],
): PayWay[] =>
  offlinePayWays.filter((way) => [merchant, ...chosen.map((debt) => debt.payWays)].every((ways) => ways.includes(way)))

/** The problem of a payment method that a later chosen order does not accept. */
export const wrongWay = (ways: readonly PayWay[], way: PayWay | null): string | undefined =>
  way === null || ways.includes(way) ? undefined : `所选订单的门店不都收${payWays.text(way)}，请选择其他方式`
