import { isByKm, oneWayAmount, oneWayFee } from '../../pricing/quote/lines/handover.ts'
import { rentAndServices, sumOf } from '../../pricing/quote/lines/lines.ts'
import type { PriceLine } from '../../pricing/quote/quote.ts'
import type { FeeConfig } from '../../pricing/quote/rules.ts'
import { expenseCode } from './codes.ts'
import { type AutoExpense, autoExpense } from './item.ts'

/** Where a car was fetched, where it was to come back, and where it came back. */
export interface Stores {
  readonly storeId: string
  readonly agreedId: string
  readonly returnStoreId: string
}

/** The fee of the price list for a return at another store than was agreed; undefined: nobody has priced it, or it is no such return. */
export const elsewhereFee = (
  { storeId, agreedId, returnStoreId }: Stores,
  fees: readonly FeeConfig[],
): FeeConfig | undefined => (returnStoreId === agreedId ? undefined : oneWayFee(fees, storeId, returnStoreId))

/** Whether the fee asks how far apart the stores are. */
export const asksDistance = (fee: FeeConfig | undefined): boolean => fee !== undefined && isByKm(fee)

/**
 * What a return at another store than was agreed costs beyond what the order has paid for the agreed one; null when nothing is due. A
 * percentage is taken of rent and services as sold.
 * @param metres between the stores, where the fee asks for it
 */
export function elsewhereExpense(
  fee: FeeConfig | undefined,
  sold: readonly PriceLine[],
  metres: number | null,
): AutoExpense | null {
  if (fee === undefined) return null
  const { amount, formula } = oneWayAmount(fee, sumOf(sold, rentAndServices), metres)
  const paid = sumOf(sold, ['oneWay'])
  const due = amount - paid
  if (due <= 0) return null
  const words = paid === 0 ? formula : `${formula}，减订单中已收的异店还车费`
  return { ...autoExpense(expenseCode.oneWay, due, words), name: '异店还车费' }
}
