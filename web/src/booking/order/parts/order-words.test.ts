import { orderStatus as s, source } from '@cheyi/domain/booking/order/codes'
import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import {
  cardPeriod,
  depositMark,
  noteMarks,
  type OrderDetail,
  owesRest,
  platformWords,
  refundMark,
  urgencyMark,
} from './order-words.ts'

const at = (text: string) => parseDateTime(`2026-11-${text}`)!
const now = at('20 09:41')

const timed = {
  status: s.arranged,
  pickupAt: at('20 10:00'),
  returnAt: at('23 10:00'),
  payDeadline: null,
  confirmDeadline: null,
  overdue: false,
} as const

describe('what presses', () => {
  it.each([
    ['the last hour before a pickup', {}, '还剩 19分钟', 'warning'],
    ['nobody came', { pickupAt: at('20 07:26') }, '超时未取 2小时15分', 'danger'],
    [
      'a car that is not back',
      { status: s.pickedUp, returnAt: at('20 07:26'), overdue: true },
      '超时未还 2小时15分',
      'danger',
    ],
    ['within the grace', { status: s.pickedUp, returnAt: at('20 09:30') }, '超时 11分钟', 'danger'],
    ['a deadline today', { status: s.confirming, confirmDeadline: at('20 12:10') }, '请在 12:10 前接单', 'warning'],
    [
      'a deadline tomorrow',
      { status: s.confirming, confirmDeadline: at('21 08:00') },
      '请在 明天 08:00 前接单',
      'warning',
    ],
    ['a deadline gone by', { status: s.submitted, payDeadline: at('20 09:40') }, '付款已超时', 'danger'],
  ] as const)('%s', (_, change, text, tone) => {
    expect(urgencyMark({ ...timed, ...change }, now)).toEqual({ text, tone })
  })

  it.each([
    ['hours before', { pickupAt: at('20 11:00') }],
    ['without a deadline', { status: s.confirming }],
    ['done', { status: s.returned, returnAt: at('19 10:00') }],
  ] as const)('nothing does %s', (_, change) => expect(urgencyMark({ ...timed, ...change }, now)).toBeNull())
})

describe('deposits', () => {
  it.each([
    ['both waived', [2, 1, 0], '押金双免', 'success'],
    ['nothing taken', [0, 0, 0], '押金未收取', 'warning'],
    ['one of two taken', [0, 0, 300000], '押金未收齐', 'warning'],
    ['in hand', [0, 2, 500000], '在押 ¥5,000.00', 'success'],
    ['frozen by a provider', [0, 3, 500000], '已授权 ¥5,000.00', 'primary'],
    ['one waived, the other in hand', [1, 2, 200000], '在押 ¥2,000.00', 'success'],
    ['one waived, the other due', [1, 0, 0], '免租车押金', 'success'],
    ['given back or used up', [0, 2, 0], '押金已结清', 'neutral'],
  ] as const)('%s', (_, [depositStatus, depositPayStatus, heldDeposit], text, tone) => {
    expect(
      depositMark({ status: s.confirmed, depositStatus, depositPayStatus, depositLater: null, heldDeposit }),
    ).toEqual({ text, tone })
  })

  it.each([
    [2, '违章押金还车时收'],
    [3, '违章押金还车时转'],
  ] as const)('the violation deposit comes later (%i): %s', (depositLater, text) => {
    const unpaid = { status: s.confirmed, depositStatus: 0, depositPayStatus: 0 } as const
    const order = { ...unpaid, depositLater, heldDeposit: 300000 }
    expect(depositMark(order)).toEqual({ text, tone: 'success' })
  })

  it('nobody collects those of a cancelled order', () => {
    const order = { status: s.cancelled, depositStatus: 0, depositPayStatus: 0, depositLater: null } as const
    expect(depositMark({ ...order, heldDeposit: 0 })).toEqual({ text: '押金不收取', tone: 'neutral' })
  })
})

describe('refunds', () => {
  it.each([
    ['failed', { status: s.cancelling, owed: 0, pendingRefunds: 'failed' }, { text: '退款异常', tone: 'danger' }],
    ['by hand', { status: s.returned, owed: -100, pendingRefunds: 'byHand' }, { text: '线下退款', tone: 'warning' }],
    ['on its way', { status: s.returned, owed: -100, pendingRefunds: null }, { text: '退款处理中', tone: 'neutral' }],
    ['none', { status: s.returned, owed: 0, pendingRefunds: null }, null],
  ] as const)('%s', (_, order, mark) => expect(refundMark(order)).toEqual(mark))
})

it('calls a balance a debt only after the car went out or the order came to nothing', () => {
  const order = { status: s.confirmed, orderKind: 1, selfService: true, owed: 100, tags: ['企业'] } as const
  const texts = (status: typeof order.status | 5 | 6 | 8) =>
    noteMarks({ ...order, status, tags: ['企业'] }).map(({ text }) => text)
  expect(texts(s.confirmed)).toEqual(['自助取还', '企业'])
  expect(texts(s.returned)).toEqual(['自助取还', '欠款', '企业'])
  expect(texts(s.cancelled)).toEqual(['自助取还', '欠款', '企业'])
  // Of instalments that are due the plan tells, until the car is back.
  expect(texts(s.pickedUp)).toContain('欠款')
  expect(noteMarks({ ...order, orderKind: 2, status: s.pickedUp, tags: [] })).toEqual([
    { text: '自助取还', tone: 'neutral' },
  ])
  expect(noteMarks({ ...order, orderKind: 2, status: s.returned, tags: [] })).toHaveLength(2)
})

it('places both ends of a rental', () => {
  const ends = cardPeriod({ pickupAt: at('20 10:00'), returnAt: at('23 18:00'), pickupType: 1, returnType: 2 }, now)
  expect(ends).toEqual({
    from: { main: '10:00', caption: '11-20 今天 · 到店' },
    to: { main: '18:00', caption: '11-23 周一 · 上门取' },
  })
})

it('what is owed is the rest of a booking from its prepayment to its pickup', () => {
  const fees = { owed: 37_450, prepay: 16_050, prepayDue: 0 } as OrderDetail['fees']
  const of = (status: OrderDetail['status'], more: Partial<OrderDetail['fees']> = {}) =>
    owesRest({ status, fees: { ...fees, ...more } })
  expect([of(s.confirmed), of(s.arranged)]).toEqual([true, true])
  expect([of(s.pickedUp), of(s.cancelled)]).toEqual([false, false])
  expect(of(s.confirmed, { prepayDue: 1 })).toBe(false)
  expect(of(s.confirmed, { prepay: null })).toBe(false)
  expect(of(s.confirmed, { owed: 0 })).toBe(false)
})

it('a platform is asked first about its orders, and nobody about those of the own page', () => {
  const sold = { channelOrderNo: 'W71112', fees: { byPlatform: false } }
  expect(platformWords({ ...sold, source: source.travel }, '携程', 'cancel')).toContain('请先让平台取消')
  expect(platformWords({ ...sold, source: source.own }, '自营网站', 'cancel')).toBeNull()
  expect(platformWords({ ...sold, source: source.own }, '自营网站', 'arrange')).toBeNull()
})
