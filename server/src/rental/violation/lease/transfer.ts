import { advance } from '@cheyi/domain/advance'
import { formatMoment } from '@cheyi/domain/near'
import { isWorkday } from '@cheyi/domain/pricing/quote/calendar/holidays'
import { badInput } from '@cheyi/domain/refusal'
import { handleWay } from '@cheyi/domain/rental/violation/codes'
import {
  objectionUntil,
  TELL_BEFORE,
  type TransferBar,
  transferBar,
  transferBars,
} from '@cheyi/domain/rental/violation/lease'
import { violationSteps } from '@cheyi/domain/rental/violation/violation'
import type { Context } from '../../../kernel/context.ts'
import { holidays } from '../../../pricing/quote/actions.ts'
import { noReply } from '../actions.ts'
import { step } from '../match.ts'
import type { ViolationRow } from '../store.ts'
import { stretchAt } from './store.ts'

/*
 * The transfer of an unhandled violation to its renter by the authority. It requires that the contract is filed and that the
 * rental has been over for a month. The renter is notified within a day and may object for five working days.
 */

/** The reason why the violation cannot be transferred to its renter yet; null: it can. */
export async function transferBarOf(
  ctx: Context,
  {
    orderId,
    vehicleId,
    occurAt,
    officialState,
  }: Pick<ViolationRow, 'orderId' | 'vehicleId' | 'occurAt' | 'officialState'>,
): Promise<TransferBar | null> {
  const stretch = orderId === null || vehicleId === null ? undefined : await stretchAt(ctx, orderId, vehicleId, occurAt)
  return transferBar({
    filed: stretch?.filed === true,
    leaseEndedAt: stretch?.to ?? null,
    officialState,
    now: ctx.now,
  })
}

/**
 * Records the application for the transfer to the authority.
 * @throws Refusal violationStatusRefuses (8004), badInput (-2) naming what is missing
 */
export async function applyTransfer(ctx: Context, row: ViolationRow) {
  const status = advance(violationSteps, 'transfer', row.status, row)
  const bar = await transferBarOf(ctx, row)
  if (bar !== null) throw badInput('action', transferBars[bar])
  const transfer = { appliedAt: ctx.now, toldAt: null, objectUntil: null, resultAt: null }
  const deadlineAt = ctx.now + TELL_BEFORE
  const patch = { status, transfer, deadlineAt, overdue: false, handleWay: handleWay.transfer, ...noReply }
  return step(ctx, row, 'transfer', patch, '24小时内告知承租人')
}

/** Records that the renter was notified and may object. @throws Refusal violationStatusRefuses (8004) */
export async function recordTransferNotice(ctx: Context, row: ViolationRow) {
  const { transfer } = row
  const status = advance(violationSteps, 'transferTold', row.status, { told: transfer?.toldAt != null })
  const calendar = await holidays(ctx)
  const objectUntil = objectionUntil(ctx.now, (date) => isWorkday(calendar, date))
  return step(
    ctx,
    row,
    'transferTold',
    { status, transfer: { ...transfer!, toldAt: ctx.now, objectUntil }, deadlineAt: objectUntil },
    `${formatMoment(objectUntil, ctx.now)} 前可提出异议`,
  )
}

/** Records the decision of the authority. @throws Refusal violationStatusRefuses (8004), badInput (-2) */
export async function transferResult(ctx: Context, row: ViolationRow, done: boolean, reason: string) {
  const transfer = row.transfer && { ...row.transfer, resultAt: ctx.now }
  if (done) {
    const status = advance(violationSteps, 'transferDone', row.status, { told: row.transfer?.toldAt != null })
    return step(ctx, row, 'transferDone', { status, transfer, deadlineAt: null }, reason)
  }
  const status = advance(violationSteps, 'transferRefused', row.status)
  if (reason === '') throw badInput('reason', '请输入转移被驳回的原因')
  return step(ctx, row, 'transferRefused', { status, transfer, deadlineAt: null, handleWay: null }, reason)
}
