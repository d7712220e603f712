import { expenseCode, expenseSettle } from '@cheyi/domain/money/expense/codes'

import { describe, expect, it } from 'vitest'
import type { Settlement } from '../types.ts'
import {
  balanceText,
  confirmLabel,
  depositFenOf,
  firstMethod,
  giveBackWords,
  leftOwed,
  methodsOf,
  settlementChanges,
  settlementLines,
  violationsNote,
} from './settlement-words.ts'

const item = (name: string, amount: number, autoAmount: number | null = null): Settlement['items'][number] => ({
  id: null,
  code: expenseCode.overHours,
  name,
  qty: 1,
  unitPrice: amount,
  amount,
  auto: autoAmount !== null,
  autoAmount,
  formula: '',
  remark: '',
})

const settlement = (change: Partial<Settlement> = {}): Settlement => ({
  items: [
    item('超时费', 9_000, 9_000),
    item('油费', 8_000, 8_000),
    item('超里程费', 3_000, 3_680),
    item('清洁费', 5_000),
  ],
  charges: 25_000,
  prepaid: 0,
  earlyRefund: 0,
  balance: 25_000,
  violations: 0,
  givesBack: [],
  deposits: [
    {
      kind: 1,
      name: '租车押金',
      state: '已支付',
      available: 300_000,
      deduct: 25_000,
      machine: 0,
      back: 0,
      moved: 0,
      release: 275_000,
      releaseAt: 0,
      byHand: false,
      payWay: null,
    },
    {
      kind: 2,
      name: '违章押金',
      state: '已支付',
      available: 200_000,
      deduct: 0,
      machine: 0,
      back: 0,
      moved: 0,
      release: 200_000,
      releaseAt: 0,
      byHand: false,
      payWay: null,
    },
  ],
  supplements: [],
  lateMinutes: 135,
  drivenKm: 646,
  earlierKm: 0,
  freeKm: 600,
  warnings: [],
  ...change,
})

it('violations are no part of the sum, and are told', () => {
  expect(violationsNote(settlement())).toBeNull()
  const beside = settlement({ violations: 20_000 })
  expect(violationsNote(beside)).toBe('另有违章费用 ¥200.00，从违章押金扣除，不在本次结算内')
  expect(settlementLines(beside)).toEqual(settlementLines(settlement()))
})

describe('giveBackWords', () => {
  it.each([
    ['receipt', null, 1, { label: '原路退回 · 支付宝' }],
    ['receipt', null, 3, { label: '退回原收款 · 现金', note: '财务退还后上传凭证' }],
    ['receipt', null, 6, { label: '由平台退还', note: '平台退款后在订单中登记' }],
    ['deposit', 1, null, { label: '退回租车押金' }],
    ['deposit', 2, null, { label: '退回违章押金' }],
    ['customer', null, null, { label: '线下付给客户', note: '财务付款后上传凭证' }],
  ] as const)('%s %s %s', (to, kind, payWay, words) => {
    expect(giveBackWords({ to, kind, payWay, amount: 1 })).toEqual(words)
  })
})

describe('settlementLines', () => {
  it('shows the full charges and what was let off by itself', () => {
    expect(settlementLines(settlement())).toEqual([
      { label: '额外费用', fen: 25_680 },
      { label: '优惠减免', fen: -680 },
    ])
  })
  it('adds up to the balance, whatever is in it', () => {
    const mixed = settlement({ earlyRefund: 60_640, lateMinutes: -4_000, balance: 25_000 - 60_640 + 1_000 })
    const lines = settlementLines(mixed)
    expect(lines.map(({ label }) => label)).toEqual(['额外费用', '优惠减免', '提前还车退款', '订单未付'])
    expect(lines.reduce((sum, { fen }) => sum + fen, 0)).toBe(mixed.balance)
  })
  it('names each supplement that nobody paid, apart from what else the order owes', () => {
    const supplements = [
      { name: '补款：清洁', amount: 8_000 },
      { name: '补款：清洁', amount: 2_000 },
    ]
    const lines = settlementLines(settlement({ supplements, balance: 25_000 + 10_000 + 500 }))
    expect(lines.slice(2)).toEqual([
      { label: '补款：清洁', fen: 8_000 },
      { label: '补款：清洁', fen: 2_000 },
      { label: '订单未付', fen: 500 },
    ])
    expect(settlementChanges(settlement(), settlement({ supplements, balance: 35_000 }))).toEqual([
      '补款：清洁：¥0.00 → ¥100.00',
    ])
  })
  it('shows what was paid ahead as such, and no charges as 0', () => {
    const ahead = settlement({ items: [], charges: 0, prepaid: 5_000, balance: -5_000 })
    expect(settlementLines(ahead)).toEqual([
      { label: '额外费用', fen: 0 },
      { label: '已预付', fen: -5_000 },
    ])
  })
})

describe('how a balance is paid', () => {
  const { online, offline, deposit } = expenseSettle

  it('offers the deposit where it holds something, and the customer by the way that is chosen', () => {
    expect(methodsOf(100, offline)).toEqual([deposit, offline])
    expect(methodsOf(0, online)).toEqual([online])
    expect(methodsOf(100, null)).toEqual([deposit])
  })
  it('begins with the deposit when it pays everything', () => {
    expect(depositFenOf(settlement())).toEqual({ deduct: 25_000, machine: 0 })
    expect(firstMethod(25_000, 25_000, [deposit, offline])).toBe(deposit)
    expect(firstMethod(25_000, 10_000, [deposit, offline])).toBe(offline)
    expect(firstMethod(25_000, 10_000, [deposit])).toBe(deposit)
    expect(firstMethod(0, 10_000, [deposit, offline])).toBeUndefined()
  })
  it('leaves owed what the deposit does not cover', () => {
    expect(leftOwed(25_000, deposit, 10_000)).toBe(15_000)
    expect(leftOwed(25_000, offline, 0)).toBe(0)
    expect(leftOwed(25_000, online, 0)).toBe(0)
    expect(leftOwed(25_000, undefined, 0)).toBe(25_000)
    expect(leftOwed(-100, undefined, 0)).toBe(0)
  })
  it('says the amount on the button', () => {
    expect(confirmLabel('确认还车', 25_000, offline, 0)).toBe('确认还车，收款 ¥250.00')
    expect(confirmLabel('确认还车', 25_000, deposit, 5_000)).toBe('确认还车，押金扣款 ¥200.00')
    expect(confirmLabel('确认还车', -6_000, undefined, 0)).toBe('确认还车，待退 ¥60.00')
    const back = { byItself: 0, handed: 0, later: 550_240 }
    expect(confirmLabel('确认还车', -50_240, undefined, 0, back)).toBe('确认还车，待退 ¥5,502.40')
    expect(confirmLabel('确认还车', -50_240, undefined, 0, { ...back, handed: 500_000, later: 50_240 })).toBe(
      '确认还车，当面退 ¥5,000.00，待退 ¥502.40',
    )
    expect(confirmLabel('确认还车', 25_000, deposit, 0, { byItself: 475_000, handed: 0, later: 0 })).toBe(
      '确认还车，押金扣款 ¥250.00，原路退 ¥4,750.00',
    )
    expect(confirmLabel('确认还车', 0, undefined, 0)).toBe('确认还车')
    expect(confirmLabel('确认还车', 25_000, undefined, 25_000)).toBe('确认还车')
  })
  it('names which way the money goes', () => {
    expect([25_000, -100, 0].map(balanceText)).toEqual(['应补收 ¥250.00', '应退还 ¥1.00', '无需补退'])
  })
})

describe('settlementChanges', () => {
  it('names what became different, what came and what went', () => {
    const after = settlement({
      items: [
        item('超时费', 12_000, 12_000),
        item('油费', 8_000, 8_000),
        item('超里程费', 3_000, 3_680),
        item('停车费', 2_000),
      ],
      charges: 25_000,
      balance: 25_500,
    })
    expect(settlementChanges(settlement(), after)).toEqual([
      '超时费：¥90.00 → ¥120.00',
      '清洁费：¥50.00 → ¥0.00',
      '停车费：¥0.00 → ¥20.00',
      '订单未付：¥0.00 → ¥5.00',
    ])
  })
  it('says nothing when nothing changed', () => expect(settlementChanges(settlement(), settlement())).toEqual([]))
})
