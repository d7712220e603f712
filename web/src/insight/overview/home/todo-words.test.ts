import { menus } from '@cheyi/domain/permission'
import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import {
  endsOf,
  isLate,
  mergedTodos,
  pressing,
  shownCounters,
  type TicketTodo,
  type Todo,
  timeline,
  todoFacts,
  todosIn,
  todoTime,
} from './todo-words.ts'
import { workOf } from './work.ts'

const at = (text: string) => parseDateTime(`2026-11-${text}`)!
const now = at('20 09:41')
const todo = (change: Partial<Todo> = {}): Todo => ({
  kind: 'pickup',
  at: at('20 10:00'),
  orderId: '1',
  orderNo: 'O261118000001',
  orderKind: 1,
  status: 4,
  modelName: '秦PLUS DM-i',
  plate: '沪AF88213',
  trackedCarId: null,
  carOut: null,
  contactName: '周明轩',
  phone: '186****0937',
  pickupType: 1,
  returnType: 2,
  storeName: '虹桥机场店',
  oneWay: null,
  address: null,
  driverName: null,
  selfService: false,
  promisedAt: null,
  note: null,
  amountFen: null,
  action: 'pickUp',
  actionLabel: '取车',
  ...change,
})

describe('when', () => {
  it.each([
    [{}, '10:00', '还剩19分钟', false],
    [{ at: at('20 11:00'), kind: 'arrange' }, '11:00', '取车', false],
    [{ at: at('20 10:42'), kind: 'return' }, '10:42', '还车', false],
    [{ at: at('20 07:26'), kind: 'overdue' }, '超时', '2小时15分', true],
    [{ at: at('20 09:30'), kind: 'latePickup' }, '超时', '11分钟', true],
    [{ at: at('20 09:30'), kind: 'confirm' }, '超时', '11分钟', true],
    [{ at: at('21 10:00'), kind: 'arrange' }, '11-21', '10:00 取车', false],
    [{ at: at('18 10:00'), kind: 'refund' }, '异常', '退款', true],
    [{ at: at('18 10:00'), kind: 'refundTask' }, '待退', '线下退款', false],
    [{ at: at('20 18:00'), kind: 'depositBack', promisedAt: at('20 18:00') }, '18:00', '退押金', false],
    [{ at: at('20 08:41'), kind: 'depositBack', promisedAt: at('20 08:41') }, '超时', '1小时', true],
    [{ at: at('18 10:00'), kind: 'violationRelease' }, '到期', '违章押金', false],
    [{ at: at('20 00:00'), kind: 'instalmentDue' }, '待收', '分期', false],
    [{ at: at('01 00:00'), kind: 'instalmentLate' }, '逾期', '19天', true],
    [{ at: at('20 05:30'), kind: 'noShow' }, '未到', '4小时11分', true],
    [{ at: at('22 18:00'), kind: 'stillOut' }, '在外', '补录取车', false],
    [{ at: at('20 05:30'), kind: 'stillOut' }, '超时', '4小时11分', true],
  ] as const)('%j', (change, main, caption, late) => {
    expect(todoTime(todo(change), now)).toEqual({ main, caption, late })
  })
})

describe('with whom and how', () => {
  it('is short on a phone', () => {
    expect(todoFacts(todo(), now, false)).toEqual(['周明轩', '到店取车'])
    expect(todoFacts(todo({ kind: 'overdue', at: at('19 07:26') }), now, false)).toEqual(['周明轩', '应还 11-19 07:26'])
    expect(todoFacts(todo({ kind: 'refund', amountFen: 1 }), now, false)).toEqual(['周明轩', '¥0.01'])
    expect(todoFacts(todo({ kind: 'refundTask', amountFen: 20_000 }), now, false)).toEqual(['周明轩', '¥200.00'])
    expect(todoFacts(todo({ kind: 'noShow', at: at('19 20:00') }), now, false)).toEqual(['周明轩', '应取 11-19 20:00'])
  })

  it('tells both ends of a car that is returned elsewhere, before and after', () => {
    const oneWay = { from: '虹桥机场店', to: '浦东机场店' }
    const ends = '取 虹桥机场店 → 还 浦东机场店'
    for (const kind of ['pickup', 'return'] as const) {
      expect(endsOf(todo({ kind, oneWay }))).toBe(ends)
      expect(todoFacts(todo({ kind, oneWay }), now, true)).toContain(ends)
    }
    expect(endsOf(todo({ kind: 'refund', amountFen: 1, oneWay }))).toBeNull()
    expect(endsOf(todo())).toBeNull()
  })

  it('tells more where there is room', () => {
    const told = todo({ kind: 'return', driverName: '刘建国', address: '申长路 688 号', note: '航班延误' })
    expect(todoFacts(told, now, true)).toEqual([
      '周明轩 186****0937',
      '上门取车',
      '申长路 688 号',
      '司机 刘建国',
      '航班延误',
    ])
  })
})

it('keeps the order of urgency inside a group', () => {
  const all = [todo({ kind: 'overdue', orderId: '1' }), todo({ orderId: '2' }), todo({ kind: 'return', orderId: '3' })]
  expect(todosIn(all, 'all')).toEqual(all)
  expect(todosIn(all, 'return')).toEqual([all[0], all[2]])
})

describe('a ticket among orders', () => {
  const ticket = (change: Partial<TicketTodo> = {}): TicketTodo => ({
    kind: 'ticketDue',
    at: at('20 10:30'),
    ticketId: '9',
    title: '维保 · 常规保养',
    modelName: '秦PLUS DM-i',
    plate: '沪AF88213',
    verb: '送修',
    place: '虹桥机场店',
    assigneeName: null,
    link: '/tickets/maintaince/detail?ticketId=9',
    ...change,
  })

  it('stands in its time, before money', () => {
    const [first, last, money] = [
      todo(),
      todo({ at: at('20 11:00') }),
      todo({ kind: 'refundTask', at: at('20 09:00') }),
    ]
    const own = ticket()
    expect(mergedTodos({ todos: [first, last, money], tickets: [own], referrals: [] })).toEqual([
      first,
      own,
      last,
      money,
    ])
    expect(todosIn([first, own], 'ticket')).toEqual([own])
    expect(pressing([own], now)).toBe(own)
  })

  it.each([
    [{}, '10:30', '还剩49分钟', false],
    [{ at: at('20 08:41') }, '超时', '1小时', true],
    [{ kind: 'ticketAssign' }, '待派单', '送修', false],
    [{ kind: 'ticketReassign', at: at('21 09:00') }, '待改派', '送修', true],
  ] as const)('%j', (change, main, caption, late) => {
    expect(todoTime(ticket(change), now)).toEqual({ main, caption, late })
  })

  it('says where and by whom', () => {
    expect(todoFacts(ticket(), now, false)).toEqual(['秦PLUS DM-i', '虹桥机场店', '未指派'])
  })
})

it('keeps the line of time apart from money', () => {
  const [late, back, next] = [todo({ kind: 'latePickup' }), todo({ kind: 'refundTask' }), todo({ orderId: '2' })]
  expect(timeline([late, next, back])).toEqual({ timed: [late, next], money: [back] })
  const promised = { ...back, promisedAt: at('20 18:00') }
  expect(timeline([late, promised])).toEqual({ timed: [late, promised], money: [] })
})

it.each([
  ['F', 'finance'],
  ['V', 'fleet'],
  ['Q', 'channel'],
  ['S', 'service'],
  ['C', 'desk'],
  ['M', 'desk'],
] as const)('role %s looks at %s first', (letter, work) => {
  const held = menus.filter((menu) => menu.held.includes(letter)).map(({ key }) => key)
  expect(workOf(new Set(held))).toBe(work)
})

it('presses the first that can be done now', () => {
  const overdue = todo({ kind: 'overdue', at: at('20 07:26') })
  const soon = todo()
  const absent = todo({ kind: 'noShow', at: at('20 05:30') })
  expect(pressing([overdue, absent, soon], now)).toBe(soon)
  expect(pressing([overdue, todo({ at: at('20 15:00') })], now)).toBeUndefined()
})

const counter = (code: string, count: number, link = '/order', fen: number | null = null) => {
  return { code, name: code, count, onScreen: count, fen, link }
}

it('shows what waits, what somebody is here for first, then what is urgent', () => {
  const all = [
    counter('damage', 1),
    counter('confirm', 0),
    counter('refund', 1),
    counter('overdue', 0),
    counter('pickup', 6),
  ]
  expect(shownCounters(all, 'desk').map(({ code }) => code)).toEqual(['pickup', 'refund', 'damage'])
  expect(shownCounters(all, 'finance').map(({ code }) => code)).toEqual(['refund', 'damage', 'pickup'])
})

it('shows one counter for both kinds of order, which opens both where both have something', () => {
  const of = (short: number, long: number) =>
    shownCounters(
      [
        counter('debt', short, '/order?waits=debt', 500 * short),
        counter('debt', long, '/long-order?waits=debt', 70 * long),
      ],
      'finance',
    )
  expect(of(2, 3)).toMatchObject([{ count: 5, fen: 1210, link: '/order?waits=debt&both=1' }])
  expect(of(0, 3)).toMatchObject([{ count: 3, fen: 210, link: '/long-order?waits=debt' }])
  expect(of(2, 0)).toMatchObject([{ count: 2, fen: 1000, link: '/order?waits=debt' }])
})

it('keeps red for what is late', () => {
  expect(['overdue', 'instalmentLate', 'bill', 'refund', 'pickup'].filter((code) => isLate({ code }))).toEqual([
    'overdue',
    'instalmentLate',
  ])
})
