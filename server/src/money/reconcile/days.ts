import type { PayWay } from '@cheyi/domain/money/payment/codes'
import { onlinePayWays } from '@cheyi/domain/money/payment/provider'
import { BILL_DAYS, billProducts } from '@cheyi/domain/money/reconcile/bill'
import { addDays, type Instant, type LocalDate, localDate } from '@cheyi/domain/time'

/** The days before one that have a bill, by way: as far back as bills are fetched by themselves, and over. */
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
