import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { changeOf, greeting, pressing, shownCounters, type Todo, todoFacts, todosIn, todoTime } from './todo-words.ts'

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
  contactName: '周明轩',
  phone: '186****0937',
  pickupType: 1,
  returnType: 2,
  storeName: '虹桥机场店',
  address: null,
  driverName: null,
  selfService: false,
  note: null,
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
    [{ at: at('18 10:00'), kind: 'violationRelease' }, '到期', '违章押金', false],
    [{ at: at('20 05:30'), kind: 'noShow' }, '未到', '4小时11分', true],
  ] as const)('%j', (change, main, caption, late) => {
    expect(todoTime(todo(change), now)).toEqual({ main, caption, late })
  })
})

describe('with whom and how', () => {
  it('is short on a phone', () => {
    expect(todoFacts(todo(), now, false)).toEqual(['周明轩', '到店取车'])
    expect(todoFacts(todo({ kind: 'overdue', at: at('19 07:26') }), now, false)).toEqual(['周明轩', '应还 11-19 07:26'])
    expect(todoFacts(todo({ kind: 'refund' }), now, false)).toEqual(['周明轩', '退款没有成功'])
    expect(todoFacts(todo({ kind: 'payback' }), now, false)).toEqual(['周明轩', '退给客户后上传凭证'])
    expect(todoFacts(todo({ kind: 'violationRelease' }), now, false)).toEqual(['周明轩', '查清违章后退还押金'])
    expect(todoFacts(todo({ kind: 'noShow', at: at('19 20:00') }), now, false)).toEqual(['周明轩', '应取 11-19 20:00'])
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
  expect(todosIn(all, 'return').map(({ orderId }) => orderId)).toEqual(['1', '3'])
})

it('presses the first that can be done now', () => {
  const overdue = todo({ kind: 'overdue', at: at('20 07:26') })
  const soon = todo()
  const absent = todo({ kind: 'noShow', at: at('20 05:30') })
  expect(pressing([overdue, absent, soon], now)).toBe(soon)
  expect(pressing([overdue, todo({ at: at('20 15:00') })], now)).toBeUndefined()
})

it('compares with the week before only where there was something', () => {
  expect(changeOf({ today: 112_40, weekAgo: 100_00 })).toEqual({ up: true, text: '12.4%' })
  expect(changeOf({ today: 0, weekAgo: 100_00 })).toEqual({ up: false, text: '100.0%' })
  expect(changeOf({ today: 100, weekAgo: 0 })).toBeNull()
})

it.each([
  ['04:59', '夜深了'],
  ['05:00', '早上好'],
  ['12:00', '中午好'],
  ['17:59', '下午好'],
  ['18:00', '晚上好'],
])('at %s says %s', (time, words) => expect(greeting(at(`20 ${time}`))).toBe(words))

it('shows the counters of every day, and the others while something waits', () => {
  const counter = (code: string, count: number) => ({ code, count, name: code, link: '/order' })
  const all = [
    counter('confirm', 0),
    counter('refund', 1),
    counter('conflict', 0),
    counter('overdue', 0),
    counter('pickup', 6),
  ]
  expect(shownCounters(all).map(({ code }) => code)).toEqual(['pickup', 'overdue', 'confirm', 'refund'])
})
it('shows a counter with a long name last, where it has the room of two', () => {
  const of = (code: string, name: string) => ({ code, name, count: 1, link: '/order' })
  const all = [of('violationDeposit', '待退违章押金'), of('conflict', '排车冲突'), of('pickup', '今日取车')]
  expect(shownCounters(all).map(({ code }) => code)).toEqual(['pickup', 'conflict', 'violationDeposit'])
})
