import { advance } from '@cheyi/domain/advance'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { deadlineOf } from '@cheyi/domain/rental/violation/claim'
import { handleWay, officialState } from '@cheyi/domain/rental/violation/codes'
import {
  actText,
  isCustomers,
  isLapsed,
  isPaidAtOffice,
  MAX_EVIDENCE,
  takesProof,
  violationSteps,
} from '@cheyi/domain/rental/violation/violation'
import { DAY, deadlineText } from '@cheyi/domain/time'
import { notifyCustomer, type OrderRow, returnTermsOf } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, newId } from '../../kernel/context.ts'
import { disputeClaim } from '../../money/claim/steps/actions.ts'
import { linkMedia } from '../../platform/media/actions.ts'
import { noReply } from './actions.ts'
import { endNoticeLinks } from './customer.ts'
import { applyTransfer, recordTransferNotice, transferResult } from './lease/transfer.ts'
import { lockViolationAtVersion, step } from './match.ts'
import { bearRest, dropClaim } from './money.ts'
import { newNoticeLink } from './notice-link.ts'
import * as store from './store.ts'

/* Who handles a violation, and the steps of the handling. */

/** The order of a violation that a customer is responsible for. */
const orderOf = (row: store.ViolationRow, orders: ReadonlyMap<string, OrderRow>): OrderRow => orders.get(row.orderId!)!

/** A violation under its lock whose customer is to be notified. */
export interface Telling {
  readonly row: store.ViolationRow
  readonly order: OrderRow
  readonly status: store.ViolationRow['status']
  readonly deadlineAt: number
}

/**
 * Checks that the customer can be notified, and returns the day at whose end their deadline is; writes nothing.
 * @throws Refusal violationStatusRefuses (8004), smsFailed (5405) without a phone number, stale (-5)
 */
export async function telling(ctx: Context, violationId: string, version: number): Promise<Telling> {
  const { row, orders } = await lockViolationAtVersion(ctx, violationId, version)
  const status = advance(violationSteps, 'notify', row.status, row)
  const order = orderOf(row, orders)
  if (order.contactPhoneEnc === null) throw new Refusal('smsFailed', { reason: '订单没有客户手机号' })
  const { violationDeadlineDays } = await returnTermsOf(ctx, order)
  return { row, order, status, deadlineAt: deadlineOf(ctx.now, violationDeadlineDays) }
}

/** The customer handles the violation from now on. `noticeId`: the ID of a joint notice; null: a notice of its own. */
export async function handOver(ctx: Context, { row, status, deadlineAt }: Telling, noticeId: string | null) {
  const saved = await step(
    ctx,
    row,
    'notify',
    { status, handleWay: handleWay.customer, notifiedAt: ctx.now, deadlineAt, overdue: false, noticeId },
    `${deadlineText(deadlineAt, 'MM-DD')} 前处理`,
  )
  // A joint link remains valid for the other violations, because this one no longer belongs to the notice.
  await endNoticeLinks(ctx, { id: row.id, noticeId: null })
  return saved
}

/** Notifies the customer, whose deadline is the end of the last day. @throws as {@link telling} */
export const notify: HandlerOf<'violation', 'notify'> = async ({ violationId, version }, ctx) => {
  const one = await telling(ctx, violationId, version)
  const { row, order, deadlineAt } = one
  const saved = await handOver(ctx, one, null)
  await tellCustomer(ctx, order, { ...row, deadlineAt, noticeId: null }, saved.version)
  return { ...saved, deadlineAt }
}

/**
 * Notifies one customer of several violations with one message and one link. All orders are locked before the first write,
 * in the order of their IDs; a violation that cannot be notified does not block the others.
 * @returns the refused ones
 */
export async function notifyTogether(
  ctx: Context,
  cases: readonly { readonly violationId: string; readonly version: number }[],
): Promise<readonly { readonly violationId: string; readonly reason: string }[]> {
  const [ready, refused]: [Telling[], { violationId: string; reason: string }[]] = [[], []]
  for (const { violationId, version } of cases)
    try {
      ready.push(await telling(ctx, violationId, version))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ violationId, reason: error.message })
    }
  const [first] = ready
  if (first === undefined) return refused
  if (ready.length === 1) {
    await notify({ violationId: first.row.id, version: first.row.version }, ctx)
    return refused
  }
  const noticeId = await newId(ctx)
  for (const one of ready) await handOver(ctx, one, noticeId)
  const last = Math.max(...ready.map(({ deadlineAt }) => deadlineAt))
  const link = await newNoticeLink(ctx, first.order, { ...first.row, noticeId, deadlineAt: last }, signWay.sms)
  if (link !== null)
    await notifyCustomer(ctx, first.order, 'violationsFound', {
      ref: noticeId,
      cases: ready.map(({ row }) => ({
        at: row.occurAt,
        plate: displayPlate(row.plate),
        act: actText(row),
        fine: row.fineFen,
        points: row.points,
      })),
      deadline: Math.min(...ready.map(({ deadlineAt }) => deadlineAt)),
      url: link.url,
    })
  return refused
}

/**
 * Notifies the customer of a violation, or of the reason why their proof was rejected, with a link; a page that is already
 * open remains valid.
 */
async function tellCustomer(
  ctx: Context,
  order: OrderRow,
  row: store.ViolationRow,
  version: number,
  refused: string | null = null,
): Promise<void> {
  const link = await newNoticeLink(ctx, order, row, signWay.sms)
  if (link === null) return
  await notifyCustomer(ctx, order, 'violationFound', {
    ref: `${row.id}:${version}`,
    at: row.occurAt,
    place: row.place,
    act: actText(row),
    fine: row.fineFen,
    points: row.points,
    deadline: row.deadlineAt !== null && row.deadlineAt > ctx.now ? row.deadlineAt : null,
    url: link.url,
    refused,
  })
}

/**
 * All steps of a violation except those of its money.
 * @throws Refusal violationStatusRefuses (8004), pointsNotTradable (8007), violationUndeducted (8006), badInput (-2), forbidden
 *   (-3), stale (-5)
 */
export const handle: HandlerOf<'violation', 'handle'> = async (input, ctx) => {
  const { violationId, version, action, reason = '', officialState: said } = input
  if (action !== 'proof' || !takesProof(ctx.identity.keys))
    ctx.require(action === 'offline' || action === 'reopen' ? 'violation.deduct' : 'violation.handle')
  const { row, orders } = await lockViolationAtVersion(ctx, violationId, version)
  switch (action) {
    case 'agency': {
      const status = advance(violationSteps, 'agency', row.status, row)
      const { consent } = input
      const agencyConsent = consent === undefined ? row.agencyConsent : { way: consent, by: ctx.accountId, at: ctx.now }
      if (agencyConsent === null) throw badInput('consent', '请选择客户同意方式')
      return step(ctx, row, 'agency', { status, handleWay: handleWay.merchant, agencyConsent })
    }
    case 'staff':
      return step(ctx, row, 'staff', {
        status: advance(violationSteps, 'staff', row.status, row),
        handleWay: handleWay.staff,
      })
    case 'proof':
    case 'done':
      return settleWithAuthority(ctx, row, input)
    case 'accept': {
      const status = advance(violationSteps, 'accept', row.status, row)
      const proofIds = [...row.proofIds, ...row.sentIds]
      return step(ctx, row, 'accept', { status, ...noReply, proofIds, officialState: said ?? officialState.paid })
    }
    case 'refuse': {
      const status = advance(violationSteps, 'refuse', row.status, row)
      if (reason === '') throw badInput('reason', '请输入未通过的原因')
      const saved = await step(ctx, row, 'refuse', { status, handedInAt: null, refusedWhy: reason }, reason)
      await tellCustomer(ctx, orderOf(row, orders), row, saved.version, reason)
      return saved
    }
    case 'offline': {
      const status = advance(violationSteps, 'offline', row.status, row)
      if (reason === '') throw badInput('reason', '请输入转线下追偿的原因')
      return step(ctx, row, 'offline', { status }, reason)
    }
    case 'transfer':
      return applyTransfer(ctx, row)
    case 'transferTold':
      return recordTransferNotice(ctx, row)
    case 'transferDone':
    case 'transferRefused':
      return transferResult(ctx, row, action === 'transferDone', reason)
    case 'close': {
      const status = advance(violationSteps, 'close', row.status, row)
      await bearRest(ctx, row)
      return step(ctx, row, 'close', { status, closedAt: ctx.now })
    }
    case 'reopen': {
      const status = advance(violationSteps, 'reopen', row.status, {
        closedDays: (ctx.now - (row.closedAt ?? 0)) / DAY,
      })
      if (reason === '') throw badInput('reason', '请输入重新打开的原因')
      return step(ctx, row, 'reopen', { status, closedAt: null }, reason)
    }
  }
}

type Handled = Parameters<typeof handle>[0]

/** The violation is settled with the authority: by the customer's proof or by the merchant's receipt. */
async function settleWithAuthority(
  ctx: Context,
  row: store.ViolationRow,
  { action, photoIds = [], officialState: said }: Handled,
) {
  const kind = action === 'proof' ? 'proof' : 'done'
  const status = advance(violationSteps, kind, row.status)
  const isSaid = kind === 'proof' && said !== undefined && isPaidAtOffice(said)
  if (photoIds.length === 0 && !isSaid) throw badInput('photoIds', '请上传处理凭证')
  const proofIds = await addProof(ctx, row, photoIds)
  return step(ctx, row, kind, { status, proofIds, officialState: said ?? officialState.paid })
}

/** Adds more photos of the proof. @throws Refusal badInput (-2) for too many */
async function addProof(ctx: Context, row: store.ViolationRow, photoIds: readonly string[]): Promise<string[]> {
  const proofIds = [...row.proofIds, ...photoIds]
  if (proofIds.length > MAX_EVIDENCE) throw badInput('photoIds', `处理凭证最多${MAX_EVIDENCE}张`)
  await linkMedia(ctx, photoIds, { biz: 'violation', bizId: row.id, ...(row.orderId && { orderId: row.orderId }) })
  return proofIds
}

/** The customer disputes the violation: nothing is deducted until that is decided. @throws as {@link handle} */
export const appeal: HandlerOf<'violation', 'appeal'> = async (
  { violationId, version, reason, photoIds = [] },
  ctx,
) => {
  const { row } = await lockViolationAtVersion(ctx, violationId, version)
  const status = advance(violationSteps, 'appeal', row.status)
  if (!isCustomers(row.matchType)) throw new Refusal('violationStatusRefuses')
  const proofIds = await addProof(ctx, row, photoIds)
  await disputeClaim(ctx, row.id, true)
  return step(ctx, row, 'appeal', { status, prevStatus: row.status, proofIds }, reason)
}

/**
 * Upheld: the amount deducted for the violation is refunded. Rejected: it returns to its previous status.
 * @throws as {@link handle}
 */
export const appealResult: HandlerOf<'violation', 'appealResult'> = async (
  { violationId, version, upheld, reason },
  ctx,
) => {
  const { row, orders } = await lockViolationAtVersion(ctx, violationId, version)
  if (!upheld) {
    const status = advance(violationSteps, 'appealRejected', row.status, row)
    await disputeClaim(ctx, row.id, false)
    return step(ctx, row, 'appealRejected', { status, prevStatus: null }, reason)
  }
  const status = advance(violationSteps, 'appealUpheld', row.status)
  await dropClaim(ctx, orderOf(row, orders), row)
  await bearRest(ctx, row)
  return step(ctx, row, 'appealUpheld', { status, closedAt: ctx.now }, reason)
}

/** After the deadline the merchant is responsible for the next step again, and the violation is marked as overdue. */
export async function lapse(ctx: Context): Promise<void> {
  for (const { id } of await store.lapsedViolations(ctx)) {
    // Read without a version check under the lock: a violation that its customer answers meanwhile must not block the
    // others.
    const { row } = await lockViolationAtVersion(ctx, id)
    if (isLapsed(row, ctx.now))
      await step(ctx, row, 'lapse', { status: advance(violationSteps, 'lapse', row.status), overdue: true })
  }
}
