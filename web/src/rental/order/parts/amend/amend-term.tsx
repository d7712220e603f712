import { RentFields } from '../../../../booking/order/parts/rent-fields.tsx'
import { calls, useRead } from '../../../../kernel/call/calls.ts'
import type { TermWish } from './amend-trip.ts'

interface AmendTermProps {
  readonly orderId: string
  readonly wish: TermWish
  readonly onWish: (wish: TermWish) => void
  /** The current monthly price of the list, fen. */
  readonly monthlyPrice: number | undefined
}

/** Monthly price and payments of a long order: an empty field stays as agreed, or follows the price list when the term changes. */
export function AmendTerm({ orderId, wish, onWish, monthlyPrice }: AmendTermProps) {
  const term = useRead(calls.instalment.list, { orderId }).data?.term
  return (
    <RentFields
      rent={{ ...wish, payInterval: wish.payInterval ?? term?.payInterval }}
      onRent={({ payInterval, ...fen }) => {
        const asAgreed = payInterval === term?.payInterval ? undefined : payInterval
        const typed = Object.fromEntries(Object.entries(fen).map(([name, value]) => [name, value ?? undefined]))
        onWish({ ...wish, ...typed, ...(payInterval && { payInterval: asAgreed }) })
      }}
      listed={monthlyPrice ?? term?.monthlyPrice}
      unlisted="按原约定"
      optional
    />
  )
}
