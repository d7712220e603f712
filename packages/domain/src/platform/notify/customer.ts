/**
 * Messages to customers, by the name of their switch. A refund uses the switch of the cancellation, an arrival that
 * of the assigned driver.
 */
export const customerMessages = {
  confirmed: '预订确认',
  awaitingPayment: '待支付提醒',
  modified: '订单变更',
  pickupReminder: '取车提醒',
  driverAssigned: '送车员信息',
  selfChecked: '自助验车结果',
  returnReminder: '还车提醒',
  overdue: '超时未还',
  instalmentDue: '分期到期提醒',
  instalmentLate: '分期逾期提醒',
  violationFound: '违章通知',
  depositDeducted: '押金扣款',
  depositReleased: '押金退还',
  cancelled: '取消与退款',
} as const satisfies Readonly<Record<string, string>>

export type CustomerMessage = keyof typeof customerMessages

export const customerMessageNames = Object.keys(customerMessages) as readonly CustomerMessage[]

/** Messages that share the switch of another one. */
const goesWith: Readonly<Record<string, CustomerMessage>> = {
  refunded: 'cancelled',
  driverArrived: 'driverAssigned',
  violationsFound: 'violationFound',
}

/** The message whose switch applies. */
export const switchMessageOf = (
  kind: CustomerMessage | 'refunded' | 'driverArrived' | 'violationsFound',
): CustomerMessage => goesWith[kind] ?? (kind as CustomerMessage)

/** Its name in the setting `notify`. */
export const customerSwitch = (message: CustomerMessage): string => `customer.${message}`
