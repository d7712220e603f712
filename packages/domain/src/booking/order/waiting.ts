import { type DepositKind, depositKind, inHandStatuses } from '../../money/deposit/codes.ts'
import { heldBackFen } from '../../money/deposit/deduct.ts'
import type { PendingRefund } from '../../money/payment/codes.ts'
import type { Fen } from '../../money.ts'
import { ALWAYS, type StatusKind, type Waiting, waiting } from '../../platform/pending-work/kinds.ts'
import { type TaskKind, taskKind } from '../../platform/todo/task.ts'
import { DAY, type Instant, type LocalDate, localDate, MINUTE, startOfDate } from '../../time.ts'
import type { OrderStatus } from './codes.ts'
import {
  asksInstalments,
  awaitsAcceptance,
  awaitsCar,
  awaitsPickup,
  isArranged,
  isCancelled,
  isCancelling,
  isOnRent,
  wasReturned,
} from './steps.ts'

/** A deposit, fen. */
export interface DepositFacts {
  readonly kind: DepositKind
  readonly holdStatus: number
  readonly inHandFen: Fen
  /** The day from which a violation deposit is released. */
  readonly dueReleaseAt: Instant | null
}

/** An open task of the order. */
export interface TaskFacts {
  readonly kind: TaskKind
  readonly amountFen: Fen | null
  readonly dueAt: Instant | null
  readonly assigneeId: string | null
  readonly createdAt: Instant
  /** For a task about an authorization hold: it is still valid. */
  readonly holds: boolean
}

/** Facts that decide the pending work of an order. Amounts in fen, instants in epoch ms. */
export interface OrderPendingFacts {
  readonly status: OrderStatus
  /** When its next step is due: `nextAt` of the order's row. */
  readonly nextAt: Instant
  readonly returnAt: Instant
  /** Its car was out when it was imported (`wasOutAtImport`). */
  readonly outAtImport: boolean
  readonly confirmDeadline: Instant | null
  /** Of its pickup store. */
  readonly graceMinutes: number
  /** The amount due (`dueFen`). */
  readonly owedFen: Fen
  /** When its business ended, and the days that its company then has to pay; 0 for other customers. */
  readonly endedAt: Instant
  readonly payDays: number
  readonly prepayDueFen: Fen
  readonly expectedDamageFen: Fen
  /** Violations of the order that are not closed. */
  readonly openViolations: number
  /** The first instalment that is not settled: its due date, and its open amount. */
  readonly nextDueOn: LocalDate | null
  readonly nextDueFen: Fen
  /** Number of overdue instalments, and their open amount. */
  readonly instalmentsOverdue: number
  readonly lateFen: Fen
  /** Why a refund needs staff: it failed, or it is paid by hand. */
  readonly pendingRefund: PendingRefund | null
  /** Amount to be refunded, without deposits and reimbursements. */
  readonly refundDueFen: Fen | null
  /** Total amount of refunds that need staff, of any kind. */
  readonly refundsFen: Fen | null
  /** Total of its payments that have to be checked; null: there are none. */
  readonly checkFen: Fen | null
  /** A task of a driver who is no longer permitted to work. */
  readonly reassign: boolean
  /** Requesters of the reimbursements that need a second person. */
  readonly reimbursers: readonly string[]
  /** Total of the reimbursements that were approved and are paid by hand, fen; null: there are none. */
  readonly reimburseFen: Fen | null
  readonly damage: boolean
  /** Since when a handover waits for the upload of its video by the native app; null where none does. */
  readonly videoSince: Instant | null
  /** The file of a signed document was not printed, and nobody tries any more. */
  readonly unprinted: boolean
  /** Since when a self-service record has to be checked; null where none does. */
  readonly selfCheckSince: Instant | null
  /** The customer has returned the car by self-service, and it is not settled yet. */
  readonly handedIn: boolean
  readonly deposits: readonly DepositFacts[]
  readonly tasks: readonly TaskFacts[]
}

/** After a day without an upload, staff check the phone. */
const VIDEO_MAY_TAKE = DAY

const startOfDay = (t: Instant): Instant => startOfDate(localDate(t))

/** Counts on its day, and is listed from that day until it is done. */
const onItsDay = (dueAt: Instant) => ({ countsFrom: startOfDay(dueAt), countsUntil: startOfDay(dueAt) + DAY })
const listedOnItsDay = (dueAt: Instant) => ({ listedFrom: startOfDay(dueAt), dueAt })
const counted = { countsFrom: ALWAYS }

/** Pending work of an order with its times, each kind at most once. */
export function pendingWorkOf(f: OrderPendingFacts): Waiting[] {
  const statusKind = statusKindOf(f.status)
  const waits = [...stepsOf(f), ...moneyOf(f), ...instalmentsOf(f), ...depositsOf(f), ...namedOf(f)]
  return waits.map((one) => ({ ...one, statusKind }))
}

/** The kind that an order has while it is in that status. */
export function statusKindOf(status: OrderStatus): StatusKind | null {
  if (awaitsAcceptance(status)) return 'confirm'
  if (awaitsCar(status)) return 'arrange'
  return isCancelling(status) ? 'cancelling' : null
}

/** The next step of its status. */
function stepsOf(f: OrderPendingFacts): Waiting[] {
  const { status, nextAt, returnAt, confirmDeadline, graceMinutes, handedIn } = f
  // A self-service record is listed as a check instead.
  const listed = f.selfCheckSince === null ? listedOnItsDay(nextAt) : {}
  if (awaitsAcceptance(status))
    return [waiting('confirm', { ...counted, ...listedOnItsDay(confirmDeadline ?? nextAt) })]
  if (awaitsCar(status))
    return [waiting('arrange', { ...counted, ...listedOnItsDay(nextAt) }), waiting('pickup', onItsDay(nextAt))]
  // Its customer is not awaited: the pickup is to be recorded, at the latest when the car is due back.
  if (isArranged(status) && f.outAtImport)
    return [
      waiting('pickup', onItsDay(nextAt)),
      waiting('stillOut', { listedFrom: startOfDay(nextAt), dueAt: returnAt }),
    ]
  if (isArranged(status)) return [waiting('pickup', { ...onItsDay(nextAt), ...listed })]
  if (isOnRent(status))
    return [
      waiting('return', { ...onItsDay(nextAt), ...listed }),
      // From the first moment after the grace minutes; a car that was returned by self-service is back.
      ...(handedIn ? [] : [waiting('overdue', { countsFrom: returnAt + graceMinutes * MINUTE + 1 })]),
    ]
  return isCancelling(status) ? [waiting('cancelling', counted)] : []
}

/** Payments, refunds and payments to check. */
function moneyOf(f: OrderPendingFacts): Waiting[] {
  const waits: Waiting[] = []
  if (f.pendingRefund !== null) {
    const { promisedAt, assigneeId } = promiseOf(f.tasks, taskKind.refund)
    waits.push(
      waiting(f.pendingRefund === 'failed' ? 'refund' : 'refundTask', {
        ...counted,
        countsFen: f.refundDueFen,
        listedFrom: ALWAYS,
        dueAt: promisedAt ?? f.nextAt,
        listedFen: f.refundsFen,
        promisedAt,
        assigneeId,
      }),
    )
  }
  if (f.checkFen !== null)
    waits.push(waiting('payCheck', { ...counted, listedFrom: ALWAYS, dueAt: f.nextAt, listedFen: f.checkFen }))
  // An order that waits for its prepayment is paid by the customer, or expires.
  if (f.prepayDueFen > 0 && (awaitsAcceptance(f.status) || awaitsPickup(f.status)))
    waits.push(waiting('prepay', { ...counted, countsFen: f.prepayDueFen }))
  if (f.owedFen > 0 && (wasReturned(f.status) || isCancelled(f.status)))
    waits.push(waiting('debt', { countsFrom: debtCountsFrom(f), countsFen: f.owedFen }))
  if (f.reimbursers.length > 0)
    waits.push(
      // The requester cannot approve their own request.
      waiting('reimburse', { ...counted, exceptId: f.reimbursers.length === 1 ? f.reimbursers[0]! : null }),
    )
  if (f.reimburseFen !== null) waits.push(waiting('reimbursePay', { ...counted, countsFen: f.reimburseFen }))
  return waits
}

/** A debt is pending work at once, or from the day on which the agreed days of a company are over. */
const debtCountsFrom = ({ endedAt, payDays }: OrderPendingFacts): Instant =>
  payDays === 0 ? ALWAYS : startOfDay(endedAt) + payDays * DAY

/** The instalments of a long order: the overdue ones, else the due one from its date on. */
function instalmentsOf({ status, nextDueOn, nextDueFen, instalmentsOverdue, lateFen }: OrderPendingFacts): Waiting[] {
  if (nextDueOn === null || nextDueFen <= 0 || !asksInstalments(status)) return []
  const dueAt = startOfDate(nextDueOn)
  if (instalmentsOverdue > 0)
    return [
      waiting('instalmentLate', { ...counted, countsFen: lateFen, listedFrom: ALWAYS, dueAt, listedFen: lateFen }),
    ]
  return [
    waiting('instalmentDue', {
      countsFrom: dueAt,
      countsFen: nextDueFen,
      listedFrom: dueAt,
      dueAt,
      listedFen: nextDueFen,
    }),
  ]
}

/** Deposits of a finished rental that are released, and deposits that have to be collected again. */
function depositsOf(f: OrderPendingFacts): Waiting[] {
  const waits: Waiting[] = []
  if (wasReturned(f.status)) {
    const rental = freeOf(f, depositKind.rental)
    if (rental !== null) waits.push(waiting('rentalDeposit', { ...counted, countsFen: rental.fen }))
    const violation = freeOf(f, depositKind.violation)
    if (violation?.from != null) {
      const { from, fen } = violation
      waits.push(
        waiting('violationDeposit', {
          countsFrom: from,
          countsFen: fen,
          listedFrom: from,
          dueAt: from,
          listedFen: fen,
        }),
      )
    }
  }
  const back = tasksOf(f.tasks, taskKind.deposit)
  if (back.length > 0) {
    const { promisedAt, assigneeId } = promiseOf(f.tasks, taskKind.deposit)
    const dueAt = promisedAt ?? Math.min(...back.map(({ createdAt }) => createdAt))
    const listedFen = amountOf(back)
    waits.push(waiting('depositBack', { listedFrom: ALWAYS, dueAt, listedFen, promisedAt, assigneeId }))
  }
  // Deposits of a cancelled order are not collected.
  if (awaitsAcceptance(f.status) || awaitsPickup(f.status) || isOnRent(f.status) || wasReturned(f.status)) {
    const ended = tasksOf(f.tasks, taskKind.ended)
    if (ended.length > 0)
      waits.push(waiting('authEnded', { ...counted, listedFrom: ALWAYS, dueAt: f.nextAt, listedFen: amountOf(ended) }))
    if (tasksOf(f.tasks, taskKind.expiry).some(({ holds }) => holds)) waits.push(waiting('authExpiry', counted))
  }
  return waits
}

/** Pending work from tasks and other records of the order. */
function namedOf({
  status,
  nextAt,
  tasks,
  reassign,
  damage,
  videoSince,
  unprinted,
  selfCheckSince,
}: OrderPendingFacts): Waiting[] {
  const has = (kind: TaskKind) => tasksOf(tasks, kind).length > 0
  return [
    ...(has(taskKind.conflict) ? [waiting('conflict', counted)] : []),
    ...(reassign ? [waiting('reassign', counted)] : []),
    ...(damage ? [waiting('damage', counted)] : []),
    ...(has(taskKind.lost) ? [waiting('lost', counted)] : []),
    ...(videoSince !== null && (isOnRent(status) || wasReturned(status))
      ? [waiting('video', { countsFrom: videoSince + VIDEO_MAY_TAKE })]
      : []),
    ...(unprinted ? [waiting('unprinted', counted)] : []),
    ...(selfCheckSince !== null && (isArranged(status) || isOnRent(status))
      ? [waiting('selfCheck', { ...counted, listedFrom: ALWAYS, dueAt: selfCheckSince })]
      : []),
    ...(has(taskKind.noShow) && awaitsPickup(status) ? [waiting('noShow', { listedFrom: nextAt, dueAt: nextAt })] : []),
  ]
}

const tasksOf = (tasks: readonly TaskFacts[], kind: TaskKind): readonly TaskFacts[] =>
  tasks.filter((task) => task.kind === kind)

/** Total amount of tasks, fen; null where none has an amount. */
function amountOf(tasks: readonly TaskFacts[]): Fen | null {
  const amounts = tasks.flatMap(({ amountFen }) => amountFen ?? [])
  return amounts.length === 0 ? null : amounts.reduce((sum, fen) => sum + fen, 0)
}

/** The earliest promised time of a kind, and the first assignee. */
function promiseOf(tasks: readonly TaskFacts[], kind: TaskKind): Pick<Waiting, 'promisedAt' | 'assigneeId'> {
  const named = tasksOf(tasks, kind)
  const times = named.flatMap(({ dueAt }) => dueAt ?? [])
  const people = named.flatMap(({ assigneeId }) => assigneeId ?? [])
  return {
    promisedAt: times.length === 0 ? null : Math.min(...times),
    assigneeId: people.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))[0] ?? null,
  }
}

/** The part of a held deposit that is to be released, and from when; null where there is none. */
function freeOf(f: OrderPendingFacts, kind: DepositKind): { fen: Fen; from: Instant | null } | null {
  const inHand: Partial<Record<DepositKind, Fen>> = {}
  for (const deposit of f.deposits) inHand[deposit.kind] = (inHand[deposit.kind] ?? 0) + deposit.inHandFen
  const held = f.deposits.filter(
    (one) => one.kind === kind && inHandStatuses.some((status) => status === one.holdStatus),
  )
  const open = { ...f, debtFen: f.owedFen }
  const fen = (inHand[kind] ?? 0) - heldBackFen(kind, inHand, open)
  if (held.length === 0 || fen <= 0) return null
  const days = held.flatMap(({ dueReleaseAt }) => dueReleaseAt ?? [])
  return { fen, from: days.length === 0 ? null : Math.max(...days) }
}
