import { advance } from '@cheyi/domain/advance'
import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import { account, billed, type Entry, lateFeePosted, waived } from '@cheyi/domain/money/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { DroppedRow } from '@cheyi/domain/rental/instalment/agreed-end'
import { instalmentStatus } from '@cheyi/domain/rental/instalment/codes'
import { type FilledRow, fillRows, type RentMoney } from '@cheyi/domain/rental/instalment/fill'
import { lateFee } from '@cheyi/domain/rental/instalment/late-fee'
import type { LongSnapshot } from '@cheyi/domain/rental/instalment/price'
import { type InstalmentRow, planOf } from '@cheyi/domain/rental/instalment/rows'
import {
  graceEnd,
  instalmentSteps,
  isEndedRow,
  isOverdueRow,
  isSettledRow,
} from '@cheyi/domain/rental/instalment/steps'
import type { LongTerms } from '@cheyi/domain/rental/instalment/terms'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import { cachePlan, type OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'
import { takenBackBy, terminationOf } from './store-termination.ts'

/** What a long order was sold at. @throws Refusal orderNotFound (2002) of a regular one */
export function soldOf({ quoteSnapshot: sold }: Pick<OrderRow, 'quoteSnapshot'>): LongSnapshot {
  if (!isSoldByTerm(sold)) throw new Refusal('orderNotFound')
  return sold
}

/** The plan of a new order as it is stored, with what its first row bills: that is due before the pickup. */
export async function newPlan(ctx: Context, snapshot: LongSnapshot) {
  const planned = planOf(snapshot)
  const ids = await store.newIds(ctx, planned.length)
  const rows = planned.map((row, i) => ({
    ...row,
    id: ids[i]!,
    status: row.amount === 0 ? instalmentStatus.paid : i === 0 ? instalmentStatus.due : instalmentStatus.notDue,
    billedFen: i === 0 ? row.amount : 0,
  }))
  const first = rows[0]!
  return {
    rows,
    entries: [billed(first.id, first.amount)],
    /** Of the order's row. */
    cached: {
      totalFen: snapshot.total,
      owedFen: first.amount,
      nextDueOn: first.dueDate,
      nextDueFen: first.amount,
      instalments: rows.length,
      instalmentsPaid: rows.filter(({ amount }) => amount === 0).length,
    },
  }
}

export const insertPlan = store.insertRows

/**
 * A contract is changed while nothing of its plan but the first row is billed, and no late fee posted.
 * @throws Refusal badInput (-2) that says what stands in the way
 */
export async function requireReplannable(ctx: Context, orderId: string): Promise<void> {
  for (const { seq, status, billedFen, lateFeeFen } of await store.planRows(ctx.db, orderId)) {
    if (isEndedRow(status)) continue
    if (seq > 1 && billedFen > 0) throw badInput('orderId', `第${seq}期已出账或已收款，不能改单，请取消后重新下单`)
    if (lateFeeFen) throw badInput('orderId', `第${seq}期已产生滞纳金，不能改单，请取消后重新下单`)
  }
}

/**
 * Makes the rows of an order anew by what it is sold at now, each in the place of the one of its number, so that what was paid
 * of the first stays paid of it. One that was postponed stays so where its period begins on the same date. Rows beyond the
 * new plan come to nothing. `changeId`: the row of the log of this change.
 * @returns what to post (J1): by how much the first row, which alone is billed, is another
 */
export async function replan(ctx: Context, orderId: string, snapshot: LongSnapshot, changeId: string): Promise<Entry> {
  const rows = await store.planRows(ctx.db, orderId)
  const planned = planOf(snapshot)
  const place = (seq: number) => rows.find((row) => row.seq === seq)
  for (const { id, seq, status } of rows) {
    if (seq <= planned.length || isEndedRow(status)) continue
    const step = isSettledRow(status) ? 'refund' : 'void'
    await store.updateRow(ctx.db, id, { status: advance(instalmentSteps, step, status) })
  }
  for (const one of planned) {
    const row = place(one.seq)
    if (row === undefined) continue
    const postponed = !isEndedRow(row.status) && row.periodFrom === one.periodFrom && row.dueOn > one.dueDate
    await store.updateRow(ctx.db, row.id, {
      periodFrom: one.periodFrom,
      periodTo: one.periodTo,
      plannedOn: one.dueDate,
      dueOn: postponed ? row.dueOn : one.dueDate,
      amountFen: one.amount,
      billedFen: one.seq === 1 ? one.amount : 0,
      paidFen: Math.min(row.paidFen, one.amount),
      status: advance(instalmentSteps, 'replan', row.status, one),
    })
  }
  const more = planned.filter(({ seq }) => place(seq) === undefined)
  const ids = await store.newIds(ctx, more.length)
  const { paid, notDue } = instalmentStatus
  const made = more.map((row, i) => ({ ...row, id: ids[i]!, status: row.amount === 0 ? paid : notDue, billedFen: 0 }))
  if (made.length > 0) store.insertRows(ctx, orderId, made)
  return billed(changeId, planned[0]!.amount - (place(1)?.billedFen ?? 0))
}

/** Rows of a plan as their money stands: what of each is paid, and its late fee as of a date. Fen. */
export interface StandingRow {
  readonly row: store.PlanRow
  readonly filled: FilledRow
  /** Posted or, while its principal is open, as it would be on that date. */
  readonly fee: number
}

export function standingRows(
  rows: readonly store.PlanRow[],
  money: readonly RentMoney[],
  terms: LongTerms,
  today: string,
): StandingRow[] {
  const live = rows.filter(({ status }) => !isEndedRow(status))
  const filled = fillRows(
    live.map((row) => ({ seq: row.seq, dueOn: row.dueOn, amount: row.amountFen, lateFee: row.lateFeeFen ?? 0 })),
    money,
    today,
  )
  return live.map((row, i) => {
    const own = filled[i]!
    const running = lateFee({ amount: row.amountFen, dueDate: row.dueOn }, own.payments, today, terms)
    return { row, filled: own, fee: row.lateFeeFen ?? running }
  })
}

/**
 * Brings the rows of an order to what its money and the date say, and what the order's row caches of them. A late fee is
 * fixed the day its principal is complete.
 * @returns what to post: what is paid ahead of its due date (J1), fees (J22)
 */
export async function refreshPlan(ctx: Context, orderId: string, terms: LongTerms): Promise<Entry[]> {
  const today = localDate(ctx.now)
  const [rows, money] = await Promise.all([store.planRows(ctx.db, orderId), store.rentMoney(ctx, orderId)])
  const entries: Entry[] = []
  let next: store.PlanRow | null = null
  let [paid, overdue] = [0, 0]
  for (const { row, filled, fee } of standingRows(rows, money, terms, today)) {
    // What is paid before it is due is billed with it, so that nothing of it shows as credit.
    const ahead = filled.paid - row.billedFen
    if (ahead > 0) entries.push(billed(`${row.id}:${filled.paid}`, ahead))
    const billedFen = row.billedFen + Math.max(0, ahead)
    const complete = filled.paid >= row.amountFen
    const fixed = row.lateFeeFen ?? (complete ? fee : null)
    if (row.lateFeeFen === null && fixed !== null && fixed > 0) entries.push(lateFeePosted(row.id, fixed))
    const status = advance(instalmentSteps, 'settle', row.status, {
      amount: row.amountFen,
      paid: filled.paid,
      feeOpen: (fixed ?? 0) - filled.feePaid,
      dueOn: row.dueOn,
      graceDays: terms.instalmentGraceDays,
      today,
    })
    const stands = { status, billedFen, paidFen: filled.paid, latePaidFen: filled.feePaid, lateFeeFen: fixed }
    const changed = (Object.keys(stands) as (keyof typeof stands)[]).some((name) => row[name] !== stands[name])
    const now = changed ? await store.updateRow(ctx.db, row.id, stands) : row
    if (isSettledRow(status)) paid++
    else next ??= now
    if (isOverdueRow(status)) overdue++
  }
  await cachePlan(ctx.db, orderId, {
    nextDueOn: next?.dueOn ?? null,
    nextDueFen: next === null ? 0 : next.amountFen - next.paidFen + (next.lateFeeFen ?? 0) - next.latePaidFen,
    instalments: rows.filter(({ status }) => !isEndedRow(status)).length,
    instalmentsPaid: paid,
    instalmentsOverdue: overdue,
  })
  return entries
}

/** What the rows that are due by a date still have to bill (J1), each as a whole. */
export async function billDue(ctx: Context, orderId: string, today: string): Promise<Entry[]> {
  const rows = (await store.planRows(ctx.db, orderId)).filter(
    ({ status, dueOn, billedFen, amountFen }) => !isEndedRow(status) && dueOn <= today && billedFen < amountFen,
  )
  return Promise.all(
    rows.map(async (row) => {
      await store.updateRow(ctx.db, row.id, { billedFen: row.amountFen })
      return billed(row.id, row.amountFen - row.billedFen)
    }),
  )
}

/** What a contract that ran to its end has not billed yet (J1): its settlement asks for it, whenever its rows are due. */
export const billRest = (ctx: Context, orderId: string): Promise<Entry[]> => billDue(ctx, orderId, '9999-12-31')

/** Appends the rows of a renewal, those that are due billed with it. @returns what to post (J1), and what of it is billed, fen */
export async function appendRows(ctx: Context, orderId: string, planned: readonly InstalmentRow[]) {
  const today = localDate(ctx.now)
  const ids = await store.newIds(ctx, planned.length)
  const rows = planned.map((row, i) => {
    const due = row.dueDate <= today
    return {
      ...row,
      id: ids[i]!,
      status: row.amount === 0 ? instalmentStatus.paid : due ? instalmentStatus.due : instalmentStatus.notDue,
      billedFen: due ? row.amount : 0,
    }
  })
  store.insertRows(ctx, orderId, rows)
  const asked = rows.filter(({ billedFen }) => billedFen > 0)
  return {
    entries: asked.map(({ id, billedFen }) => billed(id, billedFen)),
    due: asked.reduce((sum, { billedFen }) => sum + billedFen, 0),
  }
}

/** A row that comes to nothing takes the late fee that was posted for it along: of rows that begin on a date or later. @returns what to post (J20) */
export async function dropFees(ctx: Context, orderId: string, from: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const row of await store.planRows(ctx.db, orderId)) {
    if (isEndedRow(row.status) || row.periodFrom < from || !row.lateFeeFen) continue
    entries.push(waived(`fee:${row.id}:续租已取消`, row.lateFeeFen, account.penaltyIncome))
    await store.updateRow(ctx.db, row.id, { lateFeeFen: 0, latePaidFen: 0 })
  }
  return entries
}

/** What was billed of rows that were dropped, fen. */
export const billedOf = (dropped: readonly DroppedRow[]): number => dropped.reduce((sum, { billed }) => sum + billed, 0)

/** Ends the rows that begin on a date or later: a renewal is taken back, a contract ends early. @returns them, whose bill is to be taken back (J4) */
export async function dropRows(ctx: Context, orderId: string, from: string): Promise<DroppedRow[]> {
  const dropped: DroppedRow[] = []
  for (const row of await store.planRows(ctx.db, orderId)) {
    if (isEndedRow(row.status) || row.periodFrom < from) continue
    dropped.push({ id: row.id, billed: row.billedFen })
    const step = isSettledRow(row.status) || row.paidFen > 0 ? 'refund' : 'void'
    await store.updateRow(ctx.db, row.id, { status: advance(instalmentSteps, step, row.status), billedFen: 0 })
  }
  return dropped
}

/** Rows that {@link dropRows} ended stand again, billed as they were; what is paid of them is found out by the refresh that follows. */
export async function restoreRows(
  ctx: Context,
  orderId: string,
  dropped: readonly DroppedRow[],
  { instalmentGraceDays: graceDays }: LongTerms,
): Promise<void> {
  const today = localDate(ctx.now)
  for (const row of await store.planRows(ctx.db, orderId)) {
    const one = dropped.find(({ id }) => id === row.id)
    if (one === undefined) continue
    const { amountFen: amount, dueOn } = row
    const status = advance(instalmentSteps, 'restore', row.status, {
      amount,
      paid: 0,
      feeOpen: 0,
      dueOn,
      graceDays,
      today,
    })
    await store.updateRow(ctx.db, row.id, { status, billedFen: one.billed })
  }
}

/**
 * What a renewal asks of a plan: the highest number of its rows, and what is overdue of it today, fen.
 * @throws Refusal orderStatusRefuses (2001) where an earlier end was agreed
 */
export async function planToRenew(ctx: Context, orderId: string, terms: LongTerms) {
  const today = localDate(ctx.now)
  const [rows, money, agreed] = await Promise.all([
    store.planRows(ctx.db, orderId),
    store.rentMoney(ctx, orderId),
    terminationOf(ctx.db, orderId),
  ])
  refuseEnded(agreed)
  const late = standingRows(rows, money, terms, today)
    .map(({ row, filled, fee }) => ({
      dueOn: row.dueOn,
      open: row.amountFen - filled.paid + fee - filled.feePaid,
    }))
    .filter(({ dueOn }) => today > graceEnd(dueOn, terms.instalmentGraceDays))
  return {
    lastSeq: rows.at(-1)?.seq ?? 0,
    overdue: late.reduce((sum, { open }) => sum + open, 0),
  }
}

/** Ends every row with its contract: what was paid of one goes back, the others come to nothing. */
export async function endPlan(ctx: Context, orderId: string): Promise<void> {
  for (const row of await store.planRows(ctx.db, orderId)) {
    if (isEndedRow(row.status)) continue
    const step = row.paidFen > 0 ? 'refund' : isSettledRow(row.status) ? null : 'void'
    if (step !== null) await store.updateRow(ctx.db, row.id, { status: advance(instalmentSteps, step, row.status) })
  }
}

/**
 * What of a plan a settlement asks: the rows that stand, all of it, billed so far, and late fees that run, as of a date; and the
 * earlier end, where one was agreed, with what it took back of the bill. A row that begins on that date or later comes to nothing, and so does its fee. Fen.
 */
export async function openPlan(ctx: Context, orderId: string, terms: LongTerms, asOf: LocalDate) {
  const [rows, money, agreed] = await Promise.all([
    store.planRows(ctx.db, orderId),
    store.rentMoney(ctx, orderId),
    terminationOf(ctx.db, orderId),
  ])
  const standing = standingRows(rows, money, terms, asOf)
  const live = rows.filter(({ status }) => !isEndedRow(status))
  return {
    agreed: agreed === undefined ? null : { ...agreed, contractEnd: localDate(agreed.oldReturnAt) },
    live,
    total: agreed?.totalFen ?? live.reduce((sum, row) => sum + row.amountFen, 0),
    billed: live.reduce((sum, row) => sum + row.billedFen, 0),
    dropped: agreed === undefined ? 0 : await takenBackBy(ctx, agreed),
    lateFees: standing
      .filter(({ row }) => row.lateFeeFen === null && (agreed !== undefined || row.periodFrom < asOf))
      .reduce((sum, { fee }) => sum + fee, 0),
  }
}

/**
 * Ends a contract before its last date: rows that begin later come to nothing, what an earlier one still owes stays on the
 * order, its late fee with it.
 */
export async function terminatePlan(ctx: Context, orderId: string, endOn: string): Promise<void> {
  for (const row of await store.planRows(ctx.db, orderId)) {
    if (isEndedRow(row.status)) continue
    const kept = isSettledRow(row.status) && row.periodFrom < endOn
    const step = isSettledRow(row.status) || row.paidFen >= row.amountFen ? 'refund' : 'void'
    if (!kept) await store.updateRow(ctx.db, row.id, { status: advance(instalmentSteps, step, row.status) })
  }
}

/** The rows of an order that stand, as what is earned is reckoned from. */
export const planRowsOf = async (ctx: Context, orderId: string) =>
  (await store.planRows(ctx.db, orderId))
    .filter(({ status }) => !isEndedRow(status))
    .map(({ periodFrom, periodTo, amountFen }) => ({ periodFrom, periodTo, amount: amountFen }))

/** An earlier end is agreed once, and nothing makes the contract longer after it. @throws Refusal orderStatusRefuses (2001) */
export function refuseEnded(agreed: { readonly endOn: LocalDate } | null | undefined): void {
  if (agreed) throw new Refusal('orderStatusRefuses', { 原因: `已约定${agreed.endOn}退租` })
}
