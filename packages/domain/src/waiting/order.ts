import { type DepositKind, depositKind, holdStatus } from '../deposit/codes.ts'
import { heldBackFen } from '../deposit/deduct.ts'
import { asksInstalments } from '../instalment/steps.ts'
import type { OrderStatus } from '../order/codes.ts'
import {
  awaitsAcceptance,
  awaitsCar,
  awaitsPickup,
  isArranged,
  isCancelled,
  isCancelling,
  isOnRent,
  wasReturned,
} from '../order/steps.ts'
import type { RefundWait } from '../payment/codes.ts'
import type { Fen } from '../quote/money.ts'
import { DAY, type Instant, type LocalDate, localDate, MINUTE, startOfDate } from '../time.ts'
import { type TaskKind, taskKind } from '../todo/task.ts'
import { ALWAYS, type Waiting, waiting } from './kinds.ts'

/** What is known of a deposit, fen. */
export interface DepositFacts {
  readonly kind: DepositKind
  readonly holdStatus: number
  readonly inHandFen: Fen
  /** The day from which a violation deposit goes back. */
  readonly dueReleaseAt: Instant | null
}

/** An open task of the order. */
export interface TaskFacts {
  readonly kind: TaskKind
  readonly amountFen: Fen | null
  readonly dueAt: Instant | null
  readonly assigneeId: string | null
  readonly createdAt: Instant
  /** Of one about an authorisation: it holds still. */
  readonly holds: boolean
}

/** All that decides what waits about an order. Amounts in fen, instants in epoch ms. */
export interface OrderWaitFacts {
  readonly status: OrderStatus
  /** When its next step is due, as `nextAt` of the order's row. */
  readonly nextAt: Instant
  readonly returnAt: Instant
  readonly confirmDeadline: Instant | null
  /** Of its pickup store. */
  readonly graceMinutes: number
  /** What is due (`dueFen`). */
  readonly owedFen: Fen
  readonly prepayDueFen: Fen
  readonly expectedDamageFen: Fen
  /** Violations of it that are not closed. */
  readonly openIllegals: number
  /** The first instalment that is not settled: when it is due, and what of it is open. */
  readonly nextDueOn: LocalDate | null
  readonly nextDueFen: Fen
  /** How many instalments are late, and what of them is open. */
  readonly instalmentsOverdue: number
  readonly lateFen: Fen
  /** Why its money waits to go back: it failed, or goes by hand. */
  readonly refundWait: RefundWait | null
  /** What is to go back, deposits and reimbursements aside. */
  readonly refundDueFen: Fen | null
  /** What waits for a person to go back, whatever it is of. */
  readonly refundsFen: Fen | null
  /** Sum of its payments that are to be looked after; null: there is none. */
  readonly checkFen: Fen | null
  /** A task of a driver who may not work any more. */
  readonly reassign: boolean
  /** Who asked for the reimbursements that wait for a second person. */
  readonly reimbursers: readonly string[]
  readonly damage: boolean
  /** Since when a handover waits for the video that it names, the native shell's; null where none does. */
  readonly videoSince: Instant | null
  /** Since when what a customer handed in alone waits to be looked at; null where nothing does. */
  readonly selfCheckSince: Instant | null
  /** The customer has brought the car back alone, and nobody has settled it yet. */
  readonly handedIn: boolean
  readonly deposits: readonly DepositFacts[]
  readonly tasks: readonly TaskFacts[]
}

/** A phone without a network for a day is looked after. */
const VIDEO_MAY_TAKE = DAY

const startOfDay = (t: Instant): Instant => startOfDate(localDate(t))

/** Counts on its day, and stands on the list from that day on until it is done. */
const onItsDay = (dueAt: Instant) => ({ countsFrom: startOfDay(dueAt), countsUntil: startOfDay(dueAt) + DAY })
const listedOnItsDay = (dueAt: Instant) => ({ listedFrom: startOfDay(dueAt), dueAt })
const counted = { countsFrom: ALWAYS }

/** What waits about an order and from when until when, each kind at most once. */
export function waitsOf(f: OrderWaitFacts): Waiting[] {
  return [...stepsOf(f), ...moneyOf(f), ...instalmentsOf(f), ...depositsOf(f), ...namedOf(f)]
}

/** The next step of its status. */
function stepsOf(f: OrderWaitFacts): Waiting[] {
  const { status, nextAt, returnAt, confirmDeadline, graceMinutes, handedIn } = f
  // What is handed in stands on the list as what is to be looked at.
  const listed = f.selfCheckSince === null ? listedOnItsDay(nextAt) : {}
  if (awaitsAcceptance(status))
    return [waiting('confirm', { ...counted, ...listedOnItsDay(confirmDeadline ?? nextAt) })]
  if (awaitsCar(status))
    return [waiting('arrange', { ...counted, ...listedOnItsDay(nextAt) }), waiting('pickup', onItsDay(nextAt))]
  if (isArranged(status)) return [waiting('pickup', { ...onItsDay(nextAt), ...listed })]
  if (isOnRent(status))
    return [
      waiting('return', { ...onItsDay(nextAt), ...listed }),
      // From the first moment past the grace; a car that was handed in is back.
      ...(handedIn ? [] : [waiting('overdue', { countsFrom: returnAt + graceMinutes * MINUTE + 1 })]),
    ]
  return isCancelling(status) ? [waiting('cancelling', counted)] : []
}

/** What is to be paid, to be paid back and to be looked after. */
function moneyOf(f: OrderWaitFacts): Waiting[] {
  const waits: Waiting[] = []
  if (f.refundWait !== null) {
    const { promisedAt, assigneeId } = promiseOf(f.tasks, taskKind.refund)
    waits.push(
      waiting(f.refundWait === 'failed' ? 'refund' : 'payback', {
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
  // One that waits for it goes on or runs out by itself.
  if (f.prepayDueFen > 0 && (awaitsAcceptance(f.status) || awaitsPickup(f.status)))
    waits.push(waiting('prepay', { ...counted, countsFen: f.prepayDueFen }))
  if (f.owedFen > 0 && (wasReturned(f.status) || isCancelled(f.status)))
    waits.push(waiting('debt', { ...counted, countsFen: f.owedFen }))
  if (f.reimbursers.length > 0)
    waits.push(
      // Whoever asked for it is not the one who agrees.
      waiting('reimburse', { ...counted, exceptId: f.reimbursers.length === 1 ? f.reimbursers[0]! : null }),
    )
  return waits
}

/** The instalments of a long order: late ones, else that which is due once its date has come. */
function instalmentsOf({ status, nextDueOn, nextDueFen, instalmentsOverdue, lateFen }: OrderWaitFacts): Waiting[] {
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

/** What goes back of the deposits of a rental that is over, and what is collected anew. */
function depositsOf(f: OrderWaitFacts): Waiting[] {
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
  // Nobody collects a deposit of an order that was called off.
  if (awaitsAcceptance(f.status) || awaitsPickup(f.status) || isOnRent(f.status) || wasReturned(f.status)) {
    const ended = tasksOf(f.tasks, taskKind.ended)
    if (ended.length > 0)
      waits.push(waiting('authEnded', { ...counted, listedFrom: ALWAYS, dueAt: f.nextAt, listedFen: amountOf(ended) }))
    if (tasksOf(f.tasks, taskKind.expiry).some(({ holds }) => holds)) waits.push(waiting('authExpiry', counted))
  }
  return waits
}

/** What something beside the order says of it. */
function namedOf({ status, nextAt, tasks, reassign, damage, videoSince, selfCheckSince }: OrderWaitFacts): Waiting[] {
  const has = (kind: TaskKind) => tasksOf(tasks, kind).length > 0
  return [
    ...(has(taskKind.conflict) ? [waiting('conflict', counted)] : []),
    ...(reassign ? [waiting('reassign', counted)] : []),
    ...(damage ? [waiting('damage', counted)] : []),
    ...(has(taskKind.lost) ? [waiting('lost', counted)] : []),
    ...(videoSince !== null && (isOnRent(status) || wasReturned(status))
      ? [waiting('video', { countsFrom: videoSince + VIDEO_MAY_TAKE })]
      : []),
    ...(selfCheckSince !== null && (isArranged(status) || isOnRent(status))
      ? [waiting('selfCheck', { ...counted, listedFrom: ALWAYS, dueAt: selfCheckSince })]
      : []),
    ...(has(taskKind.noShow) && awaitsPickup(status) ? [waiting('noShow', { listedFrom: nextAt, dueAt: nextAt })] : []),
  ]
}

const tasksOf = (tasks: readonly TaskFacts[], kind: TaskKind): readonly TaskFacts[] =>
  tasks.filter((task) => task.kind === kind)

/** What tasks are about together, fen; null where none names an amount. */
function amountOf(tasks: readonly TaskFacts[]): Fen | null {
  const amounts = tasks.flatMap(({ amountFen }) => amountFen ?? [])
  return amounts.length === 0 ? null : amounts.reduce((sum, fen) => sum + fen, 0)
}

/** The earliest that was promised of a kind, and who was named first. */
function promiseOf(tasks: readonly TaskFacts[], kind: TaskKind): Pick<Waiting, 'promisedAt' | 'assigneeId'> {
  const named = tasksOf(tasks, kind)
  const times = named.flatMap(({ dueAt }) => dueAt ?? [])
  const people = named.flatMap(({ assigneeId }) => assigneeId ?? [])
  return {
    promisedAt: times.length === 0 ? null : Math.min(...times),
    assigneeId: people.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))[0] ?? null,
  }
}

/** What of a deposit in hand goes back as things stand, and from when; null where nothing does. */
function freeOf(f: OrderWaitFacts, kind: DepositKind): { fen: Fen; from: Instant | null } | null {
  const inHand: Partial<Record<DepositKind, Fen>> = {}
  for (const deposit of f.deposits) inHand[deposit.kind] = (inHand[deposit.kind] ?? 0) + deposit.inHandFen
  const held = f.deposits.filter(
    (one) => one.kind === kind && (one.holdStatus === holdStatus.held || one.holdStatus === holdStatus.partlyDeducted),
  )
  const open = { ...f, debtFen: f.owedFen }
  const fen = (inHand[kind] ?? 0) - heldBackFen(kind, inHand, open)
  if (held.length === 0 || fen <= 0) return null
  const days = held.flatMap(({ dueReleaseAt }) => dueReleaseAt ?? [])
  return { fen, from: days.length === 0 ? null : Math.max(...days) }
}
