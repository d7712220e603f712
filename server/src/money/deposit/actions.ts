import { violationReleaseAt } from '@cheyi/domain/booking/order/timers'
import { depositKind, depositMode, waiveType } from '@cheyi/domain/money/deposit/codes'
import { isInHand, isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { advanceDeposit, newDepositState } from '@cheyi/domain/money/deposit/steps'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import type { DepositTerms } from '@cheyi/domain/pricing/quote/trip'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { closeTask } from '../../platform/todo/actions.ts'
import * as store from './store.ts'

export { receiveDeposit, refuseLink } from './collect.ts'
export { convertHeld } from './convert.ts'
export { deductClaim, deductible, deductOwed } from './deduct.ts'
export { depositLaterSql } from './due.ts'
export { convertibleFen, payingFen } from './funds.ts'
export { giveBack, giveBackClaim, giveBackCredit, giveBackPlan } from './give-back.ts'
export { byId as holdRow } from './hold-store.ts'
export { noneIsKnown, violationRelease } from './jobs.ts'
export { askAboutHold, holdSaid, takeHoldTurn } from './live.ts'
export {
  deductionDone,
  deductionFailed,
  depositNotPaidBack,
  depositPaid,
  depositPaidBack,
  holdClosed,
  holdFrozen,
} from './online.ts'
export {
  handBack,
  keepForCases,
  release as releaseDeposit,
  releaseHeld,
  resumeReleases,
  takeBackReleases,
} from './release.ts'
export {
  type DepositRow,
  insert as insertDeposits,
  labelsOf as depositLabels,
  onTheWay as depositsOnTheWay,
} from './store.ts'
export { askedOfProvider, laterOf, violationAtOf } from './terms.ts'
export { depositView } from './view.ts'

/**
 * The deposits of a new order; one of 0 fen, or for which its platform answers, is waived from the start. No amounts, no rows:
 * nothing can be collected until somebody sets a policy.
 */
export const newDeposits = ({ rows, platform }: Pick<DepositTerms, 'rows' | 'platform'>): store.NewDeposit[] =>
  rows.map(({ kind, amount }) => {
    const vouched = platform?.[kind]
    if (vouched !== undefined)
      return { kind, amount, waiveType: vouched, mode: depositMode.waived, ...newDepositState(0) }
    return { kind, amount, waiveType: amount === 0 ? waiveType.merchant : null, mode: null, ...newDepositState(amount) }
  })

/** The deposits of an order, rental first. One query. */
export const depositsOf = (ctx: Context, orderId: string): Promise<store.DepositRow[]> => store.rows(ctx.db, orderId)

/** What is in hand waits for a person: no job gives it back, and the violation deposit has no day. `order` is under its lock. */
export async function keepDeposits(ctx: Context, orderId: string): Promise<void> {
  const rows = await store.lockRows(ctx.db, orderId)
  closeEnded(ctx, rows)
  for (const row of rows) if (isInHand(row.holdStatus)) await store.update(ctx, row, { withdrawnAt: ctx.now })
}

/** Nobody collects a rental deposit once the rental is over. */
function closeEnded(ctx: Context, rows: readonly store.DepositRow[]): void {
  const rental = rows.find(({ kind }) => kind === depositKind.rental)
  if (rental !== undefined) closeTask(ctx, taskKind.ended, rental.id)
}

/** The car is back: from now the violation deposit waits for its day, by the terms of the order. */
export async function startViolationHold(ctx: Context, order: OrderRow, actualReturnAt: number): Promise<void> {
  const { holdDays } = order.depositPolicySnapshot
  const rows = await store.lockRows(ctx.db, order.id)
  const row = rows.find((one) => one.kind === depositKind.violation)
  closeEnded(ctx, rows)
  if (row !== undefined) await store.update(ctx, row, { dueReleaseAt: violationReleaseAt(actualReturnAt, holdDays) })
}

/**
 * The deposits of an order whose terms were read again: what nobody has collected or waived takes the new amount, and is
 * waived where that is nothing. What is in hand stands, since neither cash nor a freeze is topped up.
 */
export async function rereadDeposits(
  ctx: Context,
  orderId: string,
  amounts: readonly { readonly kind: number; readonly amount: number }[],
): Promise<void> {
  const rows = await store.lockRows(ctx.db, orderId)
  const changed = await Promise.all(
    rows.map((row) => {
      const amount = amounts.find(({ kind }) => kind === row.kind)?.amount
      if (!isUnpaidDeposit(row.payStatus) || amount === undefined || amount === row.amountFen) return row
      return store.update(ctx, row, { amountFen: amount, ...(amount === 0 ? waived(row) : {}) })
    }),
  )
  if (changed.some((row, i) => row !== rows[i])) store.cacheOnOrder(ctx, orderId, changed)
}

/**
 * Deposits of an order that was booked at the counter, for which its platform answers after all: whoever has not paid them yet
 * is not asked any more. `order` is under its lock.
 */
export async function leaveToPlatform(
  ctx: Context,
  orderId: string,
  platform: NonNullable<DepositTerms['platform']>,
): Promise<void> {
  const rows = await store.lockRows(ctx.db, orderId)
  const changed = await Promise.all(
    rows.map((row) => {
      const type = platform[row.kind]
      if (type === undefined || !isUnpaidDeposit(row.payStatus)) return row
      closeTask(ctx, taskKind.ended, row.id)
      const { payStatus, holdStatus } = advanceDeposit(row, 'waive', row)
      return store.update(ctx, row, { payStatus, holdStatus, mode: depositMode.waived, waiveType: type })
    }),
  )
  store.cacheOnOrder(ctx, orderId, changed)
}

function waived(row: store.DepositRow) {
  const { payStatus, holdStatus } = advanceDeposit(row, 'waive', row)
  return { payStatus, holdStatus, waiveType: waiveType.merchant }
}
