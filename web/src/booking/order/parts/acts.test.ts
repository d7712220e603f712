import { orderKind, orderStatus as s } from '@cheyi/domain/booking/order/codes'
import { describe, expect, it } from 'vitest'
import type { Reach } from '../../../kernel/user.ts'
import { actsOfCard, actsOfDetail } from './acts.ts'

const pages = ['create', 'arrange-vehicles', 'pickup', 'return', 'task-manage', 'cancel', 'payment'].map(
  (page) => `/order/${page}`,
)
const every = [
  'order.list',
  'order.create',
  'order.confirm',
  'order.arrange',
  'order.pickup',
  'order.return',
  'order.cancel',
  'order.payment',
  'order.refund',
  'deposit.release',
  'deposit.deduct',
]
const reach = (held: readonly string[] = every, open: readonly string[] = pages): Reach => ({
  held: new Set(held),
  opens: (path) => open.includes(path),
})
const card = (status: (typeof s)[keyof typeof s], owed = 0) => ({
  status,
  owed,
  orderKind: orderKind.short,
  pendingRefunds: null,
  heldDeposit: 0,
  prepayDue: 0,
  carOut: null,
  returnAt: 0,
})
const labels = (order: Parameters<typeof actsOfCard>[0], held: Reach, instalmentDue = false) =>
  actsOfCard(order, held, 0, instalmentDue).map(({ label }) => label)

describe('buttons of a card', () => {
  it.each([
    [s.notSubmitted, ['继续填写', '删除']],
    [s.submitted, ['收款', '取消']],
    [s.confirming, ['接单', '拒绝']],
    [s.confirmed, ['排车', '取消']],
    [s.arranged, ['取车', '改派']],
    [s.pickedUp, ['还车', '收款']],
    [s.returned, ['收款']],
    [s.cancelling, ['收款']],
    [s.cancelled, ['收款']],
  ])('status %i with a debt', (status, expected) => {
    expect(labels(card(status, 100), reach())).toEqual(expected)
  })

  it.each([
    [s.pickedUp, ['收分期', '还车']],
    [s.returned, ['收分期']],
    [s.confirmed, ['排车', '取消']],
  ])('status %i with an instalment that is due', (status, expected) => {
    const long = { ...card(status, 100), orderKind: orderKind.long }
    const held = [...every, 'longOrder.instalment']
    const open = [...pages.map((page) => page.replace('/order', '/long-order')), '/long-order/instalment-list']
    expect(labels(long, reach(held, open), true)).toEqual(expected)
  })

  it.each([
    ['by hand', { pendingRefunds: 'byHand' }, ['线下退款', '退押金']],
    ['again', { pendingRefunds: 'failed' }, ['退款重试', '退押金']],
    ['of the deposit alone', {}, ['退押金']],
    ['of nothing that is left', { heldDeposit: 0 }, []],
  ] as const)('the money goes back %s', (_, change, expected) => {
    expect(labels({ ...card(s.cancelling), heldDeposit: 500000, ...change }, reach())).toEqual(expected)
    expect(labels({ ...card(s.returned), heldDeposit: 500000, ...change }, reach())).toEqual(expected)
  })

  it('the prepayment of a booking is taken first', () => {
    expect(labels({ ...card(s.confirmed, 100), prepayDue: 30 }, reach())).toEqual(['收预付款', '排车'])
  })

  it('another car comes before the pickup while the one it has is late with somebody else', () => {
    const carOut = { orderId: '7', contactName: '陈泽宇', returnAt: 0 }
    expect(
      actsOfCard({ ...card(s.arranged), carOut }, reach(), 0).map(({ label, primary }) => [label, primary]),
    ).toEqual([
      ['改派', true],
      ['取车', false],
    ])
  })

  it('only the first is filled', () => {
    expect(actsOfCard(card(s.arranged), reach(), 0).map(({ primary }) => primary)).toEqual([true, false])
  })

  it('leads nowhere that the person or this build cannot go', () => {
    expect(labels(card(s.arranged), reach(['order.list', 'order.cancel']))).toEqual(['取消'])
    expect(labels(card(s.arranged), reach(every, ['/order/cancel']))).toEqual(['取消'])
    expect(labels(card(s.notSubmitted), reach(['order.cancel']))).toEqual(['删除'])
  })

  it('names the page of its kind', () => {
    const long = { ...card(s.arranged), orderKind: orderKind.long }
    expect(actsOfCard(long, reach(every, ['/long-order/pickup']), 0).map(({ path }) => path)).toEqual([
      '/long-order/pickup',
    ])
  })
})

describe('actions of the detail', () => {
  const offer = (code: string, label: string, more = {}) => ({
    code,
    label,
    primary: false,
    danger: false,
    screen: null as string | null,
    enabled: true,
    why: null as string | null,
    ...more,
  })

  it('adds the way back from an arranged car and puts what destroys last', () => {
    const actions = [
      offer('pickUp', '取车', { primary: true, screen: 'pickup' }),
      offer('cancel', '取消', { danger: true, screen: 'cancel' }),
      offer('arrange', '改派', { screen: 'arrange-vehicles' }),
    ]
    const found = actsOfDetail({ status: s.arranged, orderKind: orderKind.short, actions }, reach())
    expect(found.map(({ label }) => label)).toEqual(['取车', '改派', '撤销排车', '任务管理', '取消'])
    expect(found[0]?.search).toEqual({ isJump: 2 })
    expect(found[3]?.search).toEqual({ type: 0 })
  })

  it('keeps a disabled one with its reason, and hides what it cannot carry out', () => {
    const actions = [
      offer('retryRefund', '退款重试', { enabled: false, why: '退款处理中' }),
      offer('teleport', '瞬移'),
      offer('handOff', '转交', { screen: 'hand-off' }),
    ]
    const found = actsOfDetail({ status: s.returned, orderKind: orderKind.short, actions }, reach())
    expect(found.map(({ code, why }) => [code, why])).toEqual([['retryRefund', '退款处理中']])
  })
})
