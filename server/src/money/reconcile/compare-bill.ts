import { advance } from '@cheyi/domain/advance'
import { type PayWay, payWays } from '@cheyi/domain/money/payment/codes'
import { billSettlementEntry } from '@cheyi/domain/money/payment/ledger'
import { billSteps, billWindow, isUncompared } from '@cheyi/domain/money/reconcile/bill'
import {
  type BillLine,
  type Compared,
  compare,
  differenceState,
  differenceSteps,
  isOpenDifference,
  judge,
  keyOf,
  lineKind,
  nothingSettled,
  type Pair,
  plus,
  type Settlement,
  settlementOf,
} from '@cheyi/domain/money/reconcile/compare'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/events.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { closeTask, openTask } from '../../platform/todo/actions.ts'
import { postSettlement } from '../payment/actions.ts'
import * as store from './store.ts'

/* Compares a bill with our payments in one transaction: completely or not at all. */

type Found = Compared<store.Ours>['differences'][number]

/**
 * Compares the bill of a day. Matching lines are settled: store by store the amount moves from the clearing account to the bank, less
 * the fee (J23). Differences are stored for a person to handle. A compared bill is not compared again.
 */
export async function compareBill(
  ctx: Context,
  { id, day }: { readonly id: string; readonly day: LocalDate },
  batches: AsyncIterable<readonly BillLine[]> | Iterable<readonly BillLine[]>,
): Promise<void> {
  const bill = await store.lockBill(ctx, id)
  if (bill === undefined || !isUncompared(bill.state)) return
  const { storeId, payWay } = await store.storeOfChannel(ctx, bill.channelId)
  const sums = { lineCount: 0, inFen: 0, outFen: 0, feeFen: 0, borneFen: 0 }
  const agreed = new Map<string, Settlement>()
  let differing = 0
  const keep = async (found: readonly Found[]) => {
    differing += found.length
    if (found.length > 0)
      await store.insertDifferences(
        ctx.db,
        found.map((one) => rowOf(id, one, storeId)),
      )
  }
  for await (const lines of batches) {
    const compared = await compareLines(ctx, bill, lines)
    for (const [of, settlement] of compared.agreed) agreed.set(of, plus(agreed.get(of) ?? nothingSettled, settlement))
    await keep(compared.differences)
    for (const { kind, amount, fee, borne } of lines) {
      sums.lineCount++
      sums[kind === lineKind.payment ? 'inFen' : 'outFen'] += amount
      sums.feeFen += fee
      sums.borneFen += borne
    }
  }
  const keepMissed = (missed: readonly store.Ours[]) =>
    keep(
      compare(
        missed.map((ours) => ({ line: null, ours })),
        ofStore,
      ).differences,
    )
  for await (const missed of store.paymentsWithoutBill(ctx, bill.channelId, billWindow(day))) await keepMissed(missed)
  await keepMissed(await store.succeededSince(ctx, bill.channelId))
  for (const [of, settlement] of agreed)
    await postSettlement(ctx, billSettlementEntry(`${id}:${of}`, settlement), { storeId: of, way: payWay })
  await store.updateBill(ctx.db, id, {
    ...sums,
    state: advance(billSteps, differing > 0 ? 'differ' : 'agree', bill.state),
    failure: '',
    askAt: null,
    comparedAt: ctx.now,
  })
  if (differing > 0) await tellOf(ctx, { id, day, storeId, payWay, differences: differing })
  await recheckOpen(ctx, bill.channelId)
}

const ofStore = ({ storeId }: store.Ours): string => storeId

/** A batch of lines: stored, matched by our numbers and judged. */
async function compareLines(ctx: Context, bill: store.BillRow, lines: readonly BillLine[]) {
  const fresh = await store.keepLines(ctx, bill, lines)
  const ours = new Map(
    (
      await store.oursByNo(
        ctx,
        bill.channelId,
        lines.map(({ no }) => no),
      )
    ).map((one) => [keyOf(one), one]),
  )
  const missed = new Map(
    (
      await store.missedBefore(
        ctx,
        [...ours.values()].map(({ paymentId }) => paymentId),
      )
    ).map((one) => [one.paymentId, one]),
  )
  // A payment that an earlier bill missed and a person wrote off is settled.
  const settled = (one: store.Ours | undefined): boolean => {
    const before = one === undefined ? undefined : missed.get(one.paymentId)
    return before !== undefined && !isOpenDifference(before.state)
  }
  const pairs = lines.map((line, n) => {
    const mine = ours.get(keyOf(line))
    return { line, ours: mine ?? null, spent: !fresh.has(n) || settled(mine) }
  })
  for (const { ours: mine, spent } of pairs) {
    const before = mine === null || spent ? undefined : missed.get(mine.paymentId)
    if (before !== undefined) await clearMissedLine(ctx, before)
  }
  return compare(pairs, ofStore)
}

/** A line that one bill missed is in a later one. */
async function clearMissedLine(ctx: Context, missed: { readonly id: string; readonly billId: string }): Promise<void> {
  const state = advance(differenceSteps, 'agree', differenceState.open)
  await store.updateDifference(ctx.db, [missed.id], { state, clearedAt: ctx.now })
  await finish(ctx, missed.billId)
}

const rowOf = (billId: string, { line, ours, kind, spent = false }: Found, storeId: string | null) => ({
  billId,
  kind,
  lineKind: (line ?? ours)!.kind,
  outNo: (line ?? ours)!.no,
  providerNo: line?.providerNo ?? '',
  paymentId: ours?.paymentId ?? null,
  storeId: ours?.storeId ?? storeId,
  theirsFen: line?.amount ?? null,
  feeFen: line?.fee ?? 0,
  borneFen: line?.borne ?? 0,
  oursFen: spent ? null : (ours?.amount ?? null),
  spent,
  paidAt: line?.at ?? ours?.paidAt ?? null,
})

async function tellOf(
  ctx: Context,
  bill: { id: string; day: LocalDate; storeId: string | null; payWay: PayWay; differences: number },
): Promise<void> {
  const { id, day, storeId, payWay, differences } = bill
  const of = storeId === null ? {} : { storeId }
  await openTask(ctx, { kind: taskKind.bill, refId: id, ...of, detail: { day, differences } })
  await moveCounters(ctx, id)
  notify(ctx, {
    type: notifyType.money,
    level: notifyLevel.important,
    ref: `bill/${id}`,
    once: true,
    title: '对账有差异',
    body: `${payWays.text(payWay)} ${day} 的账单有 ${differences} 笔与系统不符，请核对处理`,
    link: screen('reconcile.bill', { id }),
    to: { key: 'finance.reconcile', ...(storeId === null ? {} : { storeIds: [storeId] }) },
  })
}

const moveCounters = (ctx: Context, billId: string): Promise<void> =>
  emit(ctx, 'todo.changed', `bill/${billId}`, { codes: ['bill'] }, { keys: ['finance.reconcile'] })

/** Completes a bill, and closes its to-do, after its last difference was handled. The caller holds the lock of its contract. */
export async function finish(ctx: Context, billId: string): Promise<void> {
  const bill = (await store.billById(ctx.db, billId))!
  if (isUncompared(bill.state) || (await store.openCount(ctx, billId)) > 0) return
  await store.updateBill(ctx.db, billId, { state: advance(billSteps, 'clear', bill.state) })
  closeTask(ctx, taskKind.bill, billId)
  await moveCounters(ctx, billId)
}

/** Limit of open differences that are compared again after each bill. */
const RECHECKED = 200

/** A payment may have succeeded, or been recorded, since its line was compared. */
async function recheckOpen(ctx: Context, channelId: string): Promise<void> {
  const bills = new Set<string>()
  for (const row of await store.openDifferences(ctx.db, channelId, RECHECKED))
    if (await recheck(ctx, row, channelId)) bills.add(row.billId)
  for (const id of bills) await finish(ctx, id)
}

/** The current state of both sides of a difference. */
export async function pairNow(ctx: Context, row: store.DifferenceRow, channelId: string): Promise<Pair<store.Ours>> {
  const mine = await store.oursByNo(ctx, channelId, [row.outNo])
  const ours = mine.find(({ kind }) => kind === row.lineKind) ?? null
  const { spent, theirsFen, feeFen, borneFen, providerNo, paidAt, lineKind: kind, outNo: no } = row
  return {
    line:
      theirsFen === null ? null : { kind, no, providerNo, amount: theirsFen, fee: feeFen, borne: borneFen, at: paidAt },
    ours,
    spent,
  }
}

/** @returns whether both sides agree now; in that case the agreed amount is settled */
export async function recheck(ctx: Context, row: store.DifferenceRow, channelId: string): Promise<boolean> {
  const pair = await pairNow(ctx, row, channelId)
  const kind = judge(pair)
  if (kind !== null) {
    const ours =
      pair.ours === null
        ? {}
        : { oursFen: pair.ours.amount, paymentId: pair.ours.paymentId, storeId: pair.ours.storeId }
    if (kind !== row.kind || pair.ours?.paymentId !== (row.paymentId ?? undefined))
      await store.updateDifference(ctx.db, [row.id], { kind, ...ours })
    return false
  }
  const { payWay } = await store.storeOfChannel(ctx, channelId)
  const storeId = pair.ours?.storeId ?? row.storeId
  if (storeId !== null)
    await postSettlement(ctx, billSettlementEntry(`d${row.id}`, settlementOf(pair)), { storeId, way: payWay })
  const state = advance(differenceSteps, 'agree', row.state)
  await store.updateDifference(ctx.db, [row.id], { state, clearedAt: ctx.now, clearedBy: ctx.accountId })
  return true
}
