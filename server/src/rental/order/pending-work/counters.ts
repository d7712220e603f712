import { type OrderKind, orderStatus, pickupReturnQueryStatus } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { type OrderPending, orderPendingWork } from '@cheyi/domain/booking/order/waits'
import { type DepositKind, depositKind } from '@cheyi/domain/money/deposit/codes'
import { countsOf, type OrderCounter } from '@cheyi/domain/platform/todo/counters'
import { planDue, planDues } from '@cheyi/domain/rental/instalment/codes'
import { screen } from '../../../kernel/screen.ts'
import type { Found, ShownCounter } from '../../../platform/pending-work/actions.ts'

const depositDue = (kind: DepositKind) => ({ status: orderStatus.returned, depositDue: kind })

const wait = (one: OrderPending) => ({ name: orderPendingWork[one], filter: { waits: one } })

/** Counters that also show the sum of their orders. */
const ofMoney: readonly OrderCounter[] = [
  'prepay',
  'debt',
  'instalmentDue',
  'instalmentLate',
  'refund',
  'refundTask',
  'reimbursePay',
  'rentalDeposit',
  'violationDeposit',
]

type OrderFilter = Parameters<typeof screen<'order.list' | 'longOrder.list'>>[1]

/** Name of a counter, and the filter of the order list that shows what it counts. */
const meanings: Readonly<Record<OrderCounter, { name: string; filter: OrderFilter }>> = {
  confirm: { name: '待接单', filter: { status: orderStatus.confirming } },
  cancelling: { name: '取消待处理', filter: { status: orderStatus.cancelling } },
  refund: wait('refund'),
  refundTask: wait('refundTask'),
  payCheck: wait('payCheck'),
  authEnded: wait('authEnded'),
  authExpiry: wait('authExpiry'),
  reimburse: wait('reimburse'),
  reimbursePay: wait('reimbursePay'),
  prepay: wait('prepay'),
  debt: wait('debt'),
  instalmentDue: { name: planDues.text(planDue.due), filter: { planDue: planDue.due } },
  instalmentLate: { name: planDues.text(planDue.late), filter: { planDue: planDue.late } },
  damage: wait('damage'),
  lost: wait('lost'),
  video: wait('video'),
  unprinted: wait('unprinted'),
  arrange: { name: '待排车', filter: { status: orderStatus.confirmed } },
  conflict: wait('conflict'),
  reassign: wait('reassign'),
  pickup: { name: '今日取车', filter: { pickupReturnQueryStatus: pickupReturnQueryStatus.pickupToday } },
  return: { name: '今日还车', filter: { pickupReturnQueryStatus: pickupReturnQueryStatus.returnToday } },
  overdue: { name: '超时未还', filter: { pickupReturnQueryStatus: pickupReturnQueryStatus.returnOverdue } },
  selfCheck: {
    name: '待自助验车',
    filter: { pickupReturnQueryStatus: pickupReturnQueryStatus.selfCheckWaiting },
  },
  rentalDeposit: { name: '待退租车押金', filter: depositDue(depositKind.rental) },
  violationDeposit: { name: '待退违章押金', filter: depositDue(depositKind.violation) },
}

const counterView = (counter: OrderCounter): ShownCounter => ({
  name: meanings[counter].name,
  link: ({ kind }) => screen(`${profileOf(kind as OrderKind).feature}.list`, meanings[counter].filter),
  appliesTo: (kind) => countsOf(counter, profileOf(kind as OrderKind)),
  ...(ofMoney.includes(counter) && { money: true }),
})

export const orderCounters = Object.fromEntries(
  (Object.keys(meanings) as OrderCounter[]).map((counter) => [counter, counterView(counter)]),
) as Found<'order'>['counters']
