import { contract } from '@cheyi/contract/index'
import { advance } from '@cheyi/domain/advance'
import { orderItemType } from '@cheyi/domain/booking/order/codes'
import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { payDeadline } from '@cheyi/domain/booking/order/timers'
import type { CodeOf } from '@cheyi/domain/enumeration'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { onlinePayWays, payKind, payMode } from '@cheyi/domain/money/payment/codes'
import { giveBackLines, isPaidByHand } from '@cheyi/domain/money/payment/give-back'
import { unbilled } from '@cheyi/domain/money/payment/ledger'
import { pick } from '@cheyi/domain/pick'
import { type PayTerms, wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { offeredServices } from '@cheyi/domain/pricing/quote/lines/services'
import { datesBetween } from '@cheyi/domain/pricing/quote/long/months'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { InstalmentRow } from '@cheyi/domain/rental/instalment/rows'
import { renewalStatus, type renewalStatuses } from '@cheyi/domain/rental/renewal/codes'
import { awaitsRenewalPayment, isEffective, isOpenRenewal, renewalSteps } from '@cheyi/domain/rental/renewal/steps'
import { can } from '@cheyi/domain/step'
import { localDate } from '@cheyi/domain/time'
import {
  lockOrder,
  logOrder,
  notifyCustomer,
  type OrderRow,
  readOrder,
  touchOrder,
  updateOrder,
  voidRenewed,
} from '../../booking/order/actions.ts'
import { couldHold, holdLonger, holdShorter } from '../../fleet/stock/actions.ts'
import { type Context, found, type Handlers, implement } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import type { Moved } from '../../kernel/orders.ts'
import { giveBackCredit } from '../../money/deposit/actions.ts'
import { postAll, receive, refreshSettlement, requireOffline } from '../../money/payment/actions.ts'
import { payTermsOf, settingsOf } from '../../platform/merchant/actions.ts'
import { keepQuote, takeQuote } from '../../pricing/quote/actions.ts'
import { renewalPapers, voidRenewalPaper } from '../agreement/actions.ts'
import { withinCredit } from '../company/actions.ts'
import { moveCollection } from '../driver/actions.ts'
import { billedOf, dropFees, dropRows } from '../instalment/actions.ts'
import { change, takeEffect, told } from './effect.ts'
import { type PricedRenewal, priceOf, renewable } from './price.ts'
import * as store from './store.ts'
import { giveUp, refuseOpen } from './waiting.ts'

/** The steps of a renewal, also for a channel that sold the order. */
export const renewals: Handlers<typeof contract.renewal> = {
  async price({ orderId, newReturnAt, services = null, reduces = [] }, ctx) {
    const order = await readOrder(ctx, orderId)
    await refuseOpen(ctx, orderId)
    const wish = { newReturnAt, services, reduces }
    const { newReturnAt: until, addedDays, overHours, lines, amount, rows } = await priceOf(ctx, order, wish)
    const [moved, warnings] = await Promise.all([couldHold(ctx, order, until), store.endingBefore(ctx, orderId, until)])
    const { storeId, returnStoreId, modelId, pickupAt, source, pickupType, returnType, returnAt: oldReturnAt } = order
    const trip = { storeId, returnStoreId, modelId, pickupAt, returnAt: until, source, pickupType, returnType }
    const quote = await keepQuote(ctx, {
      inputs: { trip, deposits: order.depositPolicySnapshot, renews: { ...wish, orderId, oldReturnAt, amount } },
      snapshot: order.quoteSnapshot,
      total: amount,
    })
    const today = localDate(ctx.now)
    return {
      ...quote,
      oldReturnAt,
      newReturnAt: until,
      addedDays,
      overHours,
      lines: [...lines],
      amount,
      rows: [...rows],
      due: rows.length === 0 ? amount : sumDue(rows, today),
      moved,
      warnings,
    }
  },

  async create({ orderId, quoteId, payMode: mode, payWay, voucherIds = [], slipNo }, ctx) {
    if (payWay !== undefined) ctx.require('order.payment')
    const order = await lockOrder(ctx, orderId)
    // These queries are sent together with the first ones.
    const taken = prefetch(takeQuote(ctx, quoteId, { orderId, again: false }))
    const asked = prefetch(payTermsOf(ctx, order.storeId))
    await refuseOpen(ctx, orderId)
    const quote = await taken
    const wish = quote?.inputs.renews
    if (quote === undefined || wish?.orderId !== orderId || quote.expiresAt <= ctx.now)
      throw new Refusal('quoteExpired')
    // Another renewal or a late fee took effect since the quote, so this one would start from another end.
    if (wish.oldReturnAt !== order.returnAt) throw new Refusal('priceChanged')
    const priced = await priceOf(ctx, order, wish)
    const { amount, extension, newReturnAt, rows } = priced
    if (amount !== wish.amount) throw new Refusal('priceChanged', { total: amount })
    const terms = await asked
    const way = payWay === undefined ? null : requireOffline(terms, payWay)
    if (way === null && mode !== payMode.onlineIn && order.companyId !== null)
      await withinCredit(ctx, order.companyId, { more: amount, storeId: order.storeId })
    // The credit of the order is used first.
    const first = mode === payMode.onlineIn ? await payFirst(ctx, order, terms, priced) : null

    const moved = await holdLonger(ctx, order, newReturnAt)
    const made = {
      orderId,
      status: first === null ? renewalStatus.effective : renewalStatus.waitingPayment,
      oldReturnAt: order.returnAt,
      newReturnAt,
      amountFen: amount,
      extension,
    }
    const renewalId = await store.insert(ctx, {
      ...made,
      payFen: first?.amount ?? null,
      payDeadline: first?.deadline ?? null,
    })
    if (first !== null) {
      touchOrder(ctx.queue, orderId)
      logOrder(ctx, order, { action: 'askRenewal', detail: { amount: first.amount, moved, dueAt: newReturnAt } })
      ctx.audit({ targetType: 'order', targetId: orderId, after: { renewalAskedAt: newReturnAt, amount } })
      const owed = Math.max(0, dueFen(order))
      return { ...answerOf(renewalId, order, made.status, moved), owed, paymentId: null, toPay: first }
    }
    const { renewed, money, due } = await takeEffect(ctx, order, { ...made, id: renewalId }, { rows, moved })
    const toPay = Math.min(due, Math.max(0, money.due))
    const paid =
      way === null || toPay === 0
        ? null
        : await receive(ctx, orderId, {
            payKind: payKind.renewal,
            payWay: way,
            amount: toPay,
            refType: 'renewal',
            refId: renewalId,
            voucherIds,
            slipNo,
          })
    return {
      ...answerOf(renewalId, renewed, made.status, moved),
      owed: Math.max(0, (paid?.money ?? money).due),
      paymentId: paid?.payment.id ?? null,
      toPay: null,
    }
  },

  async cancel({ renewalId, reason }, ctx) {
    const { orderId } = found(await store.byId(ctx.db, renewalId))
    const order = await lockOrder(ctx, orderId)
    const rows = await store.ofOrder(ctx, orderId)
    const row = found(rows.find((one) => one.id === renewalId))
    if (awaitsRenewalPayment(row.status)) {
      const ended = await giveUp(ctx, order, row, reason, 'cancelRenewal')
      told(ctx, order, order, { reason })
      return { status: ended, returnAt: order.returnAt, refund: 0, byHand: 0 }
    }
    if (isEffective(row.status)) await refuseOpen(ctx, orderId)
    const status = advance(renewalSteps, 'cancel', row.status, factsOf(ctx, row, rows))
    const { days, overHours } = await lengthBefore(ctx, order, row)

    await store.end(ctx.db, renewalId, { status, endedAt: ctx.now, endReason: reason })
    voidRenewed(ctx, renewalId)
    await voidRenewalPaper(ctx, orderId, renewalId)
    const { extension } = row
    const fees = extension.kind === 'long' ? await dropFees(ctx, orderId, extension.from) : []
    const dropped = extension.kind === 'long' ? billedOf(await dropRows(ctx, orderId, extension.from)) : row.amountFen
    await postAll(ctx, orderId, [unbilled(renewalId, dropped), ...fees])
    await holdShorter(ctx, order, row.oldReturnAt)
    const shorter = await updateOrder(ctx, order, { returnAt: row.oldReturnAt, days, overHours })
    await moveCollection(ctx, order, shorter.returnAt)
    const { total } = await refreshSettlement(ctx, orderId)
    const { credit: refund, plan } = await giveBackCredit(ctx, shorter, { of: renewalId })
    await notifyCustomer(ctx, { ...shorter, totalFen: total }, 'modified', change(shorter))
    logOrder(ctx, order, {
      action: 'cancelRenewal',
      detail: { amount: row.amountFen, reason, dueAt: shorter.returnAt },
    })
    told(ctx, order, shorter, { reason, refund })
    const lines = giveBackLines(plan).filter(isPaidByHand)
    const byHand = lines.reduce((sum, { amount }) => sum + amount, 0)
    return { status, returnAt: shorter.returnAt, refund, byHand }
  },

  async list({ orderId }, ctx) {
    const [, rows, papers] = await Promise.all([
      readOrder(ctx, orderId),
      store.ofOrder(ctx, orderId),
      renewalPapers(ctx, orderId),
    ])
    return rows.map((row) => ({
      ...pick(row, 'seq', 'status', 'oldReturnAt', 'newReturnAt', 'endedAt', 'endReason'),
      renewalId: row.id,
      ...addedBy(row.extension),
      amount: row.amountFen,
      lines: [...row.extension.lines],
      at: row.createdAt,
      by: row.byName ?? '系统',
      toPay: awaitsRenewalPayment(row.status) ? { amount: row.payFen!, deadline: row.payDeadline! } : null,
      paper: papers.get(row.id) ?? null,
      mayCancel: mayCancel(ctx, row, rows),
    }))
  },

  async services({ orderId }, ctx) {
    const order = await readOrder(ctx, orderId)
    const sold = order.quoteSnapshot
    if (isSoldByTerm(sold)) {
      advance(orderSteps, 'renew', order.status)
      return sold.services.map(({ code, name, monthlyPrice: price }) => ({
        ...{ code, name, price, qty: 1, maxQty: 1 },
        fixed: true,
      }))
    }
    const { term, rules } = await renewable(ctx, order, order.returnAt)
    const running = term.last.services.filter(({ unit }) => unit === 'day')
    const known = new Set(running.map(({ code }) => code))
    const goOn = running.map(({ code, name, price, qty, mandatory, itemType }) => ({
      ...{ code, name, price, qty, maxQty: qty },
      fixed: mandatory || itemType === orderItemType.insurance,
    }))
    // A service charged once belongs to the booking.
    const fresh = offeredServices(rules, order)
      .filter(({ code, unit, mandatory }) => unit === 'day' && !mandatory && !known.has(code))
      .map(({ code, name, price, maxQty }) => ({ code, name, price, qty: 0, maxQty: maxQty ?? 1, fixed: false }))
    return [...goOn, ...fresh]
  },
}

export const renewal = implement(contract.renewal, renewals)

const sumDue = (rows: readonly InstalmentRow[], today: string): number =>
  rows.reduce((sum, row) => sum + (row.dueDate <= today ? row.amount : 0), 0)

function addedBy(extension: store.RenewalRow['extension']) {
  if (extension.kind === 'long') return { addedDays: datesBetween(extension.from, extension.to), overHours: 0 }
  return { addedDays: extension.endSlot - extension.firstSlot, overHours: extension.overHours }
}

/** The length of an order before its last renewal. */
async function lengthBefore(ctx: Context, order: OrderRow, { extension }: store.RenewalRow) {
  const sold = order.quoteSnapshot
  if (extension.kind === 'long' && isSoldByTerm(sold))
    return { days: datesBetween(sold.startDate, extension.from), overHours: 0 }
  const { term } = await renewable(ctx, order, order.returnAt)
  const { endSlot: days, overHours } = term.stretches.at(-2)!
  return { days, overHours }
}

/** The payment that must precede a renewal, or null where nothing remains to be paid. A long rental is paid by its instalments. */
async function payFirst(ctx: Context, order: OrderRow, terms: PayTerms, { amount, extension }: PricedRenewal) {
  if (extension.kind === 'long') throw badInput('payMode', '长租续租按分期收款，请先续租再收款')
  if (!terms.ways.some((way) => onlinePayWays.includes(way))) throw wayClosed()
  const toPay = Math.min(amount, Math.max(0, dueFen(order) + amount))
  if (toPay === 0) return null
  const { payTimeoutMinutes } = await settingsOf(ctx, order.storeId)
  return { amount: toPay, deadline: payDeadline(ctx.now, payTimeoutMinutes) }
}

const answerOf = (
  renewalId: string,
  { returnAt }: OrderRow,
  status: CodeOf<typeof renewalStatuses>,
  moved: readonly Moved[],
) => ({ renewalId, status, returnAt, moved: [...moved] })

/** A renewal whose payment is pending can be cancelled at any time, another one while it is the last and has not begun. */
const mayCancel = (ctx: Context, row: store.RenewalRow, rows: readonly store.RenewalRow[]): boolean =>
  awaitsRenewalPayment(row.status) ||
  (!rows.some(({ status }) => isOpenRenewal(status)) &&
    can(renewalSteps, 'cancel', row.status, factsOf(ctx, row, rows)).ok)

const factsOf = (ctx: Context, row: store.RenewalRow, rows: readonly store.RenewalRow[]) => ({
  now: ctx.now,
  oldReturnAt: row.oldReturnAt,
  last: rows.find(({ status }) => isEffective(status))?.id === row.id,
})
