import { runState } from '@cheyi/domain/inventory/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { expiryMarks, nextText, stateMark, type VehicleCard } from './vehicle-words.ts'

const now = Date.parse('2026-11-20T10:00:00+08:00')
const held = (over: Partial<NonNullable<VehicleCard['now']>> = {}): NonNullable<VehicleCard['now']> => ({
  kind: 0,
  from: now,
  to: now + 5 * HOUR,
  orderId: '1',
  contactName: '周明轩',
  pickupAt: now + HOUR,
  returnAt: now + DAY,
  ...over,
})
const card = (over: Partial<VehicleCard>): VehicleCard =>
  ({ group: 'free', runState: runState.idle, lifecycle: 1, now: null, next: null, ...over }) as VehicleCard

it.each([
  ['近期无预订', {}],
  ['下一单 11:00 周明轩', { next: held({ from: now + HOUR }) }],
  ['下一单 11:00 其他门店订单', { next: held({ contactName: null }) }],
  ['近期无预订', { next: held({ kind: 6, from: now + 90 * DAY }) }],
  ['维保 11-21 10:00 起', { next: held({ kind: 2, from: now + DAY }) }],
  ['11-21 10:00 周明轩还车', { group: 'rented', runState: runState.onRent, now: held() }],
  ['维保 · 预计 15:00 结束', { group: 'care', runState: runState.maintenance, now: held({ kind: 2 }) }],
  ['证件过期，补办后可租', { group: 'care', runState: runState.stopped, now: held({ kind: 6, to: null }) }],
  ['整备至 15:00', { runState: runState.turnaround, now: held() }],
  ['', { group: 'off', runState: null, lifecycle: 0 }],
] as const)('%s', (text, over) => expect(nextText(card(over), now)).toBe(text))

it('names what a vehicle is doing, or why it does nothing', () => {
  expect(stateMark({ runState: runState.overdue, lifecycle: 1 })).toEqual({ text: '超时未还', tone: 'danger' })
  expect(stateMark({ runState: null, lifecycle: 0 })).toEqual({ text: '待上架', tone: 'neutral' })
})

it('warns of papers within a month, louder in the last week', () => {
  const expiry = { insurance: '2026-12-10', inspection: '2026-11-19', commercial: '2027-05-01', plate: null }
  expect(expiryMarks({ expiry }, now)).toEqual([
    { text: '年检已过期1天', tone: 'danger' },
    { text: '交强险20天后到期', tone: 'warning' },
  ])
})
