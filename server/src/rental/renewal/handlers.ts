import { contract } from '@cheyi/contract/index'
import { advance } from '@cheyi/domain/advance'
import { orderItemType } from '@cheyi/domain/booking/order/codes'
import { isSoldByTerm, requireRegularSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { payDeadline } from '@cheyi/domain/booking/order/timers'
import type { CodeOf } from '@cheyi/domain/enumeration'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { onlinePayWays, payKind, payMode } from '@cheyi/domain/money/payment/codes'
import { giveBackLines, isPaidByHand } from '@cheyi/domain/money/payment/give-back'
import { billingReversalEntry } from '@cheyi/domain/money/payment/ledger'
import { pick } from '@cheyi/domain/pick'
import { type PayTerms, wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { findDayPricer } from '@cheyi/domain/pricing/quote/calendar/day-price'
import { offeredServices } from '@cheyi/domain/pricing/quote/lines/services'
import { datesBetween } from '@cheyi/domain/pricing/quote/long/months'
import type { LongSnapshot } from '@cheyi/domain/pricing/quote/long/price'
import type { PriceLine } from '@cheyi/domain/pricing/quote/quote'
import type { PriceRules } from '@cheyi/domain/pricing/quote/rules'
import { type RentalTerm, termOf } from '@cheyi/domain/pricing/quote/term'
import type { RenewalWish } from '@cheyi/domain/pricing/quote/trip'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type LongExtension, type LongRenewal, renewLong } from '@cheyi/domain/rental/instalment/renew'
import type { InstalmentRow } from '@cheyi/domain/rental/instalment/rows'
import { renewalStatus, type renewalStatuses } from '@cheyi/domain/rental/renewal/codes'
import { priceRenewal, type RenewalQuote, renewalStart } from '@cheyi/domain/rental/renewal/price'
import { awaitsRenewalPayment, isEffective, isOpenRenewal, renewalSteps } from '@cheyi/domain/rental/renewal/steps'
import { can } from '@cheyi/domain/step'
import { localDate } from '@cheyi/domain/time'
import {
  lockOrder,
  logOrder,
  notifyCustomer,
  type OrderRow,
  readOrder,
  returnTermsOf,
  touchOrder,
  updateOrder,
  voidRenewed,
} from '../../booking/order/actions.ts'
import { askHeld, askLonger, couldHold, holdLonger, holdShorter } from '../../fleet/stock/actions.ts'
import { type Context, type Handlers, implement, newId, requireFound } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import type { Moved } from '../../kernel/orders.ts'
import { giveBackCredit } from '../../money/deposit/actions.ts'
import { expectReceipts, postAll, receive, refreshSettlement, requireOffline } from '../../money/payment/actions.ts'
import { payTermsOf, settingsOf } from '../../platform/merchant/actions.ts'
import { keepQuote, loadRules, takeQuote } from '../../pricing/quote/actions.ts'
import { renewalPapers, voidRenewalPaper } from '../agreement/actions.ts'
import { withinOrderCredit } from '../company/actions.ts'
import { moveCollection } from '../driver/actions.ts'
import { billedOf, dropFees, dropRows, planToRenew } from '../instalment/actions.ts'
import { auditRenewal, change, takeEffect } from './effect.ts'
import * as store from './store.ts'
import { termExtensions } from './term.ts'
import { findOpenRenewal, giveUp, refuseOpen } from './waiting.ts'

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
    const locked = prefetch(lockOrder(ctx, orderId))
    // What is known by the order's id travels with its lock.
    const taken = prefetch(takeQuote(ctx, quoteId, { orderId, again: false }))
    const open = prefetch(findOpenRenewal(ctx, orderId))
    const extensions = prefetch(termExtensions(ctx, orderId))
    const holds = askHeld(ctx, orderId)
    const renewalId = prefetch(newId(ctx))
    if (payWay !== undefined) expectReceipts(ctx, 1, payWay)
    const order = await locked
    await refuseOpen(ctx, orderId, open)
    const quote = await taken
    const wish = quote?.inputs.renews
    if (quote === undefined || wish?.orderId !== orderId || quote.expiresAt <= ctx.now)
      throw new Refusal('quoteExpired')
    // Another renewal or a late fee took effect since the quote, so this one would start from another end.
    if (wish.oldReturnAt !== order.returnAt) throw new Refusal('priceChanged')
    const asked = prefetch(payTermsOf(ctx, order.storeId))
    const held = await holds
    // An order that holds no car any more is refused where it is priced.
    const around = held && askLonger(ctx, order, held)
    const priced = await priceOf(ctx, order, wish, extensions)
    const { amount, extension, newReturnAt, rows } = priced
    if (amount !== wish.amount) throw new Refusal('priceChanged', { total: amount })
    const terms = await asked
    const way = payWay === undefined ? null : requireOffline(terms, payWay)
    if (way === null && mode !== payMode.onlineIn) await withinOrderCredit(ctx, order, amount)
    // The credit of the order is used first.
    const first = mode === payMode.onlineIn ? await payFirst(ctx, order, terms, priced) : null

    const moved = await holdLonger(ctx, order, newReturnAt, around!)
    const made = {
      id: await renewalId,
      orderId,
      status: first === null ? renewalStatus.effective : renewalStatus.waitingPayment,
      oldReturnAt: order.returnAt,
      newReturnAt,
      amountFen: amount,
      extension,
    }
    store.insert(ctx, { ...made, payFen: first?.amount ?? null, payDeadline: first?.deadline ?? null })
    if (first !== null) {
      touchOrder(ctx.queue, orderId)
      logOrder(ctx, order, { action: 'askRenewal', detail: { amount: first.amount, moved, dueAt: newReturnAt } })
      ctx.audit({ targetType: 'order', targetId: orderId, after: { renewalAskedAt: newReturnAt, amount } })
      const owed = Math.max(0, dueFen(order))
      return { ...answerOf(made, order, moved), owed, paymentId: null, toPay: first }
    }
    const { renewed, money, due } = await takeEffect(ctx, order, made, { rows, moved })
    const toPay = Math.min(due, Math.max(0, money.due))
    const paid =
      way === null || toPay === 0
        ? null
        : await receive(ctx, orderId, {
            payKind: payKind.renewal,
            payWay: way,
            amount: toPay,
            refType: 'renewal',
            refId: made.id,
            voucherIds,
            slipNo,
          })
    return {
      ...answerOf(made, renewed, moved),
      owed: Math.max(0, (paid?.money ?? money).due),
      paymentId: paid?.payment.id ?? null,
      toPay: null,
    }
  },

  async cancel({ renewalId, reason }, ctx) {
    const { orderId } = requireFound(await store.byId(ctx.db, renewalId))
    const order = await lockOrder(ctx, orderId)
    const rows = await store.ofOrder(ctx, orderId)
    const row = requireFound(rows.find((one) => one.id === renewalId))
    if (awaitsRenewalPayment(row.status)) {
      const ended = await giveUp(ctx, order, row, reason, 'cancelRenewal')
      auditRenewal(ctx, order, order, { reason })
      return { status: ended, returnAt: order.returnAt, refund: 0, byHand: 0 }
    }
    if (isEffective(row.status)) await refuseOpen(ctx, orderId)
    const status = advance(renewalSteps, 'cancel', row.status, factsOf(ctx, row, rows))
    const { days, overHours } = await lengthBefore(ctx, order, row)

    await store.end(ctx.db, renewalId, { status, endedAt: ctx.now, endReason: reason })
    voidRenewed(ctx, orderId, renewalId)
    await voidRenewalPaper(ctx, orderId, renewalId)
    const { extension } = row
    const fees = extension.kind === 'long' ? await dropFees(ctx, orderId, extension.from) : []
    const dropped = extension.kind === 'long' ? billedOf(await dropRows(ctx, orderId, extension.from)) : row.amountFen
    await postAll(ctx, orderId, [billingReversalEntry(renewalId, dropped), ...fees])
    await holdShorter(ctx, order, row.oldReturnAt)
    const shorter = updateOrder(ctx, order, { returnAt: row.oldReturnAt, days, overHours })
    await moveCollection(ctx, order, shorter.returnAt)
    const { total } = await refreshSettlement(ctx, orderId)
    const { credit: refund, plan } = await giveBackCredit(ctx, shorter, { of: renewalId })
    await notifyCustomer(ctx, { ...shorter, totalFen: total }, 'modified', change(shorter))
    logOrder(ctx, order, {
      action: 'cancelRenewal',
      detail: { amount: row.amountFen, reason, dueAt: shorter.returnAt },
    })
    auditRenewal(ctx, order, shorter, { reason, refund })
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
  { id, status }: { readonly id: string; readonly status: CodeOf<typeof renewalStatuses> },
  { returnAt }: OrderRow,
  moved: readonly Moved[],
) => ({ renewalId: id, status, returnAt, moved: [...moved] })

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

interface Renewable {
  readonly term: RentalTerm
  readonly rules: PriceRules
}

/**
 * The term of an order on rent, and the current rules to extend it by.
 * @throws Refusal orderStatusRefuses (2001), badInput (-2) for a long order
 */
async function renewable(
  ctx: Context,
  order: OrderRow,
  until: number,
  asked = termExtensions(ctx, order.id),
): Promise<Renewable> {
  advance(orderSteps, 'renew', order.status)
  const sold = requireRegularSnapshot(order.quoteSnapshot, 'orderId', '长租订单按月续租')
  const [extensions, loaded] = await Promise.all([
    asked,
    loadRules(ctx, { ...order, modelIds: [order.modelId], returnAt: Math.max(until, ctx.now, order.returnAt) }),
  ])
  return { term: termOf(sold, extensions), rules: loaded.of(order.modelId) }
}

/** The result of pricing a renewal, for orders by day and by month. */
interface PricedRenewal {
  readonly newReturnAt: number
  readonly addedDays: number
  /** For the whole rental. */
  readonly days: number
  readonly overHours: number
  readonly lines: readonly PriceLine[]
  readonly amount: number
  readonly extension: RenewalQuote['extension'] | LongExtension
  /** For a long rental: the instalments that it adds. */
  readonly rows: readonly InstalmentRow[]
}

/**
 * The current price of a renewal, by day or by month of the contract.
 * @throws Refusal orderStatusRefuses (2001), overdueUnsettled (2201), priceMissing (3001), badInput (-2)
 */
async function priceOf(
  ctx: Context,
  order: OrderRow,
  wish: RenewalWish,
  extensions?: ReturnType<typeof termExtensions>,
): Promise<PricedRenewal> {
  const sold = order.quoteSnapshot
  if (isSoldByTerm(sold)) {
    const long = await priceOfLong(ctx, order, sold, wish)
    return { ...long, days: datesBetween(sold.startDate, long.extension.to), overHours: 0 }
  }
  return { ...(await byHours(ctx, order, wish, extensions)), newReturnAt: wish.newReturnAt, rows: [] }
}

/**
 * For a car that is late beyond the time covered by the agreed day, the late fee must be charged and paid first, unless the
 * caller may override.
 * @throws Refusal as {@link renewable}, overdueUnsettled (2201), priceMissing (3001), badInput (-2)
 */
async function byHours(
  ctx: Context,
  order: OrderRow,
  wish: RenewalWish,
  extensions?: ReturnType<typeof termExtensions>,
): Promise<RenewalQuote> {
  const [{ term, rules }, { overdueMultiplierBp }] = await Promise.all([
    renewable(ctx, order, wish.newReturnAt, extensions),
    returnTermsOf(ctx, order),
  ])
  const today = findDayPricer(rules, order.source)
  const { late } = renewalStart(term, ctx.now, { overdueMultiplierBp, today })
  if (late !== null && late.fee > 0)
    throw new Refusal('overdueUnsettled', { fee: late.fee, charged: false, what: '超时费用' })
  const owed = dueFen(order)
  if (term.last.kind === 'late' && owed > 0 && !ctx.can('order.override'))
    throw new Refusal('overdueUnsettled', { fee: owed, charged: true, what: '超时费用' })
  return priceRenewal(term, rules, {
    ...wish,
    storeId: order.storeId,
    modelId: order.modelId,
    source: order.source,
    now: ctx.now,
    mayDiscount: ctx.can('order.discount'),
  })
}

/**
 * The price of extending a long rental: the monthly price of the order, however late the order is. An
 * overdue instalment must be paid first, unless the caller may override.
 * @throws Refusal orderStatusRefuses (2001), overdueUnsettled (2201), badInput (-2)
 */
async function priceOfLong(
  ctx: Context,
  order: OrderRow,
  sold: LongSnapshot,
  { newReturnAt, services, reduces }: RenewalWish,
): Promise<LongRenewal> {
  advance(orderSteps, 'renew', order.status)
  if (services !== null) throw badInput('services', '长租续租沿用合同的服务')
  if (reduces.length > 0) throw badInput('reduces', '长租续租按合同月租计价，没有减免')
  const { lastSeq, overdue } = await planToRenew(ctx, order.id, sold.terms)
  if (overdue > 0 && !ctx.can('order.override'))
    throw new Refusal('overdueUnsettled', { fee: overdue, charged: true, what: '逾期款' })
  return renewLong(sold, { returnAt: order.returnAt, newReturnAt, now: ctx.now, lastSeq })
}
