import { order } from '@cheyi/contract/booking/order'
import { violation } from '@cheyi/contract/rental/violation'
import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import type { Api } from './api.ts'

/**
 * A rental that is over, whose violation deposit is in hand: the newest, or the oldest, whose customer gets no code of another flow. A phone
 * gets one a minute.
 */
export async function endedWithDeposit(api: Api, which: 'newest' | 'oldest' = 'newest') {
  const { list } = await api.ask(order.list, {
    orderKind: orderKind.short,
    status: [orderStatus.returned],
    pageSize: 100,
  })
  for (const { orderId } of which === 'newest' ? list : list.toReversed()) {
    const detail = await api.ask(order.detail, { orderId })
    const held = detail.deposits.find(({ kind }) => kind === depositKind.violation)
    const { actualPickupAt: from, actualReturnAt: to } = detail
    if (held !== undefined && held.available >= 50_000 && held.payWay !== null && held.payWay >= 3 && held.payWay <= 4)
      if (from !== null && to !== null && to - from > 8 * HOUR)
        return { orderId, orderNo: detail.orderNo, plate: detail.vehicle!.plate, from, to }
  }
  throw new Error('no ended order has its violation deposit in hand')
}

/** A violation of such a rental, of its minute alone. */
export async function fined(api: Api, more: object = {}) {
  const { orderId, from, to } = await endedWithDeposit(api)
  const minutes = Math.floor(Math.random() * Math.floor((to - from) / MINUTE - 60)) + 30
  const facts = { place: '延安高架虹许路匝道', act: '违反禁令标志停车', points: 0, fine: 20_000, ...more }
  const { id } = await api.ask(violation.save, {
    orderId,
    occurAt: from + minutes * MINUTE,
    docNo: `${Date.now()}`,
    ...facts,
  })
  return { orderId, violationId: id }
}
