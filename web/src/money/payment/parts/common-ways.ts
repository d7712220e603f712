import { offlinePayWays, type PayWay, payWays } from '@cheyi/domain/money/payment/codes'

/** The ways by hand of all that a receipt is for: of the merchant while no order is chosen, then of every order's store too. */
export const commonWays = (
  merchant: readonly PayWay[],
  chosen: readonly { readonly payWays: readonly PayWay[] }[],
): PayWay[] =>
  offlinePayWays.filter((way) => [merchant, ...chosen.map((debt) => debt.payWays)].every((ways) => ways.includes(way)))

/** What is wrong with a way that is not of all of them, as one that was chosen before another order. */
export const wrongWay = (ways: readonly PayWay[], way: PayWay | null): string | undefined =>
  way === null || ways.includes(way) ? undefined : `所选订单的门店不都收${payWays.text(way)}，请选择其他方式`
