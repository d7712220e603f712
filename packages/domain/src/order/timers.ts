import { isOpen, type OpeningException, type OpeningWindow } from '../merchant/opening.ts'
import { addDays, DAY, HOUR, type Instant, localDate, MINUTE, minuteOfDay, startOfDate } from '../time.ts'
import { isOnRent } from './steps.ts'

/*
 * When the timers of an order are due. A timer takes its due rows in batches, reads each again under the order's lock and
 * moves it by the state machine, so a second run or a second process finds nothing to do.
 */

/** How often a timer looks: every so many milliseconds, or daily, or on the first of the month at a local time. */
export type Schedule = { readonly every: number } | { readonly daily: string } | { readonly monthly: string }

export const timers = {
  draft: { daily: '02:00' },
  payTimeout: { every: MINUTE },
  renewalTimeout: { every: MINUTE },
  payQuery: { every: MINUTE / 6 },
  payCertificates: { every: MINUTE },
  moneyOut: { every: MINUTE },
  holdQuery: { every: MINUTE / 6 },
  confirmAlarm: { every: 5 * MINUTE },
  unaccepted: { every: 5 * MINUTE },
  autoArrange: { every: 5 * MINUTE },
  noShow: { every: 15 * MINUTE },
  overdueRoll: { every: 15 * MINUTE },
  reminder: { every: 15 * MINUTE },
  agreementExpiry: { every: 5 * MINUTE },
  holdExpiry: { every: MINUTE / 6 },
  rentalRelease: { every: MINUTE },
  tallies: { every: MINUTE },
  ledgerSums: { every: MINUTE },
  violationRelease: { daily: '10:00' },
  authExpiry: { daily: '10:00' },
  lateProposal: { daily: '10:00' },
  instalment: { daily: '00:10' },
  instalmentReminder: { daily: '10:00' },
  ticket: { every: 15 * MINUTE },
  selfCheck: { every: MINUTE },
  selfLink: { every: 15 * MINUTE },
  monthEnd: { monthly: '00:30' },
  nightly: { daily: '02:00' },
  pricePublish: { every: MINUTE },
} as const satisfies Record<string, Schedule>

export type TimerName = keyof typeof timers

/** A draft nobody submitted. */
export const draftDropAt = (createdAt: Instant): Instant => createdAt + DAY

/** Until when an online payment holds its order or renewal. */
export const payDeadline = (now: Instant, payTimeoutMinutes: number): Instant => now + payTimeoutMinutes * MINUTE

/** Opening hours as the confirm deadline counts them. */
export interface Opening {
  readonly hours: readonly OpeningWindow[]
  readonly exceptions: readonly OpeningException[]
}

/** A store that does not open for this long is counted as open: an alarm must come some day. */
const LONGEST_CLOSED = 14 * DAY

/** When a store's own order should have been accepted: so many minutes of opening hours after it arrived. */
export function confirmDeadline(now: Instant, confirmAlarmMinutes: number, { hours, exceptions }: Opening): Instant {
  let left = confirmAlarmMinutes
  const limit = now + LONGEST_CLOSED
  for (let t = now; t < limit; t += MINUTE) {
    if (!isOpen(hours, exceptions, t)) continue
    if (left === 0) return t
    left--
  }
  return now + confirmAlarmMinutes * MINUTE
}

/** How an order came: typed by staff, whatever its source, or by its channel's own door. */
export const arrivedBy = { staff: 1, channel: 2 } as const

/** A channel waits so many minutes, whatever the store's hours. */
export const channelConfirmDeadline = (now: Instant, confirmTimeoutMin: number): Instant =>
  now + confirmTimeoutMin * MINUTE

/**
 * When an order nobody accepted is refused: a channel's at its deadline, our own when the customer was to come. Until then
 * our own only alarms, again every hour.
 */
export const unacceptedAt = (order: {
  readonly fromChannel: boolean
  readonly confirmDeadline: Instant
  readonly pickupAt: Instant
}): Instant => (order.fromChannel ? order.confirmDeadline : order.pickupAt)

/** From when on the store is alarmed about an order nobody accepted: its deadline, of a channel's already half-way to it. */
export const alarmFrom = (order: {
  readonly fromChannel: boolean
  readonly createdAt: Instant
  readonly confirmDeadline: Instant
}): Instant =>
  order.fromChannel
    ? order.createdAt + Math.floor((order.confirmDeadline - order.createdAt) / 2)
    : order.confirmDeadline

/** Which alarm of an unaccepted order this is: one notice per number; -1 before the first. `from`: see {@link alarmFrom}. */
export const alarmNumber = (now: Instant, from: Instant): number => (now < from ? -1 : Math.floor((now - from) / HOUR))

/** When an order whose no-show nobody confirmed is cancelled: a day after it became a to-do. */
export const noShowCancelAt = (pickupAt: Instant, noShowAfterMinutes: number): Instant =>
  pickupAt + noShowAfterMinutes * MINUTE + DAY

/** A rental past its agreed end and the free minutes. */
export const isOverdue = (status: number, returnAt: Instant, graceMinutes: number, now: Instant): boolean =>
  isOnRent(status) && returnAt + graceMinutes * MINUTE < now

/**
 * Until when a car that is not back keeps its place: it only ever moves later. `upperAt`: the end held so far.
 */
export const overdueHoldUntil = (
  upperAt: Instant,
  now: Instant,
  f: { readonly overdueHoldMinutes: number; readonly turnaroundMinutes: number },
): Instant => Math.max(upperAt, now + (f.overdueHoldMinutes + f.turnaroundMinutes) * MINUTE)

/**
 * Until when a row takes its vehicle as of now. A car that is not back is nobody's for now and the time it takes to get it
 * ready, whether or not the timer has already moved the end that is stored.
 */
export const heldUntil = (
  row: { readonly to: Instant; readonly onRent: boolean; readonly returnAt: Instant | null },
  now: Instant,
  f: Parameters<typeof overdueHoldUntil>[2],
): Instant =>
  row.onRent && Math.min(row.to, row.returnAt ?? row.to) <= now ? overdueHoldUntil(row.to, now, f) : row.to

/** Customers are reminded this long before. */
export const REMIND_BEFORE = 2 * HOUR
const QUIET_FROM = 22 * 60
const QUIET_UNTIL = 8 * 60
const LAST_CALL = 21 * 60 + 30

/** When a message due at `t` may go out: one of the night (22:00–08:00) goes at 21:30 of the evening before it. */
export function outOfQuietHours(t: Instant): Instant {
  const minute = minuteOfDay(t)
  if (minute >= QUIET_UNTIL && minute < QUIET_FROM) return t
  const evening = minute >= QUIET_FROM ? localDate(t) : addDays(localDate(t), -1)
  return startOfDate(evening) + LAST_CALL * MINUTE
}

/** Nobody's phone rings at this hour (22:00–08:00). */
export const isQuiet = (t: Instant): boolean => outOfQuietHours(t) !== t

/** When the customer is reminded of a pickup or return. */
export const reminderAt = (event: Instant): Instant => outOfQuietHours(event - REMIND_BEFORE)

/**
 * Whether to remind the customer now. What was agreed or begun after the reminder was due (`knownAt`) needs none; a
 * reminder that was missed in the evening waits for the morning.
 */
export const isReminderDue = (event: Instant, knownAt: Instant, now: Instant): boolean => {
  const due = reminderAt(event)
  return due <= now && now < event && knownAt <= due && !isQuiet(now)
}

/** Until when a handover may be undone; refunds and releases of a settlement wait for it. */
export const undoUntil = (confirmedAt: Instant, undoMinutes: number): Instant => confirmedAt + undoMinutes * MINUTE

/** When the violation deposit is due: so many days after the return, at 10:00. */
export const violationReleaseAt = (actualReturnAt: Instant, holdDays: number): Instant =>
  startOfDate(addDays(localDate(actualReturnAt), holdDays)) + 10 * HOUR

const MONEY_OUT_MINUTES = [1, 5, 15, 60, 360] as const
/** A refund or release that failed this often waits for a person. */
export const MAX_MONEY_OUT_FAILURES = MONEY_OUT_MINUTES.length

/**
 * When a refund or release goes out: a minute after it was queued, then ever later after each failure. `since`: when it was
 * queued or last failed. null: it has become a task.
 */
export function moneyOutAt(failures: number, since: Instant): Instant | null {
  const minutes = MONEY_OUT_MINUTES[failures]
  return minutes === undefined ? null : since + minutes * MINUTE
}

const PAY_QUERY_SECONDS = [10, 30, 60, 300, 900, 3600] as const

/** A payment that was asked about more often than this is left undecided by its provider, and waits for a person. */
export const MAX_PAY_QUERIES = PAY_QUERY_SECONDS.length

/** When a payment that got no answer is asked about for the `asked + 1`-th time; null: those times are over. */
export function payQueryAt(asked: number, openedAt: Instant): Instant | null {
  const seconds = PAY_QUERY_SECONDS[asked]
  return seconds === undefined ? null : openedAt + seconds * 1000
}
