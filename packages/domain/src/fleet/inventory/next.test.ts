import { expect, it } from 'vitest'
import { DAY, HOUR } from '../../time.ts'
import { runState } from './codes.ts'
import { type Holding, nextText } from './next.ts'

const now = Date.parse('2026-11-20T10:00:00+08:00')
const held = (over: Partial<Holding> = {}): Holding => ({
  kind: 0,
  from: now,
  to: now + 5 * HOUR,
  contactName: '周明轩',
  pickupAt: now + HOUR,
  returnAt: now + DAY,
  ...over,
})
const free = { group: 'free', runState: runState.idle, now: null, next: null } as const

it.each([
  ['近期无预订', {}],
  ['下一单 11:00 周明轩', { next: held({ from: now + HOUR }) }],
  ['下一单 11:00 其他订单', { next: held({ contactName: null }) }],
  ['近期无预订', { next: held({ kind: 6, from: now + 90 * DAY }) }],
  ['维保 11-21 10:00 起', { next: held({ kind: 2, from: now + DAY }) }],
  ['11-21 10:00 周明轩还车', { group: 'rented', runState: runState.onRent, now: held() }],
  ['维保 · 预计 15:00 结束', { group: 'care', runState: runState.maintenance, now: held({ kind: 2 }) }],
  ['证件过期，补办后可租', { group: 'care', runState: runState.stopped, now: held({ kind: 6, to: null }) }],
  ['整备至 15:00', { runState: runState.turnaround, now: held() }],
  ['', { group: 'off', runState: null }],
] as const)('%s', (text, over) => expect(nextText({ ...free, ...over }, now)).toBe(text))
