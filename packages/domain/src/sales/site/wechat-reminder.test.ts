import { expect, it } from 'vitest'
import { parseDateTime } from '../../time.ts'
import { isWechatReminder, wechatReminderText } from './wechat-reminder.ts'

const order = {
  pickupAt: parseDateTime('2026-12-01 10:00')!,
  returnAt: parseDateTime('2026-12-03 18:30')!,
  payDeadline: parseDateTime('2026-11-30 09:15')!,
}
const kinds = ['pickupReminder', 'returnReminder', 'awaitingPayment', 'depositReleased'] as const

it('says what is next in the 20 characters that a template takes', () => {
  expect(kinds.map((kind) => wechatReminderText(kind, order))).toEqual([
    '2026-12-01 10:00取车',
    '2026-12-03 18:30还车',
    '请在09:15前付款',
    '押金已原路退还',
  ])
  expect(wechatReminderText('awaitingPayment', { ...order, payDeadline: null })).toBe('请完成付款')
  for (const kind of kinds) expect(wechatReminderText(kind, order).length).toBeLessThanOrEqual(20)
})

it('knows which messages are reminders', () => {
  expect(kinds.every(isWechatReminder)).toBe(true)
  for (const kind of ['confirmed', 'cancelled', 'staff', 'toString', 'violationFound'])
    expect(isWechatReminder(kind)).toBe(false)
})
