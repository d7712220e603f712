import { orderStatus as s } from '@cheyi/domain/order/codes'
import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { cardPeriod, depositMark, noteMarks, urgencyMark } from './order-words.ts'

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
      '逾期 2小时15分',
      'danger',
    ],
    ['within the grace', { status: s.pickedUp, returnAt: at('20 09:30') }, '超时 11分钟', 'danger'],
    ['a deadline today', { status: s.confirming, confirmDeadline: at('20 12:10') }, '请在 12:10 前确认', 'warning'],
    [
      'a deadline tomorrow',
      { status: s.confirming, confirmDeadline: at('21 08:00') },
      '请在 明天 08:00 前确认',
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
  it('names a waiver, and says of what else is collected', () => {
    expect(depositMark(2, 1)).toEqual({ text: '押金双免', tone: 'success' })
    expect(depositMark(0, 0)).toEqual({ text: '押金未收取', tone: 'warning' })
    expect(depositMark(0, 2)).toEqual({ text: '押金已收取', tone: 'success' })
    expect(depositMark(0, 3)).toEqual({ text: '押金已授权', tone: 'primary' })
  })
})

it('calls a balance a debt only after the car went out or the order came to nothing', () => {
  const order = { status: s.confirmed, selfService: true, owed: 100, tags: ['企业'] } as const
  const texts = (status: typeof order.status | 6 | 8) =>
    noteMarks({ ...order, status, tags: ['企业'] }).map(({ text }) => text)
  expect(texts(s.confirmed)).toEqual(['自助取还', '企业'])
  expect(texts(s.returned)).toEqual(['自助取还', '欠款', '企业'])
  expect(texts(s.cancelled)).toEqual(['自助取还', '欠款', '企业'])
})

it('places both ends of a rental', () => {
  const ends = cardPeriod({ pickupAt: at('20 10:00'), returnAt: at('23 18:00'), pickupType: 1, returnType: 2 }, now)
  expect(ends).toEqual({
    from: { main: '10:00', caption: '11-20 今天 · 到店' },
    to: { main: '18:00', caption: '11-23 周一 · 上门取' },
  })
})
