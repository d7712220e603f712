import type { ReferralTodo } from '@cheyi/contract/platform/referral'
import type { TicketTodo, Todo } from '@cheyi/contract/platform/todo'
import { pickupTypes, returnTypes } from '@cheyi/domain/booking/order/codes'
import { oneWayText } from '@cheyi/domain/fleet/stock/one-way'
import { formatLength } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { formatDay } from '@cheyi/domain/near'
import { isThere } from '@cheyi/domain/platform/role/capability'
import { epochDay, formatClock, localDate, MINUTE } from '@cheyi/domain/time'
import { urgencyOf } from '@cheyi/domain/urgency'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Work } from './work.ts'

/*
 * The texts of a to-do: when, what, with whom.
 */

export type { ReferralTodo, TicketTodo, Todo }
export type AnyTodo = Todo | TicketTodo | ReferralTodo

export const isTicket = (todo: AnyTodo): todo is TicketTodo => 'ticketId' in todo
export const isReferral = (todo: AnyTodo): todo is ReferralTodo => 'referralId' in todo
const isOrder = (todo: AnyTodo): todo is Todo => !isTicket(todo) && !isReferral(todo)

export type Counter = OutputOf<typeof calls.todo.counts>[number]

/** What the minutes beside a to-do count towards. */
const verbs: Readonly<Record<Todo['kind'], string>> = {
  checkPickup: '自助取车',
  checkReturn: '自助还车',
  overdue: '应还',
  lateReturn: '还车',
  return: '还车',
  latePickup: '取车',
  pickup: '取车',
  arrange: '取车',
  confirm: '接单',
  refund: '退款',
  refundTask: '线下退款',
  depositBack: '退押金',
  payCheck: '核对收付',
  authEnded: '押金',
  instalmentDue: '分期',
  instalmentLate: '分期',
  noShow: '取车',
  stillOut: '补录取车',
  violationRelease: '违章押金',
}

export interface TodoTime {
  readonly main: string
  readonly caption: string
  readonly late: boolean
}

/** Two lines: `超时` above `2小时15分`, `10:00` above `还剩19分钟`, `11:00` above `取车`, `11-21` above `10:00 取车`. */
export function todoTime(todo: Todo | TicketTodo, now: number): TodoTime {
  const { kind, at } = todo
  const length = formatLength((at - now) / MINUTE)
  const verb = isTicket(todo) ? todo.verb : verbs[todo.kind]
  if (kind === 'ticketAssign') return { main: '待派单', caption: verb, late: at < now }
  if (kind === 'ticketApprove') return { main: '待审批', caption: '报价', late: at < now }
  if (kind === 'ticketReassign') return { main: '待改派', caption: verb, late: true }
  if (kind === 'checkPickup' || kind === 'checkReturn') return { main: '待验车', caption: verb, late: true }
  if (kind === 'refund') return { main: '异常', caption: verb, late: true }
  if ((kind === 'refundTask' || kind === 'depositBack') && !isPromised(todo))
    return { main: '待退', caption: verb, late: false }
  if (kind === 'payCheck') return { main: '未定', caption: verb, late: true }
  if (kind === 'authEnded') return { main: '待重收', caption: verb, late: true }
  if (kind === 'instalmentDue') return { main: '待收', caption: verb, late: false }
  if (kind === 'instalmentLate') return { main: '逾期', caption: `${epochDay(now) - epochDay(at)}天`, late: true }
  if (kind === 'violationRelease') return { main: '到期', caption: verb, late: false }
  if (kind === 'noShow') return { main: '未到', caption: length, late: true }
  if (kind === 'overdue') return { main: '超时', caption: length, late: true }
  if (at < now) return { main: '超时', caption: length, late: true }
  if (kind === 'stillOut') return { main: '在外', caption: verb, late: false }
  const clock = formatClock(at)
  if (localDate(at) !== localDate(now)) return { main: formatDay(at, now), caption: `${clock} ${verb}`, late: false }
  return { main: clock, caption: urgencyOf(at, now) === 'soon' ? `还剩${length}` : verb, late: false }
}

const isPromised = (todo: AnyTodo) => isOrder(todo) && todo.promisedAt !== null

const moneyKinds: readonly AnyTodo['kind'][] = [
  'refund',
  'refundTask',
  'depositBack',
  'payCheck',
  'authEnded',
  'instalmentDue',
  'instalmentLate',
  'violationRelease',
]

/** Whether the to-do concerns money only, so that neither a car nor a way of handover is shown. */
export const isMoney = ({ kind }: Pick<AnyTodo, 'kind'>): boolean => moneyKinds.includes(kind)

/** Both stores of a one-way rental, if the to-do concerns the car; null otherwise. */
export const endsOf = (todo: AnyTodo): string | null =>
  isOrder(todo) && todo.oneWay !== null && !isMoney(todo) ? oneWayText(todo.oneWay) : null

/**
 * The second line of a to-do: the customer, the way of handover, and in a list further facts. `full`: there is space
 * for all of them.
 */
export function todoFacts(todo: Todo | TicketTodo, now: number, full: boolean): string[] {
  if (isTicket(todo)) return [todo.modelName, todo.place, todo.assigneeName ?? '未指派']
  const ends = endsOf(todo)
  const returning =
    todo.kind === 'checkReturn' || todo.kind === 'overdue' || todo.kind === 'lateReturn' || todo.kind === 'return'
  const day = localDate(todo.at) === localDate(now) ? '' : `${formatDay(todo.at, now)} `
  const moment = `${day}${formatClock(todo.at)}`
  const way = returning ? returnTypes.text(todo.returnType) : pickupTypes.text(todo.pickupType)
  const called = todo.kind === 'noShow' ? `应取 ${moment}` : isMoney(todo) ? formatMoney(todo.amountFen ?? 0) : null
  const what = todo.kind === 'overdue' || todo.kind === 'stillOut' ? `应还 ${moment}` : (called ?? way)
  return [
    full ? `${todo.contactName} ${todo.phone}` : todo.contactName,
    what,
    ...(full
      ? [
          ends ?? '',
          todo.address ?? (ends === null ? todo.storeName : ''),
          todo.driverName === null ? '' : `司机 ${todo.driverName}`,
          isThere('selfService') && todo.selfService ? '自助取还' : '',
          todo.note ?? '',
        ]
      : []),
  ].filter(Boolean)
}

const ticketKinds: readonly AnyTodo['kind'][] = ['ticketDue', 'ticketApprove', 'ticketAssign', 'ticketReassign']

/** The groups by which staff filter their work. */
export const todoGroups = [
  { value: 'all', label: '全部', kinds: [...Object.keys(verbs), ...ticketKinds, 'referral'] as AnyTodo['kind'][] },
  { value: 'pickup', label: '取车', kinds: ['checkPickup', 'latePickup', 'pickup', 'noShow', 'stillOut'] },
  { value: 'return', label: '还车', kinds: ['checkReturn', 'overdue', 'lateReturn', 'return'] },
  { value: 'arrange', label: '排车', kinds: ['arrange'] },
  { value: 'ticket', label: '工单', kinds: ticketKinds },
] as const
export type TodoGroup = (typeof todoGroups)[number]['value']

/** The to-dos of a group, in order of urgency. */
export function todosIn(todos: readonly AnyTodo[], group: TodoGroup): readonly AnyTodo[] {
  const kinds: readonly string[] = todoGroups.find(({ value }) => value === group)?.kinds ?? []
  return todos.filter(({ kind }) => kinds.includes(kind))
}

export interface Listed {
  readonly todos: readonly Todo[]
  readonly tickets: readonly TicketTodo[]
  readonly referrals: readonly ReferralTodo[]
}

/** Requests of colleagues, then orders and tickets in one list, sorted by time; to-dos that concern money only follow at the end. */
export function mergedTodos({ todos, tickets, referrals }: Listed): AnyTodo[] {
  const { timed, money } = timeline(todos)
  return [...referrals, ...[...timed, ...tickets].sort((a, b) => a.at - b.at), ...money]
}

/** The to-dos with a time, late ones first, and beside them the money to-dos that have no promised time. */
export const timeline = (todos: readonly AnyTodo[]) => {
  const untimed = (todo: AnyTodo) => isMoney(todo) && !isPromised(todo)
  return { timed: todos.filter((todo) => !untimed(todo)), money: todos.filter(untimed) }
}

/** The one to-do with a filled button: the first that is late or due within the hour, can be done, and does not end an order. */
export const pressing = (todos: readonly AnyTodo[], now: number): AnyTodo | undefined =>
  todos.find(({ at, kind }) => kind !== 'overdue' && kind !== 'noShow' && urgencyOf(at, now) !== 'later')

/** The counters that each kind of work shows first, in this order. */
const daily = {
  desk: ['pickup', 'return', 'arrange', 'overdue', 'confirm'],
  finance: [
    'debt',
    'companyOverCredit',
    'rentalDeposit',
    'violationDeposit',
    'refundTask',
    'reimbursePay',
    'refund',
    'payCheck',
    'authEnded',
    'reimburse',
    'bill',
    'redInvoice',
    'ownerObjection',
    'ownerPay',
    'payableDue',
    'runApproval',
    'runPayment',
    'commissionDraft',
    'inputInvoice',
  ],
  fleet: ['lowCharge', 'turnaround', 'papers', 'ticketDue', 'return', 'overdue'],
  channel: ['confirm', 'oversold', 'channelDead'],
  service: ['confirm', 'arrange', 'conflict', 'overdue', 'reassign'],
} as const satisfies Readonly<Record<Work, readonly string[]>>

/** Shown before the others, in this order: today's cars and customers come before money that has been late for days. */
const urgent: readonly string[] = [
  'selfCheck',
  'overdue',
  'conflict',
  'oversold',
  'lost',
  'refund',
  'payCheck',
  'authEnded',
  'instalmentLate',
  'bill',
  'redInvoice',
  'channelDead',
]
/** Red marks only what is late: a car, a customer who waits for it, or money after its due day. */
const late: readonly string[] = ['selfCheck', 'overdue', 'conflict', 'instalmentLate']

export const isLate = ({ code }: Pick<Counter, 'code'>): boolean => late.includes(code)

/** Merges the counters of both kinds of orders; the list of a merged counter shows both kinds if both have pending work. */
function together(counters: readonly Counter[]): Counter[] {
  const codes = [...new Set(counters.map(({ code }) => code))]
  return codes.map((code) => {
    const [first, ...others] = counters.filter((counter) => counter.code === code && counter.count > 0)
    if (first === undefined || others.length === 0) return first ?? counters.find((counter) => counter.code === code)!
    return {
      ...first,
      count: others.reduce((sum, { count }) => sum + count, first.count),
      fen: others.reduce((sum, { fen }) => (sum === null ? fen : sum + (fen ?? 0)), first.fen),
      link: `${first.link}${first.link.includes('?') ? '&' : '?'}both=1`,
    }
  })
}

/** Counters with pending work: first those of the user's own work, then the urgent ones. */
export function shownCounters(counters: readonly Counter[], work: Work): Counter[] {
  const first: readonly string[] = daily[work]
  const rank = ({ code }: Counter) => {
    if (first.includes(code)) return first.indexOf(code)
    return first.length + (urgent.includes(code) ? urgent.indexOf(code) : urgent.length)
  }
  return together(counters)
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => rank(a) - rank(b))
}
