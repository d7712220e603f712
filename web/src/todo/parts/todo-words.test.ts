import { menus } from '@cheyi/domain/permission'
import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import {
  endsOf,
  fitting,
  inOneList,
  pressing,
  shownCounters,
  type TicketTodo,
  type Todo,
  timeline,
  todoFacts,
  todosIn,
  todoTime,
  workOf,
} from './todo-words.ts'

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
    [{ at: at('18 10:00'), kind: 'payback' }, '待退', '线下退款', false],
    [{ at: at('20 18:00'), kind: 'depositBack', promisedAt: at('20 18:00') }, '18:00', '退押金', false],
    [{ at: at('20 08:41'), kind: 'depositBack', promisedAt: at('20 08:41') }, '超时', '1小时', true],
    [{ at: at('18 10:00'), kind: 'violationRelease' }, '到期', '违章押金', false],
    [{ at: at('20 00:00'), kind: 'instalmentDue' }, '待收', '分期', false],
    [{ at: at('01 00:00'), kind: 'instalmentLate' }, '逾期', '19天', true],
    [{ at: at('20 05:30'), kind: 'noShow' }, '未到', '4小时11分', true],
  ] as const)('%j', (change, main, caption, late) => {
    expect(todoTime(todo(change), now)).toEqual({ main, caption, late })
  })
})

describe('with whom and how', () => {
  it('is short on a phone', () => {
    expect(todoFacts(todo(), now, false)).toEqual(['周明轩', '到店取车'])
    expect(todoFacts(todo({ kind: 'overdue', at: at('19 07:26') }), now, false)).toEqual(['周明轩', '应还 11-19 07:26'])
    expect(todoFacts(todo({ kind: 'refund', amountFen: 1 }), now, false)).toEqual(['周明轩', '¥0.01'])
    expect(todoFacts(todo({ kind: 'payback', amountFen: 20_000 }), now, false)).toEqual(['周明轩', '¥200.00'])
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
    const [first, last, money] = [todo(), todo({ at: at('20 11:00') }), todo({ kind: 'payback', at: at('20 09:00') })]
    const own = ticket()
    expect(inOneList([first, last, money], [own])).toEqual([first, own, last, money])
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
  const [late, back, next] = [todo({ kind: 'latePickup' }), todo({ kind: 'payback' }), todo({ orderId: '2' })]
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

it('shows whoever keeps the books what is owed first, with its sum', () => {
  const of = (code: string, count: number, fen: number | null = null) => ({
    onScreen: count,
    code,
    name: code,
    count,
    fen,
    link: '/order',
  })
  const all = [of('pickup', 3), of('debt', 2, 50_000), of('payback', 0)]
  expect(shownCounters(all, 'finance').map(({ code }) => code)).toEqual(['debt', 'payback', 'pickup'])
})

it('draws as many counters as a phone has cells for', () => {
  const of = (code: string, fen: number | null = null) => ({
    code,
    name: code,
    count: 1,
    onScreen: 1,
    fen,
    link: '/order',
  })
  const all = [of('a'), of('b', 1), of('c'), of('d')]
  expect(fitting(all, 4).map(({ code }) => code)).toEqual(['a', 'b', 'c'])
})

it('presses the first that can be done now', () => {
  const overdue = todo({ kind: 'overdue', at: at('20 07:26') })
  const soon = todo()
  const absent = todo({ kind: 'noShow', at: at('20 05:30') })
  expect(pressing([overdue, absent, soon], now)).toBe(soon)
  expect(pressing([overdue, todo({ at: at('20 15:00') })], now)).toBeUndefined()
})

it('shows the counters of every day, and the others while something waits', () => {
  const counter = (code: string, count: number) => ({
    code,
    count,
    onScreen: count,
    name: code,
    fen: null,
    link: '/order',
  })
  const all = [
    counter('confirm', 0),
    counter('refund', 1),
    counter('conflict', 0),
    counter('overdue', 0),
    counter('pickup', 6),
  ]
  expect(shownCounters(all, 'desk').map(({ code }) => code)).toEqual(['pickup', 'overdue', 'confirm', 'refund'])
})
it('shows a counter with a long name last, where it has the room of two', () => {
  const of = (code: string, name: string) => ({ code, name, count: 1, onScreen: 1, fen: null, link: '/order' })
  const all = [of('violationDeposit', '待退违章押金'), of('conflict', '排车冲突'), of('pickup', '今日取车')]
  expect(shownCounters(all, 'desk').map(({ code }) => code)).toEqual(['pickup', 'conflict', 'violationDeposit'])
})
it('shows what waits before what does not, where not all of it fits', () => {
  const of = (code: string, count: number, fen: number | null = null) => {
    return { code, name: code, count, onScreen: count, fen, link: '/order' }
  }
  const all = [of('debt', 0, 0), of('deposit', 3, 900), of('check', 0), of('bill', 1)]
  const codes = (cells: number) => fitting(all, cells).map(({ code }) => code)
  expect(codes(6)).toEqual(['debt', 'deposit', 'check', 'bill'])
  expect(codes(3)).toEqual(['deposit', 'bill'])
})
