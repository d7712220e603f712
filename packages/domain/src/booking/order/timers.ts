import { isQuiet, timeOutsideQuietHours } from '../../platform/notify/quiet-hours.ts'
import { isOpen, type OpeningException, type OpeningWindow } from '../../platform/store/opening.ts'
import type { TaskDetails } from '../../platform/todo/task.ts'
import { addDays, DAY, HOUR, type Instant, localDate, MINUTE, startOfDate } from '../../time.ts'
import { type OrderKind, type Source, source } from './codes.ts'
import { profileOf } from './kinds.ts'
import { isOnRent } from './steps.ts'

/*
 * Times of an order's timers. A timer takes its due rows in batches, reads each again under the order's lock and
 * moves it by the state machine, so that a second run or process finds nothing to do.
 */

/** How often a timer runs: at an interval in ms, daily, or on the first of the month, at a local time. */
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
  agreementPrint: { every: MINUTE / 30 },
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

/** How long a draft that was not submitted is preserved. */
export const DRAFT_LIFE = DAY
export const draftDropAt = (createdAt: Instant): Instant => createdAt + DRAFT_LIFE

/** Until when an order or renewal waits for its online payment. */
export const payDeadline = (now: Instant, payTimeoutMinutes: number): Instant => now + payTimeoutMinutes * MINUTE

/** A rental of months whose car is not expected back soon: its return is not the job that its page begins with. */
export const endsLater = (kind: OrderKind, returnAt: Instant, now: Instant): boolean =>
  profileOf(kind).counts === 'dates' && returnAt - now > 3 * DAY

/** Opening hours, for the acceptance deadline. */
export interface Opening {
  readonly hours: readonly OpeningWindow[]
  readonly exceptions: readonly OpeningException[]
}

/** A store that is closed longer than this counts as open, so that an alarm is raised at some time. */
const LONGEST_CLOSED = 14 * DAY

/** When a store's own order should have been accepted: this number of opening minutes after it arrived. */
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

/** How an order arrived: entered by staff, whatever its source, or by its channel's API. */
export const arrivedBy = { staff: 1, channel: 2 } as const

/** A channel's deadline counts all minutes, whatever the store's hours. */
export const channelConfirmDeadline = (now: Instant, confirmTimeoutMin: number): Instant =>
  now + confirmTimeoutMin * MINUTE

/**
 * When an order that is not accepted is refused: a channel's at its deadline, our own at the pickup time. Until
 * then our own only raises an alarm every hour.
 */
export const acceptDeadlineOf = (order: {
  readonly fromChannel: boolean
  readonly confirmDeadline: Instant
  readonly pickupAt: Instant
}): Instant => (order.fromChannel ? order.confirmDeadline : order.pickupAt)

/** From when the store is alarmed about an unaccepted order: at its deadline, for a channel's order at half of the time. */
export const alarmFrom = (order: {
  readonly fromChannel: boolean
  readonly createdAt: Instant
  readonly confirmDeadline: Instant
}): Instant =>
  order.fromChannel
    ? order.createdAt + Math.floor((order.confirmDeadline - order.createdAt) / 2)
    : order.confirmDeadline

/** Number of the alarm of an unaccepted order, so that each is sent once; -1 before the first. `from`: see {@link alarmFrom}. */
export const alarmNumber = (now: Instant, from: Instant): number => (now < from ? -1 : Math.floor((now - from) / HOUR))

/**
 * An order of another system whose car was out when it was imported. Its customer came long ago; only the record of the pickup
 * follows in this system.
 */
export const wasOutAtImport = (order: {
  readonly source: Source
  readonly channelOrderNo: string | null
  readonly createdAt: Instant
  readonly pickupAt: Instant
}): boolean => order.source === source.offline && order.channelOrderNo !== null && order.pickupAt <= order.createdAt

/** The to-do of a customer who did not come: since when they are missing, when the order ends, and when the timer last saw both. */
export type NoShowWatch = TaskDetails['noShow']

/** A longer pause between two runs of the timer means that nobody could see the to-do, or record the pickup. */
const LONGEST_UNWATCHED = HOUR

/**
 * The order ends a day after it became a to-do. The day begins again where the customer is missing since another time, because
 * the period was moved, and where the server was down: what happened meanwhile could not be recorded.
 * @param kept detail of the open to-do; null where there is none
 */
export const noShowWatch = (kept: NoShowWatch | null, since: Instant, now: Instant): NoShowWatch => {
  const watched = kept?.since === since && now - (kept.seenAt ?? 0) <= LONGEST_UNWATCHED
  return { since, cancelledAt: watched ? kept.cancelledAt : now + DAY, seenAt: now }
}

/** On rent after the agreed end and the grace minutes. */
export const isOverdue = (status: number, returnAt: Instant, graceMinutes: number, now: Instant): boolean =>
  isOnRent(status) && returnAt + graceMinutes * MINUTE < now

/** Until when the car of an overdue order stays blocked; it only moves later. `upperAt`: the end so far. */
export const overdueHoldUntil = (
  upperAt: Instant,
  now: Instant,
  f: { readonly overdueHoldMinutes: number; readonly turnaroundMinutes: number },
): Instant => Math.max(upperAt, now + (f.overdueHoldMinutes + f.turnaroundMinutes) * MINUTE)

/**
 * Until when a row blocks its vehicle, as of now. An overdue car is blocked until now plus its turnaround, even
 * when the timer has not moved the stored end yet.
 */
export const blockEndOf = (
  row: { readonly to: Instant; readonly onRent: boolean; readonly returnAt: Instant | null },
  now: Instant,
  f: Parameters<typeof overdueHoldUntil>[2],
): Instant =>
  row.onRent && Math.min(row.to, row.returnAt ?? row.to) <= now ? overdueHoldUntil(row.to, now, f) : row.to

/** How long before the event customers are reminded. */
export const REMIND_BEFORE = 2 * HOUR

/** When the customer is reminded of a pickup or return. */
export const reminderAt = (event: Instant): Instant => timeOutsideQuietHours(event - REMIND_BEFORE)

/**
 * Whether to send the reminder now. No reminder for what was agreed or begun after it was due (`knownAt`); one that
 * was missed in the evening is sent in the morning.
 */
export const isReminderDue = (event: Instant, knownAt: Instant, now: Instant): boolean => {
  const due = reminderAt(event)
  return due <= now && now < event && knownAt <= due && !isQuiet(now)
}

/** Until when a handover may be undone; refunds and releases of a settlement wait until then. */
export const undoUntil = (confirmedAt: Instant, undoMinutes: number): Instant => confirmedAt + undoMinutes * MINUTE

/** When the violation deposit is due for release: this number of days after the return, at 10:00. */
export const violationReleaseAt = (actualReturnAt: Instant, holdDays: number): Instant =>
  startOfDate(addDays(localDate(actualReturnAt), holdDays)) + 10 * HOUR

const MONEY_OUT_MINUTES = [1, 5, 15, 60, 360] as const
/** A refund or release that failed this often is handed to staff. */
export const MAX_MONEY_OUT_FAILURES = MONEY_OUT_MINUTES.length

/**
 * When a refund or release is sent: a minute after it was queued, then at increasing intervals after each failure.
 * `since`: when it was queued or last failed. null: handed to staff.
 */
export function moneyOutAt(failures: number, since: Instant): Instant | null {
  const minutes = MONEY_OUT_MINUTES[failures]
  return minutes === undefined ? null : since + minutes * MINUTE
}

const PAY_QUERY_SECONDS = [10, 30, 60, 300, 900, 3600] as const

/** A payment that stays undecided after this number of queries is handed to staff. */
export const MAX_PAY_QUERIES = PAY_QUERY_SECONDS.length

/** When an unanswered payment is queried for the `asked + 1`-th time; null: no further query. */
export function payQueryAt(asked: number, openedAt: Instant): Instant | null {
  const seconds = PAY_QUERY_SECONDS[asked]
  return seconds === undefined ? null : openedAt + seconds * 1000
}
