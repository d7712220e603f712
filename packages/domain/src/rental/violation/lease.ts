import { machine } from '../../step.ts'
import { addDays, DAY, HOUR, type Instant, localDate, startOfDate } from '../../time.ts'
import { leaseChange, leaseFilingStatus, leaseFilingStatuses, officialState } from './codes.ts'

/*
 * 租赁合同备案: rental contracts are filed with the traffic police, one for each time in which an order has a car. Only
 * violations of filed contracts may be transferred to the renter.
 */

const s = leaseFilingStatus

export const leaseFilingSteps = machine(leaseFilingStatuses, {
  entry: [s.open],
  final: [s.withdrawn],
  refusal: 'violationStatusRefuses',
  steps: {
    /** The police platform has it; of an undone pickup: it was removed there. */
    file: {
      from: [s.open, s.failed],
      to: [s.filed, s.withdrawn],
      choose: ({ change }: { readonly change: number | null }) =>
        change === leaseChange.undone ? s.withdrawn : s.filed,
      by: 'violation.handle',
    },
    fail: { from: [s.open], to: s.failed, by: 'violation.handle' },
    retry: { from: [s.failed], to: s.open, by: 'violation.handle' },
    /** The rental has changed: set by a trigger of the database on the occupancy. */
    reopen: { from: [s.filed], to: s.open, by: 'system' },
    /** It never was a rental. */
    withdraw: { from: [s.open, s.failed], to: s.withdrawn, by: 'system' },
  },
})

/** The action that leads to a status entered by staff; null for a status that staff cannot enter. */
export function leaseActionTo(status: number): 'file' | 'fail' | 'retry' | null {
  const actions: Readonly<Record<number, 'file' | 'fail' | 'retry'>> = {
    [s.filed]: 'file',
    [s.failed]: 'fail',
    [s.open]: 'retry',
  }
  return actions[status] ?? null
}

/** Still to be filed. */
export const awaitsFiling = (status: number): boolean => status === s.open || status === s.failed
export const awaitingFilings = leaseFilingStatuses.values.filter(awaitsFiling)

/** The contract is filed, so that a violation may be transferred. */
export const isFiled = (status: number): boolean => status === s.filed

/** How long before the deadline staff are notified. */
export const FILING_NOTICE = 4 * HOUR

/** Days after the rental in which the renter has to handle a violation before it may be transferred. */
export const TRANSFER_AFTER_DAYS = 30
/** The renter must be notified within a day; staff are reminded this long before. */
export const TELL_BEFORE = 20 * HOUR
/** Working days in which the renter may object. */
export const OBJECTION_DAYS = 5

/** State of a transfer to the renter. */
export interface ViolationTransfer {
  /** All in epoch ms. */
  readonly appliedAt: Instant
  readonly toldAt: Instant | null
  /** Until when the renter may object, counted from the notification. */
  readonly objectUntil: Instant | null
  readonly resultAt: Instant | null
}

/** End of the objection period of a renter who was notified at `toldAt`. `isWorkday`: by the national calendar. */
export function objectionUntil(toldAt: Instant, isWorkday: (date: string) => boolean): Instant {
  let date = localDate(toldAt)
  for (let left = OBJECTION_DAYS; left > 0; ) {
    date = addDays(date, 1)
    if (isWorkday(date)) left--
  }
  return startOfDate(date) + DAY
}

/** Why a violation cannot be transferred to its renter yet; null: it can. */
export type TransferBar = 'notFiled' | 'rentalRuns' | 'tooEarly' | 'handled'
export const transferBars: Readonly<Record<TransferBar, string>> = {
  notFiled: '该租赁合同未备案，不能转移',
  rentalRuns: '车辆尚未归还，不能转移',
  tooEarly: `还车满${TRANSFER_AFTER_DAYS}天后才能转移`,
  handled: '官方已处理，无需转移',
}

export function transferBar({
  filed,
  leaseEndedAt,
  officialState: said,
  now,
}: {
  readonly filed: boolean
  /** When the rental time ended; null: it is still running. */
  readonly leaseEndedAt: Instant | null
  readonly officialState: number
  readonly now: Instant
}): TransferBar | null {
  if (said !== officialState.open) return 'handled'
  if (!filed) return 'notFiled'
  if (leaseEndedAt === null) return 'rentalRuns'
  return now < leaseEndedAt + TRANSFER_AFTER_DAYS * DAY ? 'tooEarly' : null
}
