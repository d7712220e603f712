import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { formatDateTime } from '@cheyi/domain/time'
import { depositMark, type OrderDetail } from './order-words.ts'

type Seen = Pick<
  OrderDetail,
  | 'status'
  | 'vehicle'
  | 'pickupAt'
  | 'returnAt'
  | 'contactName'
  | 'fees'
  | 'depositStatus'
  | 'depositPayStatus'
  | 'depositLater'
  | 'heldDeposit'
>

/** The compared fields, by name; other changes are not reported. */
const facts: readonly (readonly [name: string, text: (order: Seen) => string])[] = [
  ['状态', ({ status }) => orderStatuses.text(status)],
  ['车辆', ({ vehicle }) => vehicle?.plate ?? '未排车'],
  ['取车', ({ pickupAt }) => formatDateTime(pickupAt)],
  ['还车', ({ returnAt }) => formatDateTime(returnAt)],
  ['客户', ({ contactName }) => contactName],
  ['订单总额', ({ fees }) => formatMoney(fees.total)],
  ['待收', ({ fees }) => formatMoney(fees.owed)],
  ['押金', (order) => depositMark(order).text],
]

/** Differences between two readings of an order: `状态：确认中 → 已确认`. */
export const changesOf = (before: Seen, after: Seen): string[] =>
  facts.flatMap(([name, text]) => (text(before) === text(after) ? [] : [`${name}：${text(before)} → ${text(after)}`]))
