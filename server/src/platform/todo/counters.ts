import type { contract } from '@cheyi/contract/index'
import { orderStatus, pickupReturnQueryStatus } from '@cheyi/domain/booking/order/codes'
import { kindsOpenTo, profileOf } from '@cheyi/domain/booking/order/kinds'
import { type OrderWait, orderWaits } from '@cheyi/domain/booking/order/waits'
import { runState } from '@cheyi/domain/fleet/inventory/codes'
import { kindsOpenTo as ticketKindsOpenTo } from '@cheyi/domain/fleet/ticket/kinds'
import { type DepositKind, depositKind } from '@cheyi/domain/money/deposit/codes'
import { billState } from '@cheyi/domain/money/reconcile/bill'
import {
  counterKeys,
  countsOf,
  type IllegalCounter,
  illegalCounters,
  type OrderCounter,
  type TicketCounter,
  ticketCountersOpenTo,
} from '@cheyi/domain/platform/todo/counters'
import { requestStatus } from '@cheyi/domain/rental/driver/request'
import { planDue, planDues } from '@cheyi/domain/rental/instalment/codes'
import type { IllegalGroup } from '@cheyi/domain/rental/violation/illegal'
import { OVERSOLD_DAYS, oversold } from '../../fleet/stock/actions.ts'
import type { Handler } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { redInvoicesDue } from '../../money/invoice/actions.ts'
import { waitingApprovals } from '../approval/actions.ts'
import { counts, ofFleet, ofOffice, orderCounters } from './store-counters.ts'

const depositDue = (kind: DepositKind) => ({ status: orderStatus.returned, depositDue: kind })

const wait = (one: OrderWait) => ({ name: orderWaits[one], filter: { waits: one } })

/** Counters that also show the sum of their orders. */
const ofMoney: readonly OrderCounter[] = [
  'prepay',
  'debt',
  'instalmentDue',
  'instalmentLate',
  'refund',
  'payback',
  'rentalDeposit',
  'violationDeposit',
]

type OrderFilter = Parameters<typeof screen<'order.list' | 'longOrder.list'>>[1]

/** Name of a counter, and the filter of the order list that shows what it counts. */
const meanings: Readonly<Record<OrderCounter, { name: string; filter: OrderFilter }>> = {
  confirm: { name: '待接单', filter: { status: orderStatus.confirming } },
  cancelling: { name: '取消待处理', filter: { status: orderStatus.cancelling } },
  refund: wait('refund'),
  payback: wait('payback'),
  payCheck: wait('payCheck'),
  authEnded: wait('authEnded'),
  authExpiry: wait('authExpiry'),
  reimburse: wait('reimburse'),
  prepay: wait('prepay'),
  debt: wait('debt'),
  instalmentDue: { name: planDues.text(planDue.due), filter: { planDue: planDue.due } },
  instalmentLate: { name: planDues.text(planDue.late), filter: { planDue: planDue.late } },
  damage: wait('damage'),
  lost: wait('lost'),
  video: wait('video'),
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

const ticketNames: Readonly<Record<TicketCounter, string>> = {
  ticketDue: '今日工单',
  ticketApprove: '审批报价',
  ticketAssign: '待派工单',
  ticketReassign: '改派工单',
}

/** Name of a violation counter, and the tab of the violation list that shows what it counts. */
const illegalMeanings: Readonly<Record<IllegalCounter, { name: string; group?: IllegalGroup }>> = {
  illegalMatch: { name: '待匹配违章' },
  illegalTodo: { name: '待处理违章' },
  illegalClose: { name: '待结案违章', group: 'toClose' },
}

/**
 * Counters of pending work, each only with its permission key: of every kind of order whose page the account may open, of the fleet, and of
 * approvals.
 */
export const todoCounts: Handler<typeof contract.todo.counts> = async ({ storeId }, ctx) => {
  const kinds = kindsOpenTo(ctx.identity.keys)
  const shown = orderCounters.filter((counter) => ctx.can(counterKeys[counter]))
  const ticketKinds = ticketKindsOpenTo(ctx.identity.keys)
  const shownOfTickets = ticketCountersOpenTo(ctx.identity.keys)
  const illegals = ctx.can(counterKeys.illegalTodo)
  const [waits, cars, short, office, red, approvals] = await Promise.all([
    counts(ctx, { kinds, storeId, shown, ticketKinds, shownOfTickets, illegals }),
    ctx.can(counterKeys.papers) ? ofFleet(ctx.query, storeId) : null,
    ctx.can(counterKeys.oversold) ? oversold(ctx, storeId) : null,
    [counterKeys.bill, counterKeys.personRequest, counterKeys.channelDead].some(ctx.can)
      ? ofOffice(ctx.query, storeId)
      : null,
    ctx.can(counterKeys.redInvoice) ? redInvoicesDue(ctx) : null,
    waitingApprovals(ctx),
  ])
  const ofOrders = kinds.flatMap((kind) => {
    const profile = profileOf(kind)
    const row = waits.orders.get(kind)!
    return shown
      .filter((counter) => countsOf(counter, profile))
      .map((counter) => {
        const { count, fen } = row.of(counter)
        return {
          code: counter,
          name: meanings[counter].name,
          count,
          onScreen: row.waiting,
          fen: ofMoney.includes(counter) ? fen : null,
          link: screen(`${profile.room}.list`, meanings[counter].filter),
        }
      })
  })
  const other = (code: string, name: string, count: number, link: string, onScreen = count) => ({
    code,
    name,
    count,
    onScreen,
    fen: null,
    link,
  })
  return [
    ...ofOrders,
    ...(cars === null
      ? []
      : [
          other('papers', '证件到期', cars.papers, screen('inventory.list', { expiry: 'any' }), cars.waiting),
          other(
            'turnaround',
            '整备中',
            cars.turnaround,
            screen('inventory.list', { runState: runState.turnaround }),
            cars.waiting,
          ),
        ]),
    ...(short === null ? [] : [other('oversold', '超售车型', short.length, oversoldLink(short))]),
    ...(office !== null && ctx.can(counterKeys.bill)
      ? [other('bill', '对账差异', office.bills, screen('reconcile.list', { state: billState.differing }))]
      : []),
    ...(red === null ? [] : [other('redInvoice', '待红冲发票', red, screen('invoice.list', { redDue: '1' }))]),
    ...(ticketKinds.length === 0
      ? []
      : shownOfTickets.map((counter) => {
          const { count } = waits.tickets.of(counter)
          return other(
            counter,
            ticketNames[counter],
            count,
            screen('ticket.hub', { waits: counter }),
            waits.tickets.waiting,
          )
        })),
    ...(illegals
      ? illegalCounters.map((counter) => {
          const { name, group } = illegalMeanings[counter]
          const of = (one: IllegalCounter) => waits.illegals.of(one).count
          // The first tab of the list shows both kinds together.
          const together = of('illegalMatch') + of('illegalTodo')
          const link = screen('violation.list', { ...(group && { group }), ...(storeId && { storeId }) })
          return other(counter, name, of(counter), link, group === undefined ? together : of(counter))
        })
      : []),
    // Most stores never have one, so a counter of 0 is hidden.
    ...(illegals && waits.leases > 0
      ? [
          other(
            'leaseFiling',
            '待备案',
            waits.leases,
            screen('violation.lease-filing', { ...(storeId && { storeId }) }),
          ),
        ]
      : []),
    ...(office !== null && office.requests > 0 && ctx.can(counterKeys.personRequest)
      ? [other('personRequest', '客户请求', office.requests, screen('person.requests', { status: requestStatus.open }))]
      : []),
    // Most merchants never have one.
    ...(office !== null && office.dead > 0 && ctx.can(counterKeys.channelDead)
      ? [
          other(
            'channelDead',
            '渠道回调未送达',
            office.dead,
            screen('channel.detail', { id: String(office.deadSource), tab: 'push' }),
          ),
        ]
      : []),
    // Which approvals an account may decide differs from case to case, so a counter of 0 is hidden.
    ...(approvals === 0 ? [] : [other('approval', '待审批', approvals, screen('notify.notices', { tab: 'approval' }))]),
  ]
}

/** The stock page shows one store at a time: the link opens the first store that is oversold. */
const oversoldLink = ([first]: Awaited<ReturnType<typeof oversold>>): string =>
  screen('stock.list', first === undefined ? {} : { storeId: first.storeId, only: 'oversold', days: OVERSOLD_DAYS })
