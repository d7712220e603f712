import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { type PayWay, payMode } from '@cheyi/domain/money/payment/codes'
import { choosableWays } from '@cheyi/domain/platform/merchant/pay-setting'
import { useState } from 'react'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { isByCode, useTaking } from '../../../money/payment/parts/taking/use-taking.ts'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'

/** Paid with the renewal, by a link sent to the customer, or owed from now on. */
export type PayWhen = 'now' | 'link' | 'later'

const actions: Readonly<Record<PayWhen, string>> = {
  now: '提交并收款',
  link: '提交并发链接',
  later: '确认续租',
}

/** When and how the renewal is paid; a credit of the order is used first. */
export function usePayment({ orderId, orderKind, fees, pickupPlace }: OrderDetail, amount: number) {
  // An account that cannot take money may still renew the rental; the amount is collected by others.
  const mayTake = useReach().held.has('order.payment')
  const setting = usePaySetting({ storeId: pickupPlace.storeId, enabled: mayTake })
  const ways = choosableWays.filter((way) => setting.data?.payWays.includes(way))
  const taking = useTaking(ways, useOrderSlot('voucher', orderId, 'renewal'))
  const [wanted, setWhen] = useState<PayWhen>('now')
  // Instalment orders are billed by due date, so a renewal of them has no pending payment.
  const maySend = ways.some(isByCode) && profileOf(orderKind).counts === 'hours'
  const when: PayWhen = ways.length === 0 || (wanted === 'link' && !maySend) ? 'later' : wanted
  const toPay = Math.max(0, Math.min(amount, fees.owed + amount))
  const takesNow = when === 'now' && toPay > 0
  const byHand = (way: PayWay | null): way is PayWay => takesNow && way !== null && !isByCode(way)
  const holds = (way: PayWay | null): boolean =>
    maySend && toPay > 0 && (when === 'link' || (takesNow && isByCode(way)))
  return {
    taking,
    when,
    setWhen,
    toPay,
    mayTake,
    maySend,
    action: actions[when],
    /** The payment is made at once, so a way must be chosen. */
    takesNow,
    /** The payment is recorded with the renewal. */
    byHand,
    /** The time is held until the customer has paid. */
    holds,
    /** null: nothing is paid with the renewal. */
    modeOf: (way: PayWay | null) => (holds(way) ? payMode.onlineIn : byHand(way) ? payMode.offlineIn : null),
  }
}
