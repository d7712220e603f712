import { describe, expect, it } from 'vitest'
import { parseDateTime } from '../../time.ts'
import { orderStatus as s, settleStatus } from './codes.ts'
import { type NextStepFacts, nextStepLine, refundStateOf } from './next-step.ts'

const at = (text: string) => parseDateTime(text)!
const now = at('2026-11-20 09:41')
const order: NextStepFacts = {
  status: s.confirmed,
  now,
  pickupAt: at('2026-11-20 10:00'),
  returnAt: at('2026-11-23 10:00'),
  graceMinutes: 30,
  payDeadline: null,
  confirmDeadline: null,
  owedFen: 0,
  prepayDueFen: 0,
  settleStatus: settleStatus.open,
  violationReleaseAt: null,
  pendingRefunds: null,
}

describe('the next step of an order', () => {
  it.each<[string | null, Partial<NextStepFacts>]>([
    ['尚未提交，补全后提交', { status: s.notSubmitted }],
    ['等待客户付款', { status: s.submitted }],
    ['等待客户付款，10:10 前未付自动取消', { status: s.submitted, payDeadline: at('2026-11-20 10:10') }],
    [
      '等待客户付预付款 ¥260.00，10:10 前未付自动取消',
      { status: s.submitted, payDeadline: at('2026-11-20 10:10'), prepayDueFen: 26000, owedFen: 86900 },
    ],
    ['请确认订单', { status: s.confirming }],
    ['请在 10:10 前确认', { status: s.confirming, confirmDeadline: at('2026-11-20 10:10') }],
    ['请在 11-21 09:00 前确认', { status: s.confirming, confirmDeadline: at('2026-11-21 09:00') }],
    ['已超过确认时限，请尽快处理', { status: s.confirming, confirmDeadline: now }],
    ['距取车还有19分钟，请排车', {}],
    ['待收预付款 ¥260.00，距取车还有19分钟，请排车', { prepayDueFen: 26000, owedFen: 86900 }],
    ['待收预付款 ¥0.01，距取车还有19分钟', { status: s.arranged, prepayDueFen: 1 }],
    ['已过取车时间1小时41分，请排车', { pickupAt: at('2026-11-20 08:00') }],
    ['距取车还有19分钟', { status: s.arranged }],
    ['距还车还有3天', { status: s.pickedUp }],
    ['超时2小时15分', { status: s.pickedUp, returnAt: at('2026-11-20 07:26') }],
    ['已过还车时间30分钟', { status: s.pickedUp, returnAt: at('2026-11-20 09:11') }],
    ['待收 ¥250.00', { status: s.returned, owedFen: 25000 }],
    ['退款处理中 ¥45.00', { status: s.returned, owedFen: -4500 }],
    ['退款异常，请重试或线下退款', { status: s.returned, pendingRefunds: 'failed' }],
    ['租车押金待退', { status: s.returned }],
    ['违章押金待退', { status: s.returned, settleStatus: settleStatus.rentSettled }],
    [
      '违章押金 12-20 10:00 退',
      { status: s.returned, settleStatus: settleStatus.rentSettled, violationReleaseAt: at('2026-12-20 10:00') },
    ],
    ['违章押金已到期，请退还', { status: s.returned, settleStatus: settleStatus.rentSettled, violationReleaseAt: now }],
    [null, { status: s.returned, settleStatus: settleStatus.settled }],
    ['退款处理中', { status: s.cancelling }],
    ['退款异常，请重试或线下退款', { status: s.cancelling, pendingRefunds: 'failed' }],
    ['待线下退款，退款后上传凭证', { status: s.cancelling, pendingRefunds: 'byHand' }],
    ['待线下退款，退款后上传凭证', { status: s.returned, pendingRefunds: 'byHand' }],
    [null, { status: s.cancelled }],
    ['违约金待收 ¥136.80', { status: s.cancelled, owedFen: 13680 }],
  ])('%s', (text, change) => {
    expect(nextStepLine({ ...order, ...change })).toBe(text)
  })

  it.each<[ReturnType<typeof refundStateOf>, Partial<NextStepFacts>]>([
    ['failed', { status: s.cancelling, pendingRefunds: 'failed' }],
    ['byHand', { status: s.returned, owedFen: -100, pendingRefunds: 'byHand' }],
    ['running', { status: s.cancelling }],
    ['running', { status: s.returned, owedFen: -100 }],
    [null, { status: s.returned, owedFen: 100 }],
    // A prepayment is no refund.
    [null, { status: s.pickedUp, owedFen: -100 }],
    [null, { status: s.cancelled }],
  ])('its refund: %s', (state, change) => {
    expect(refundStateOf({ ...order, ...change })).toBe(state)
  })
})
