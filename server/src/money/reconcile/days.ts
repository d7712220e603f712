import { onlinePayWays, type PayWay } from '@cheyi/domain/money/payment/codes'
import { BILL_DAYS, billProducts } from '@cheyi/domain/money/reconcile/bill'
import { addDays, type Instant, type LocalDate, localDate } from '@cheyi/domain/time'

/** Days before the given one that have a bill, by payment method, within the period in which bills are fetched automatically. */
export function billDays(
  before: LocalDate,
  now: Instant,
): { readonly way: PayWay; readonly from: LocalDate; readonly to: LocalDate }[] {
  const today = localDate(now)
  const to = addDays(before < today ? before : today, -1)
  return onlinePayWays.flatMap((way) => {
    const product = billProducts[way]
    const from = addDays(today, -Math.min(BILL_DAYS, product?.keptDays ?? 0))
    return product === undefined || from > to ? [] : [{ way, from, to }]
  })
}
