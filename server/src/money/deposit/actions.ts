import { violationReleaseAt } from '@cheyi/domain/booking/order/timers'
import { depositKind, depositMode, holdStatuses, waiveType } from '@cheyi/domain/money/deposit/codes'
import { isClosedHold, isInHand, isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { advanceDeposit, newDepositState } from '@cheyi/domain/money/deposit/steps'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import type { DepositTerms } from '@cheyi/domain/pricing/quote/trip'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { openBusiness } from '../../platform/session/actions.ts'
import { closeTask } from '../../platform/todo/actions.ts'
import { depositsPaidIn } from '../payment/actions.ts'
import type { Locked } from './release.ts'
import * as store from './store.ts'

export { receiveDeposit, refuseLink } from './collect.ts'
export { convertHeld } from './convert.ts'
export { approveBatch, deductClaim, deductInBatch, deductible, deductOwed } from './deduct.ts'
export { depositLaterSql } from './due.ts'
export { convertibleFen, payableInBatch, payingFen } from './funds.ts'
export { giveBack, giveBackClaim, giveBackCredit, giveBackPlan } from './give-back.ts'
export { byId as holdRow } from './hold-store.ts'
export { registerNoneKnown, violationRelease } from './jobs.ts'
export { applyFreezeState, askAboutHold, takeHoldTurn } from './live.ts'
export {
  deductionDone,
  deductionFailed,
  depositNotPaidBack,
  depositPaid,
  depositPaidBack,
  holdClosed,
  holdFrozen,
} from './online.ts'
export { platformAnswers, platformDeductions, platformStates } from './platform.ts'
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
export { leaveWaivers } from './waiver.ts'

/**
 * The deposits of a new order. One of 0 fen, or one guaranteed by its platform, is waived from the start. Without configured amounts
 * there are no rows: nothing can be collected until a policy is set.
 */
export const newDeposits = ({ rows, platform }: Pick<DepositTerms, 'rows' | 'platform'>): store.NewDeposit[] =>
  rows.map(({ kind, amount }) => {
    const vouched = platform?.[kind]
    if (vouched !== undefined)
      return { kind, amount, waiveType: vouched, mode: depositMode.waived, ...newDepositState(0) }
    return { kind, amount, waiveType: amount === 0 ? waiveType.merchant : null, mode: null, ...newDepositState(amount) }
  })

/** The deposits of an order under their locks, with what they were paid by: for a step that goes on with them. */
export const lockDeposits = (ctx: Context, orderId: string): Locked => ({
  rows: prefetch(store.lockRows(ctx, orderId)),
  receipts: prefetch(depositsPaidIn(ctx.db, orderId)),
})

/** The deposits of an order, rental first. One query. */
export const depositsOf = (ctx: Context, orderId: string): Promise<store.DepositRow[]> => store.rows(ctx, orderId)

/** Held deposits wait for a person: withdrawnAt excludes them from the release jobs. `order` is under its lock. */
export async function keepDeposits(ctx: Context, orderId: string): Promise<void> {
  const rows = await store.lockRows(ctx, orderId)
  closeEnded(ctx, rows)
  for (const row of rows) if (isInHand(row.holdStatus)) store.update(ctx, row, { withdrawnAt: ctx.now })
}

/** The rental deposit is not collected after the end of the rental, so its to-do is closed. */
function closeEnded(ctx: Context, rows: readonly store.DepositRow[]): void {
  const rental = rows.find(({ kind }) => kind === depositKind.rental)
  if (rental !== undefined) closeTask(ctx, taskKind.ended, rental.id)
}

/** After the return: sets the release day of the violation deposit by the terms of the order. `rows` are its deposits, under their locks. */
export function startViolationHold(
  ctx: Context,
  order: OrderRow,
  actualReturnAt: number,
  rows: readonly store.DepositRow[],
): void {
  const { holdDays } = order.depositPolicySnapshot
  const row = rows.find((one) => one.kind === depositKind.violation)
  closeEnded(ctx, rows)
  if (row !== undefined) store.update(ctx, row, { dueReleaseAt: violationReleaseAt(actualReturnAt, holdDays) })
}

/**
 * Applies changed terms to the deposits of an order: an unpaid and unwaived deposit gets the new amount, and is waived at 0. A held one
 * is unchanged, because neither cash nor a freeze can be raised without the customer.
 */
export async function rereadDeposits(
  ctx: Context,
  orderId: string,
  amounts: readonly { readonly kind: number; readonly amount: number }[],
): Promise<void> {
  const rows = await store.lockRows(ctx, orderId)
  const changed = await Promise.all(
    rows.map((row) => {
      const amount = amounts.find(({ kind }) => kind === row.kind)?.amount
      if (!isUnpaidDeposit(row.payStatus) || amount === undefined || amount === row.amountFen) return row
      return store.update(ctx, row, { amountFen: amount, ...(amount === 0 ? waivedFields(row) : {}) })
    }),
  )
  if (changed.some((row, i) => row !== rows[i])) store.cacheOnOrder(ctx, orderId, changed)
}

/** Waives the unpaid deposits of an order from the counter because its platform guarantees them after all. `order` is under its lock. */
export async function leaveToPlatform(
  ctx: Context,
  orderId: string,
  platform: NonNullable<DepositTerms['platform']>,
): Promise<void> {
  const rows = await store.lockRows(ctx, orderId)
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

function waivedFields(row: store.DepositRow) {
  const { payStatus, holdStatus } = advanceDeposit(row, 'waive', row)
  return { payStatus, holdStatus, waiveType: waiveType.merchant }
}

const openHolds = holdStatuses.values.filter((status) => !isClosedHold(status)).join(', ')
for (const [name, kind] of [
  ['deposits', depositKind.rental],
  ['violations', depositKind.violation],
] as const)
  openBusiness.merchant.register(
    name,
    `select count(*) from deposit where kind = ${kind} and hold_status in (${openHolds})`,
  )
