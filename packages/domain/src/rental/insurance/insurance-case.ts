import { type Fen, formatMoney } from '../../money.ts'
import { ALWAYS, type Waiting, waiting } from '../../platform/pending-work/kinds.ts'
import { machine } from '../../step.ts'
import { DAY, HOUR, type Instant } from '../../time.ts'
import { type InsuranceStatus, insuranceStatuses } from './codes.ts'

/*
 * A case with an insurer (保险案件), from the accident to its money. Nothing of it is in the books before the claim is submitted: from then
 * on the insurer owes the claimed amount (journal 24), which its payments, a shorter payment and a rejection settle.
 */

const s = insuranceStatuses.code

export const insuranceSteps = machine(insuranceStatuses, {
  entry: [s.occurred],
  final: [s.closed, s.dropped],
  refusal: 'insuranceStatusRefuses',
  steps: {
    /** Facts of the accident; a claim that was submitted says them to the insurer. */
    edit: { from: [s.occurred, s.reported, s.assessed, s.repairing], to: 'same', by: 'damage.create' },
    report: { from: [s.occurred], to: s.reported, by: 'damage.create' },
    /** The insurer may assess again while the car is repaired. */
    assess: {
      from: [s.reported, s.assessed, s.repairing],
      to: { [s.reported]: s.assessed, [s.assessed]: s.assessed, [s.repairing]: s.repairing },
      by: 'damage.create',
    },
    repair: { from: [s.assessed, s.repairing], to: s.repairing, by: 'damage.create' },
    /** Also once more after a rejection. A car that is not repaired is paid in cash. */
    submit: { from: [s.assessed, s.repairing, s.rejected], to: s.submitted, by: 'damage.create' },
    /** Money of the insurer; the last of it ends the claim, also where it is less. */
    receive: {
      from: [s.submitted],
      to: [s.submitted, s.paid],
      choose: (f: { readonly left: Fen; readonly last: boolean }) => (f.left <= 0 || f.last ? s.paid : s.submitted),
      by: 'finance.reconcile',
    },
    /** A receipt that was entered by mistake. */
    takeBack: { from: [s.submitted, s.paid, s.closed], to: s.submitted, by: 'finance.reconcile' },
    reject: {
      from: [s.submitted],
      to: s.rejected,
      guard: ({ received }: { readonly received: Fen }) =>
        received > 0 ? { key: 'insurancePaid', detail: { field: 'reason' } } : null,
      by: 'damage.create',
    },
    close: { from: [s.paid, s.rejected], to: s.closed, by: 'damage.create' },
    /** It was closed too early: the insurer pays more, or after all. */
    reopen: {
      from: [s.closed],
      to: [s.paid, s.rejected],
      choose: ({ received }: { readonly received: Fen }) => (received > 0 ? s.paid : s.rejected),
      by: 'damage.create',
    },
    /** Entered by mistake, or not claimed. */
    drop: { from: [s.occurred, s.reported, s.assessed, s.repairing], to: s.dropped, by: 'damage.create' },
  },
})

/** Groups of the list of cases. */
export const insuranceGroups = {
  report: [s.occurred],
  running: [s.reported, s.assessed, s.repairing],
  money: [s.submitted],
  toClose: [s.paid, s.rejected],
  ended: [s.closed, s.dropped],
} as const satisfies Readonly<Record<string, readonly InsuranceStatus[]>>
export type InsuranceGroup = keyof typeof insuranceGroups

/** The insurer has paid, and owes nothing more. */
export const isPaidCase = (status: number): boolean => status === s.paid

export const endedCaseStatuses = [s.closed, s.dropped] as const
export const isOpenCase = (status: number): boolean => status !== s.closed && status !== s.dropped

/** Insurers may reject what is reported later (保险条款: 保险事故发生后48小时内通知). */
export const REPORT_WITHIN = 48 * HOUR
/** How long it may take until staff ask the insurer for its assessment. */
const ASSESS_WITHIN = 3 * DAY
/** After the assessment the car is repaired and the claim submitted. */
const SUBMIT_WITHIN = 15 * DAY
/** The insurer decides within thirty days of the complete claim (保险法第二十三条). */
const DECIDE_WITHIN = 30 * DAY

/** Facts that decide the pending work of a case. */
export interface InsurancePendingFacts {
  readonly status: number
  readonly occurAt: Instant
  readonly reportedAt: Instant | null
  readonly assessedAt: Instant | null
  readonly submittedAt: Instant | null
}

const after = (start: Instant | null, within: number): Instant | null => (start === null ? null : start + within)

/** Until when the next step should be done; null: it has no deadline. */
export function dueOf({ status, occurAt, reportedAt, assessedAt, submittedAt }: InsurancePendingFacts): Instant | null {
  switch (status) {
    case s.occurred:
      return occurAt + REPORT_WITHIN
    case s.reported:
      return after(reportedAt, ASSESS_WITHIN)
    case s.assessed:
    case s.repairing:
      return after(assessedAt, SUBMIT_WITHIN)
    case s.submitted:
      return after(submittedAt, DECIDE_WITHIN)
    default:
      return null
  }
}

/** A report is pending at once; other steps once their time is over, and the closing when the insurer has decided. */
export function pendingWorkOf(facts: InsurancePendingFacts): Waiting[] {
  const { status } = facts
  if (status === s.occurred) return [waiting('insuranceReport', { countsFrom: ALWAYS })]
  if (!isOpenCase(status)) return []
  return [waiting('insuranceTodo', { countsFrom: dueOf(facts) ?? ALWAYS })]
}

/** Another vehicle of an accident. Its driver is not stored: the paper of the police names him. */
export interface AccidentParty {
  readonly plate: string
  readonly insurer: string
  readonly note: string
}
export const MAX_PARTIES = 6

/** What the customer is asked for besides the insurer's money, in words of the charge. */
export interface CustomerShare {
  readonly excess: Fen
  readonly downtimeDays: number
  /** Per day. */
  readonly downtimeFee: Fen
}
export const shareTotal = ({ excess, downtimeDays, downtimeFee }: CustomerShare): Fen =>
  excess + downtimeDays * downtimeFee

export const shareText = ({ excess, downtimeDays, downtimeFee }: CustomerShare): string =>
  [
    excess > 0 && `保险免赔额${formatMoney(excess)}`,
    downtimeDays * downtimeFee > 0 && `停运${downtimeDays}天 × ${formatMoney(downtimeFee)}`,
  ]
    .filter(Boolean)
    .join('，')
