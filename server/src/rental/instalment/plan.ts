import { advance } from '@cheyi/domain/advance'
import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import { account, billingEntry, type Entry, lateFeeEntry, waiverEntry } from '@cheyi/domain/money/payment/ledger'
import type { LongSnapshot } from '@cheyi/domain/pricing/quote/long/price'
import type { LongTerms } from '@cheyi/domain/pricing/quote/long/terms'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { DroppedRow } from '@cheyi/domain/rental/instalment/agreed-end'
import { instalmentStatus } from '@cheyi/domain/rental/instalment/codes'
import { type FilledRow, fillRows, type RentMoney } from '@cheyi/domain/rental/instalment/fill'
import { lateFee } from '@cheyi/domain/rental/instalment/late-fee'
import { type InstalmentRow, planOf } from '@cheyi/domain/rental/instalment/rows'
import {
  graceEnd,
  instalmentSteps,
  isEndedRow,
  isOverdueRow,
  isSettledRow,
} from '@cheyi/domain/rental/instalment/steps'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import { cachePlan, type OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'
import { reversedBillFen, terminationOf } from './store-termination.ts'

/** The terms of sale of a long order. @throws Refusal orderNotFound (2002) for a regular order */
export function requireLongSnapshot({ quoteSnapshot: sold }: Pick<OrderRow, 'quoteSnapshot'>): LongSnapshot {
  if (!isSoldByTerm(sold)) throw new Refusal('orderNotFound')
  return sold
}

/** The stored plan of a new order, with the billed amount of its first instalment, which is due before the pickup. */
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
    entries: [billingEntry(first.id, first.amount)],
    /** The cached values of the order row. */
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
 * A contract can be changed only while no instalment except the first is billed, and no late fee is posted.
 * @throws Refusal badInput (-2) with the reason
 */
export async function requireReplannable(ctx: Context, orderId: string): Promise<void> {
  for (const { seq, status, billedFen, lateFeeFen } of await store.planRows(ctx.db, orderId)) {
    if (isEndedRow(status)) continue
    if (seq > 1 && billedFen > 0) throw badInput('orderId', `第${seq}期已出账或已收款，不能改单，请取消后重新下单`)
    if (lateFeeFen) throw badInput('orderId', `第${seq}期已产生逾期违约金，不能改单，请取消后重新下单`)
  }
}

/**
 * Replaces the instalments of an order by those of its current terms of sale, each in the row of the same number, so that
 * payments of the first one remain assigned to it. A postponed instalment remains postponed where its period begins on the
 * same date. Rows beyond the new plan are cancelled. `changeId`: the log row of this change.
 * @returns the entries to post (J1): the difference of the first instalment, the only one that is billed
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
  return billingEntry(changeId, planned[0]!.amount - (place(1)?.billedFen ?? 0))
}

/** Instalments with their current money: the paid amount of each, and its late fee as of a date. Fen. */
export interface StandingRow {
  readonly row: store.PlanRow
  readonly filled: FilledRow
  /** The posted late fee or, while its principal is open, the fee as of that date. */
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
 * Updates the instalments of an order, and the values that the order row caches of them, from its payments and the date. A
 * late fee is fixed on the day on which its principal is fully paid.
 * @returns the entries to post: payments before their due date (J1), fees (J22)
 */
export async function refreshPlan(ctx: Context, orderId: string, terms: LongTerms): Promise<Entry[]> {
  const today = localDate(ctx.now)
  const [rows, money] = await Promise.all([store.planRows(ctx.db, orderId), store.rentMoney(ctx, orderId)])
  const entries: Entry[] = []
  let next: store.PlanRow | null = null
  let [paid, overdue] = [0, 0]
  for (const { row, filled, fee } of standingRows(rows, money, terms, today)) {
    // A payment before the due date is billed with the payment, so that it does not appear as credit.
    const ahead = filled.paid - row.billedFen
    if (ahead > 0) entries.push(billingEntry(`${row.id}:${filled.paid}`, ahead))
    const billedFen = row.billedFen + Math.max(0, ahead)
    const complete = filled.paid >= row.amountFen
    const fixed = row.lateFeeFen ?? (complete ? fee : null)
    if (row.lateFeeFen === null && fixed !== null && fixed > 0) entries.push(lateFeeEntry(row.id, fixed))
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

/** The unbilled amounts of the instalments that are due by a date (J1), each billed in full. */
export async function billDue(ctx: Context, orderId: string, today: string): Promise<Entry[]> {
  const rows = (await store.planRows(ctx.db, orderId)).filter(
    ({ status, dueOn, billedFen, amountFen }) => !isEndedRow(status) && dueOn <= today && billedFen < amountFen,
  )
  return Promise.all(
    rows.map(async (row) => {
      await store.updateRow(ctx.db, row.id, { billedFen: row.amountFen })
      return billingEntry(row.id, row.amountFen - row.billedFen)
    }),
  )
}

/** The unbilled rest of a contract that ran to its end (J1): its settlement requests it, regardless of the due dates. */
export const billRest = (ctx: Context, orderId: string): Promise<Entry[]> => billDue(ctx, orderId, '9999-12-31')

/** Appends the instalments of a renewal and bills those that are due. @returns the entries to post (J1), and their amount, fen */
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
    entries: asked.map(({ id, billedFen }) => billingEntry(id, billedFen)),
    due: asked.reduce((sum, { billedFen }) => sum + billedFen, 0),
  }
}

/**
 * Reverses the posted late fees of instalments that are cancelled, because their period begins on a date or later.
 * @returns the entries to post (J20)
 */
export async function dropFees(ctx: Context, orderId: string, from: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const row of await store.planRows(ctx.db, orderId)) {
    if (isEndedRow(row.status) || row.periodFrom < from || !row.lateFeeFen) continue
    entries.push(waiverEntry(`fee:${row.id}:续租已取消`, row.lateFeeFen, account.penaltyIncome))
    await store.updateRow(ctx.db, row.id, { lateFeeFen: 0, latePaidFen: 0 })
  }
  return entries
}

/** The billed amount of cancelled instalments, fen. */
export const billedOf = (dropped: readonly DroppedRow[]): number => dropped.reduce((sum, { billed }) => sum + billed, 0)

/**
 * Cancels the instalments whose period begins on a date or later, when a renewal is undone or a contract ends early.
 * @returns the cancelled ones, whose bill must be reversed (J4)
 */
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

/**
 * Restores instalments that {@link dropRows} cancelled, billed as before; the refresh that follows determines their paid
 * amounts.
 */
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
 * The state of a plan that a renewal needs: the highest instalment number, and the overdue amount as of today, fen.
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

/** Ends every instalment with its contract: a paid one is refunded, the others are cancelled. */
export async function endPlan(ctx: Context, orderId: string): Promise<void> {
  for (const row of await store.planRows(ctx.db, orderId)) {
    if (isEndedRow(row.status)) continue
    const step = row.paidFen > 0 ? 'refund' : isSettledRow(row.status) ? null : 'void'
    if (step !== null) await store.updateRow(ctx.db, row.id, { status: advance(instalmentSteps, step, row.status) })
  }
}

/**
 * The state of a plan that a settlement needs as of a date: the valid instalments, their total, the billed amount and
 * accruing late fees; and the agreed earlier end, if any, with the amount of the bill that it reversed. An instalment whose
 * period begins on that date or later is cancelled with its late fee. Fen.
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
    dropped: agreed === undefined ? 0 : await reversedBillFen(ctx, agreed),
    lateFees: standing
      .filter(({ row }) => row.lateFeeFen === null && (agreed !== undefined || row.periodFrom < asOf))
      .reduce((sum, { fee }) => sum + fee, 0),
  }
}

/**
 * Ends a contract before its last date: instalments that begin later are cancelled, the debt of earlier ones remains on the
 * order, including its late fee.
 */
export async function terminatePlan(ctx: Context, orderId: string, endOn: string): Promise<void> {
  for (const row of await store.planRows(ctx.db, orderId)) {
    if (isEndedRow(row.status)) continue
    const kept = isSettledRow(row.status) && row.periodFrom < endOn
    const step = isSettledRow(row.status) || row.paidFen >= row.amountFen ? 'refund' : 'void'
    if (!kept) await store.updateRow(ctx.db, row.id, { status: advance(instalmentSteps, step, row.status) })
  }
}

/** The valid instalments of an order, as the basis for what is earned. */
export const planRowsOf = async (ctx: Context, orderId: string) =>
  (await store.planRows(ctx.db, orderId))
    .filter(({ status }) => !isEndedRow(status))
    .map(({ periodFrom, periodTo, amountFen }) => ({ periodFrom, periodTo, amount: amountFen }))

/** An earlier end is agreed only once, and the contract cannot be extended after it. @throws Refusal orderStatusRefuses (2001) */
export function refuseEnded(agreed: { readonly endOn: LocalDate } | null | undefined): void {
  if (agreed) throw new Refusal('orderStatusRefuses', { 原因: `已约定${agreed.endOn}退租` })
}
