import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { type PayWay, payMode } from '@cheyi/domain/money/payment/codes'
import { choosableWays } from '@cheyi/domain/platform/merchant/pay-setting'
import { useState } from 'react'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { isByCode, useTaking } from '../../../money/payment/parts/taking/use-taking.ts'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'

/** Taken with it, by a link that the customer gets, or owed from now on. */
export type PayWhen = 'now' | 'link' | 'later'

const actions: Readonly<Record<PayWhen, string>> = {
  now: '提交并收款',
  link: '提交并发链接',
  later: '确认续租',
}

/** When and how the renewal is paid; what the order has too much pays of it first. */
export function usePayment({ orderId, orderKind, fees, pickupPlace }: OrderDetail, amount: number) {
  // Who takes no money makes the rental longer all the same, and others collect.
  const mayTake = useReach().held.has('order.payment')
  const setting = usePaySetting({ storeId: pickupPlace.storeId, enabled: mayTake })
  const ways = choosableWays.filter((way) => setting.data?.payWays.includes(way))
  const taking = useTaking(ways, useOrderSlot('voucher', orderId, 'renewal'))
  const [wanted, setWhen] = useState<PayWhen>('now')
  // What is paid by instalments is billed as they fall due, and waits for nothing.
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
    /** The money is asked for at once, so that a way must be chosen. */
    takesNow,
    /** It is recorded with the renewal. */
    byHand,
    /** Its time is held until the customer has paid. */
    holds,
    /** Null: nothing is taken with the renewal. */
    modeOf: (way: PayWay | null) => (holds(way) ? payMode.onlineIn : byHand(way) ? payMode.offlineIn : null),
  }
}
