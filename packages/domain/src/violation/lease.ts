import { machine } from '../step.ts'
import { addDays, DAY, HOUR, type Instant, localDate, startOfDate } from '../time.ts'
import { leaseChange, leaseFilingStatus, leaseFilingStatuses, officialState } from './codes.ts'

/*
 * Rental contracts are filed with the traffic police, each stretch in which an order holds a car for itself (租赁合同备案). Only what is filed may
 * be passed on to the renter later, when they do not see to a violation themselves.
 */

const s = leaseFilingStatus

export const leaseFilingSteps = machine(leaseFilingStatuses, {
  entry: [s.open],
  final: [s.withdrawn],
  refusal: 'illegalStatusRefuses',
  steps: {
    /** The platform of the police has it; of a pickup that was undone: has it no more. */
    file: {
      from: [s.open, s.failed],
      to: [s.filed, s.withdrawn],
      choose: ({ change }: { readonly change: number | null }) =>
        change === leaseChange.undone ? s.withdrawn : s.filed,
      by: 'illegal.handle',
    },
    fail: { from: [s.open], to: s.failed, by: 'illegal.handle' },
    retry: { from: [s.failed], to: s.open, by: 'illegal.handle' },
    /** The rental is another one now: written by the database beside the stretch. */
    reopen: { from: [s.filed], to: s.open, by: 'system' },
    /** It never was. */
    withdraw: { from: [s.open, s.failed], to: s.withdrawn, by: 'system' },
  },
})

/** What somebody says of a filing with the status that it leads to; null: nobody says that. */
export function leaseActionTo(status: number): 'file' | 'fail' | 'retry' | null {
  const actions: Readonly<Record<number, 'file' | 'fail' | 'retry'>> = {
    [s.filed]: 'file',
    [s.failed]: 'fail',
    [s.open]: 'retry',
  }
  return actions[status] ?? null
}

/** Somebody has still to file it. */
export const awaitsFiling = (status: number): boolean => status === s.open || status === s.failed
export const awaitingFilings = leaseFilingStatuses.values.filter(awaitsFiling)

/** The contract of a car is filed: it may be passed on. */
export const isFiled = (status: number): boolean => status === s.filed

/** How long before it is late whoever files is told of it. */
export const FILING_NOTICE = 4 * HOUR

/** For so long after its rental a violation is the renter's to see to before the merchant may pass it on, days. */
export const TRANSFER_AFTER_DAYS = 30
/** The renter is told within a day; whoever has to is reminded some hours before. */
export const TELL_BEFORE = 20 * HOUR
/** Working days in which the renter may object. */
export const OBJECTION_DAYS = 5

/** A violation that is passed on to its renter, as it stands. */
export interface IllegalTransfer {
  /** Epoch ms, each. */
  readonly appliedAt: Instant
  readonly toldAt: Instant | null
  /** Until when the renter may object; counted from when they were told. */
  readonly objectUntil: Instant | null
  readonly resultAt: Instant | null
}

/** The end of the day until which a renter who was told then may object. `isWorkday`: by the national calendar. */
export function objectionUntil(toldAt: Instant, isWorkday: (date: string) => boolean): Instant {
  let date = localDate(toldAt)
  for (let left = OBJECTION_DAYS; left > 0; ) {
    date = addDays(date, 1)
    if (isWorkday(date)) left--
  }
  return startOfDate(date) + DAY
}

/** Why a violation cannot be passed on to its renter yet; null: it can. */
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
  /** When the stretch of its rental ended; null: it lasts. */
  readonly leaseEndedAt: Instant | null
  readonly officialState: number
  readonly now: Instant
}): TransferBar | null {
  if (said !== officialState.open) return 'handled'
  if (!filed) return 'notFiled'
  if (leaseEndedAt === null) return 'rentalRuns'
  return now < leaseEndedAt + TRANSFER_AFTER_DAYS * DAY ? 'tooEarly' : null
}
