import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { type Bar, beginAt, boxOf, doingAt, elsewhereOf, kindOf, labelOf, spanAfterPinch } from './bars.ts'

const window = { from: 0, to: 10 * DAY }

it('a bar stands where its time is, cut at the window, its turnaround at its end', () => {
  expect(boxOf({ from: DAY, to: 3 * DAY, cleanFrom: 2 * DAY }, window)).toEqual({
    left: 10,
    width: 20,
    clean: 50,
    cutLeft: false,
    cutRight: false,
  })
  expect(boxOf({ from: -DAY, to: null, cleanFrom: null }, window)).toEqual({
    left: 0,
    width: 100,
    clean: null,
    cutLeft: true,
    cutRight: true,
  })
  expect(boxOf({ from: 9 * DAY, to: 12 * DAY, cleanFrom: 11 * DAY }, window)).toMatchObject({
    clean: null,
    cutRight: true,
  })
  expect(boxOf({ from: -2 * DAY, to: 0, cleanFrom: null }, window)).toBeNull()
})

it('a bar says what it is', () => {
  const base = {
    from: 0,
    to: 2 * HOUR,
    cleanFrom: null,
    overdue: false,
    pinned: false,
    leaves: false,
    stopId: null,
    ticketId: null,
  }
  const order = {
    orderId: '1',
    orderNo: 'O261120000123',
    orderKind: 1,
    status: 4,
    contactName: '周明轩',
    pickupAt: Date.parse('2026-11-20T10:00+08:00'),
    returnAt: Date.parse('2026-11-22T10:00+08:00'),
    plate: null,
    oneWay: null,
  } as const
  const bar = (kind: Bar['kind'], more: object | null, overdue = false): Bar => ({
    ...base,
    kind,
    overdue,
    order: more && { ...order, ...more },
  })
  const told = [
    bar(0, {}),
    bar(0, { status: 3, contactName: '' }),
    bar(0, { status: 5 }),
    bar(0, { status: 5 }, true),
    bar(0, { status: 5, orderKind: 2 }),
    bar(0, { status: 6 }),
    bar(0, { oneWay: { from: '虹桥机场店', to: '浦东机场店' } }),
    bar(2, null),
    bar(1, null),
    bar(4, null),
  ].map((one) => [kindOf(one), labelOf(one)])
  expect(told).toEqual([
    ['arranged', '周明轩 10:00'],
    ['kept', '订单 0123 10:00'],
    ['use', '周明轩 还 11-22 10:00'],
    ['late', '周明轩 超时未还'],
    ['long', '周明轩 还 11-22 10:00'],
    ['clean', '整备'],
    ['arranged', '周明轩 → 浦东机场店 10:00'],
    ['ticket', '维保'],
    ['move', '调车'],
    ['stop', '停售'],
  ])
})

it('a car that leaves is at the other store from then on', () => {
  const oneWay = { from: '虹桥机场店', to: '浦东机场店' }
  const bars = [
    { from: 0, to: DAY, leaves: false, order: { oneWay: null } },
    { from: 2 * DAY, to: 3 * DAY, leaves: true, order: { oneWay } },
  ] as unknown as readonly Bar[]
  expect(elsewhereOf(bars)).toEqual({ from: 3 * DAY, store: '浦东机场店' })
  expect(elsewhereOf(bars.slice(0, 1))).toBeNull()
})

it('fingers apart show fewer days, together more', () => {
  const spans = [7, 14, 30]
  expect([2, 1, 0.5].map((ratio) => spanAfterPinch(14, ratio, spans))).toEqual([7, 14, 30])
  expect([spanAfterPinch(7, 2, spans), spanAfterPinch(30, 0.5, spans)]).toEqual([7, 30])
})

it('an order begins at ten of the day that was pressed, not before the car is back or the minute it is', () => {
  const at = (text: string) => Date.parse(`${text}+08:00`)
  const bars = [{ from: at('2026-11-20T08:00'), to: at('2026-11-21T11:10') }] as unknown as readonly Bar[]
  const now = at('2026-11-20T09:41')
  expect(beginAt(at('2026-11-22T03:00'), bars, now)).toBe(at('2026-11-22T10:00'))
  expect(beginAt(at('2026-11-21T15:00'), bars, now)).toBe(at('2026-11-21T11:30'))
  expect(beginAt(at('2026-11-20T07:00'), [], now + 20 * MINUTE)).toBe(at('2026-11-20T10:30'))
})

it('a car does what its bar of the moment says', () => {
  const bar = (kind: Bar['kind'], from: number, to: number | null) =>
    ({ kind, from, to, order: null, overdue: false }) as unknown as Bar
  const bars = [bar(3, 0, HOUR), bar(2, DAY, null)]
  expect(doingAt(bars, 2 * HOUR)).toBeNull()
  expect(doingAt(bars, 2 * DAY)).toBe('维保')
  expect(doingAt(bars, 0)).not.toBeNull()
})
