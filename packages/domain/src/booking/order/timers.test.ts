import { describe, expect, it } from 'vitest'
import { isQuiet, timeOutsideQuietHours } from '../../platform/notify/quiet-hours.ts'
import { DAY, formatDateTime, HOUR, MINUTE, parseDateTime } from '../../time.ts'
import { orderStatuses } from './codes.ts'
import {
  acceptDeadlineOf,
  alarmFrom,
  alarmNumber,
  channelConfirmDeadline,
  confirmDeadline,
  draftDropAt,
  isOverdue,
  isReminderDue,
  moneyOutAt,
  noShowWatch,
  overdueHoldUntil,
  payDeadline,
  payQueryAt,
  reminderAt,
  timers,
  undoUntil,
  violationReleaseAt,
  wasOutAtImport,
} from './timers.ts'

const at = (text: string) => parseDateTime(text)!
const now = at('2026-11-20 10:00')

describe('release of the violation deposit', () => {
  it.each([
    ['2026-12-05 15:00', 30, '2027-01-04 10:00'],
    ['2027-01-30 23:59', 30, '2027-03-01 10:00'],
    ['2027-01-30 00:00', 30, '2027-03-01 10:00'],
    ['2026-11-20 09:00', 7, '2026-11-27 10:00'],
  ])('of a car back at %s, held %i days, is due at %s', (returned, days, due) => {
    expect(formatDateTime(violationReleaseAt(at(returned), days))).toBe(due)
  })
})

describe('reminders', () => {
  it.each([
    ['2026-11-20 10:00', '2026-11-20 08:00'],
    ['2026-11-20 09:59', '2026-11-19 21:30'],
    ['2026-11-20 02:00', '2026-11-19 21:30'],
    ['2026-11-20 00:30', '2026-11-19 21:30'],
    ['2026-11-20 00:00', '2026-11-19 21:30'],
    ['2026-11-19 23:59', '2026-11-19 21:59'],
  ])('of an event at %s are sent at %s', (event, sent) => {
    expect(formatDateTime(reminderAt(at(event)))).toBe(sent)
  })

  it('are never sent at night', () => {
    for (let t = now; t < now + 2 * DAY; t += 7 * MINUTE) {
      const clock = formatDateTime(timeOutsideQuietHours(t)).slice(11)
      expect(clock >= '08:00' && clock < '22:00').toBe(true)
      expect(isQuiet(timeOutsideQuietHours(t))).toBe(false)
    }
  })

  it.each([
    ['two hours before', '2026-11-20 15:00', '2026-11-20 13:00', true],
    ['a minute too early', '2026-11-20 15:00', '2026-11-20 12:59', false],
    ['a minute before', '2026-11-20 15:00', '2026-11-20 14:59', true],
    ['too late', '2026-11-20 15:00', '2026-11-20 15:00', false],
    ['the evening before', '2026-11-21 06:00', '2026-11-20 21:30', true],
    ['in the night', '2026-11-21 09:00', '2026-11-20 22:00', false],
    ['missed in the evening: in the morning', '2026-11-21 09:00', '2026-11-21 08:00', true],
  ])('%s', (_, event, time, due) => {
    expect(isReminderDue(at(event), now - DAY, at(time))).toBe(due)
  })

  it('are not sent for what was agreed after they were due', () => {
    const event = at('2026-11-20 15:00')
    expect(isReminderDue(event, at('2026-11-20 13:00'), at('2026-11-20 13:15'))).toBe(true)
    expect(isReminderDue(event, at('2026-11-20 13:01'), at('2026-11-20 13:15'))).toBe(false)
  })
})

describe('the confirm deadline', () => {
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  const opening = { hours: [{ weekdays, open: '08:00', close: '20:00' }], exceptions: [] }

  it('counts opening hours only', () => {
    const due = (text: string, minutes = 60) => formatDateTime(confirmDeadline(at(text), minutes, opening))
    expect(due('2026-11-20 10:00')).toBe('2026-11-20 11:00')
    expect(due('2026-11-20 06:00')).toBe('2026-11-20 09:00')
    expect(due('2026-11-20 22:00')).toBe('2026-11-21 09:00')
    // The closing minute counts as open, so that 31 minutes of that evening are used.
    expect(due('2026-11-20 19:30')).toBe('2026-11-21 08:29')
  })

  it('skips a closed day, and does not wait forever', () => {
    const shut = { ...opening, exceptions: [{ date: '2026-11-21', closed: true }] }
    expect(formatDateTime(confirmDeadline(at('2026-11-20 22:00'), 60, shut))).toBe('2026-11-22 09:00')
    const never = { hours: [{ weekdays: [], open: '08:00', close: '20:00' }], exceptions: [] }
    expect(confirmDeadline(now, 60, never)).toBe(now + HOUR)
    expect(confirmDeadline(now, 60, { hours: [], exceptions: [] })).toBe(now + HOUR)
  })

  it('of a channel counts all hours', () => {
    expect(channelConfirmDeadline(now, 30)).toBe(now + 30 * MINUTE)
    const order = { confirmDeadline: now, pickupAt: now + DAY }
    expect(acceptDeadlineOf({ ...order, fromChannel: true })).toBe(now)
    expect(acceptDeadlineOf({ ...order, fromChannel: false })).toBe(now + DAY)
  })

  it('alarms for a channel at half of the time', () => {
    const order = { createdAt: now, confirmDeadline: now + 30 * MINUTE }
    expect(alarmFrom({ ...order, fromChannel: true })).toBe(now + 15 * MINUTE)
    expect(alarmFrom({ ...order, fromChannel: false })).toBe(now + 30 * MINUTE)
  })

  it('alarms at once and then every hour', () => {
    expect([-1, 0, 59, 60, 121].map((minutes) => alarmNumber(now + minutes * MINUTE, now))).toEqual([-1, 0, 0, 1, 2])
  })
})

describe('an overdue car', () => {
  const f = { overdueHoldMinutes: 30, turnaroundMinutes: 60 }
  it('blocks its car a little longer each time', () => {
    const upper = (time: string, before: number) => overdueHoldUntil(before, at(`2026-11-18 ${time}`), f)
    const first = upper('10:00', at('2026-11-18 11:00'))
    const second = upper('10:30', first)
    const third = upper('10:45', second)
    expect([first, second, third].map((t) => formatDateTime(t).slice(11))).toEqual(['11:30', '12:00', '12:15'])
    expect(upper('10:00', third)).toBe(third)
  })

  it.each(orderStatuses.values)('in status %i is overdue only on rent and past its grace', (status) => {
    expect(isOverdue(status, now, 30, now + 31 * MINUTE)).toBe(status === 5)
    expect(isOverdue(status, now, 30, now + 30 * MINUTE)).toBe(false)
  })
})

describe('a customer who did not come', () => {
  const open = noShowWatch(null, now - HOUR, now)

  it('is a to-do for a day that is watched', () => {
    expect(open).toEqual({ since: now - HOUR, cancelledAt: now + DAY, seenAt: now })
    let kept = open
    for (let t = now; t <= now + DAY; t += 15 * MINUTE) kept = noShowWatch(kept, now - HOUR, t)
    expect(kept).toEqual({ since: now - HOUR, cancelledAt: now + DAY, seenAt: now + DAY })
  })

  it.each([
    ['the server was down', open, now - HOUR, now + 2 * DAY],
    ['the period was moved', open, now, now + 15 * MINUTE],
    ['an earlier release opened the to-do', { since: now - HOUR, cancelledAt: now }, now - HOUR, now],
  ])('is a to-do for another day where %s', (_, kept, since, then) => {
    expect(noShowWatch(kept, since, then).cancelledAt).toBe(then + DAY)
  })

  it.each([
    ['imported with its car out', { channelOrderNo: 'A-1', createdAt: now }, true],
    ['imported before its pickup', { channelOrderNo: 'A-1', createdAt: now - DAY }, false],
    ['booked at the counter by a customer who is there', { channelOrderNo: null, createdAt: now + MINUTE }, false],
    ['of a platform, accepted late', { source: 2 as const, channelOrderNo: 'A-1', createdAt: now + MINUTE }, false],
  ])('has come already only with an order %s', (_, order, out) => {
    expect(wasOutAtImport({ source: 1, pickupAt: now, ...order })).toBe(out)
  })
})

it('has its other times', () => {
  expect(draftDropAt(now)).toBe(now + 24 * HOUR)
  expect(payDeadline(now, 30)).toBe(now + 30 * MINUTE)
  expect(undoUntil(now, 30)).toBe(now + 30 * MINUTE)
})

it('retries a refund at increasing intervals, then hands it to staff', () => {
  const minutes = [0, 1, 2, 3, 4, 5].map((failures) => moneyOutAt(failures, 0))
  expect(minutes.map((t) => (t === null ? null : t / MINUTE))).toEqual([1, 5, 15, 60, 360, null])
})

it('queries a silent provider at increasing intervals, then hands it to staff', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((asked) => payQueryAt(asked, 0))).toEqual([
    10_000,
    30_000,
    60_000,
    300_000,
    900_000,
    3_600_000,
    null,
  ])
})

it('runs often enough for its deadlines', () => {
  expect(timers.holdExpiry.every).toBe(10_000)
  expect(timers.payTimeout.every).toBe(60_000)
})
