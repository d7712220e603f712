import { contract } from '@cheyi/contract/index'
import { advance } from '@cheyi/domain/advance'
import { datesBetween } from '@cheyi/domain/instalment/months'
import type { InstalmentRow } from '@cheyi/domain/instalment/rows'
import { orderItemType } from '@cheyi/domain/order/codes'
import { isSoldByTerm } from '@cheyi/domain/order/sold/snapshot'
import { orderSteps } from '@cheyi/domain/order/steps'
import { payKind } from '@cheyi/domain/payment/codes'
import { billed, unbilled } from '@cheyi/domain/payment/ledger'
import { offeredServices } from '@cheyi/domain/quote/lines/services'
import { Refusal } from '@cheyi/domain/refusal'
import { renewalStatus } from '@cheyi/domain/renewal/codes'
import { isEffective, renewalSteps } from '@cheyi/domain/renewal/steps'
import { can } from '@cheyi/domain/step'
import { localDate } from '@cheyi/domain/time'
import { moveCollection } from '../driver/actions.ts'
import { appendRows, dropRows } from '../instalment/actions.ts'
import { type Context, found, implement } from '../kernel/context.ts'
import { payTermsOf } from '../merchant/actions.ts'
import {
  insertItems,
  lockOrder,
  logOrder,
  notifyCustomer,
  type OrderRow,
  readOrder,
  updateOrder,
  voidRenewed,
} from '../order/actions.ts'
import { postAll, receive, refreshSettlement, requireOffline } from '../payment/actions.ts'
import { keepQuote, takeQuote } from '../quote/actions.ts'
import { couldHold, holdLonger, holdShorter } from '../stock/actions.ts'
import { priceOf, renewable } from './price.ts'
import * as store from './store.ts'

export const renewal = implement(contract.renewal, {
  async price({ orderId, newReturnAt, services = null, reduces = [] }, ctx) {
    const order = await readOrder(ctx, orderId)
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

  async create({ orderId, quoteId, payWay, voucherIds = [], slipNo }, ctx) {
    if (payWay !== undefined) ctx.require('order.payment')
    const order = await lockOrder(ctx, orderId)
    const quote = await takeQuote(ctx, quoteId, { orderId, again: false })
    const wish = quote?.inputs.renews
    if (quote === undefined || wish?.orderId !== orderId || quote.expiresAt <= ctx.now)
      throw new Refusal('quoteExpired')
    // Another renewal or a late fee came between: it would go on from another end.
    if (wish.oldReturnAt !== order.returnAt) throw new Refusal('priceChanged')
    const { amount, extension, days, overHours, newReturnAt, rows } = await priceOf(ctx, order, wish)
    if (amount !== wish.amount) throw new Refusal('priceChanged', { total: amount })
    const way = payWay === undefined ? null : requireOffline(await payTermsOf(ctx, order.storeId), payWay)

    const moved = await holdLonger(ctx, order, newReturnAt)
    const renewalId = await store.insert(ctx, {
      orderId,
      status: renewalStatus.effective,
      oldReturnAt: order.returnAt,
      newReturnAt,
      amountFen: amount,
      extension,
    })
    insertItems(ctx, orderId, extension.lines, renewalId)
    const plan = rows.length === 0 ? null : await appendRows(ctx, orderId, rows)
    await postAll(ctx, orderId, plan?.entries ?? [billed(renewalId, amount)])
    const renewed = await updateOrder(ctx, order, { returnAt: newReturnAt, days, overHours, overdue: false })
    await moveCollection(ctx, order, renewed.returnAt)
    const money = await refreshSettlement(ctx, orderId)
    // What was paid ahead pays it first.
    const toPay = Math.min(plan?.due ?? amount, Math.max(0, money.due))
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
    logOrder(ctx, order, { action: 'renew', detail: { amount, moved, dueAt: renewed.returnAt } })
    await notifyCustomer(ctx, { ...renewed, totalFen: money.total }, 'modified', change(renewed))
    told(ctx, order, renewed, { amount })
    return {
      renewalId,
      status: renewalStatus.effective,
      returnAt: renewed.returnAt,
      owed: Math.max(0, (paid?.money ?? money).due),
      paymentId: paid?.payment.id ?? null,
      moved: [...moved],
    }
  },

  async cancel({ renewalId, reason }, ctx) {
    const { orderId } = found(await store.byId(ctx.db, renewalId))
    const order = await lockOrder(ctx, orderId)
    const rows = await store.ofOrder(ctx, orderId)
    const row = found(rows.find((one) => one.id === renewalId))
    const status = advance(renewalSteps, 'cancel', row.status, factsOf(ctx, row, rows))
    const { days, overHours } = await lengthBefore(ctx, order, row)

    await store.end(ctx.db, renewalId, { status, endedAt: ctx.now, endReason: reason })
    voidRenewed(ctx, renewalId)
    const dropped = row.extension.kind === 'long' ? await dropRows(ctx, orderId, row.extension.from) : row.amountFen
    await postAll(ctx, orderId, [unbilled(renewalId, dropped)])
    await holdShorter(ctx, order, row.oldReturnAt)
    const shorter = await updateOrder(ctx, order, { returnAt: row.oldReturnAt, days, overHours })
    await moveCollection(ctx, order, shorter.returnAt)
    const { due, total } = await refreshSettlement(ctx, orderId)
    await notifyCustomer(ctx, { ...shorter, totalFen: total }, 'modified', change(shorter))
    logOrder(ctx, order, {
      action: 'cancelRenewal',
      detail: { amount: row.amountFen, reason, dueAt: shorter.returnAt },
    })
    told(ctx, order, shorter, { reason })
    return { status, returnAt: shorter.returnAt, refund: Math.max(0, -due) }
  },

  async list({ orderId }, ctx) {
    const [, rows] = await Promise.all([readOrder(ctx, orderId), store.ofOrder(ctx, orderId)])
    return rows.map((row) => ({
      renewalId: row.id,
      seq: row.seq,
      status: row.status,
      oldReturnAt: row.oldReturnAt,
      newReturnAt: row.newReturnAt,
      ...addedBy(row.extension),
      amount: row.amountFen,
      lines: [...row.extension.lines],
      at: row.createdAt,
      by: row.byName ?? '系统',
      endedAt: row.endedAt,
      endReason: row.endReason,
      mayCancel: can(renewalSteps, 'cancel', row.status, factsOf(ctx, row, rows)).ok,
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
    // What is charged once belongs to the booking.
    const fresh = offeredServices(rules, order)
      .filter(({ code, unit, mandatory }) => unit === 'day' && !mandatory && !known.has(code))
      .map(({ code, name, price, maxQty }) => ({ code, name, price, qty: 0, maxQty: maxQty ?? 1, fixed: false }))
    return [...goOn, ...fresh]
  },
})

const sumDue = (rows: readonly InstalmentRow[], today: string): number =>
  rows.reduce((sum, row) => sum + (row.dueDate <= today ? row.amount : 0), 0)

function addedBy(extension: store.RenewalRow['extension']) {
  if (extension.kind === 'long') return { addedDays: datesBetween(extension.from, extension.to), overHours: 0 }
  return { addedDays: extension.endSlot - extension.firstSlot, overHours: extension.overHours }
}

/** How long an order was before its last renewal. */
async function lengthBefore(ctx: Context, order: OrderRow, { extension }: store.RenewalRow) {
  const sold = order.quoteSnapshot
  if (extension.kind === 'long' && isSoldByTerm(sold))
    return { days: datesBetween(sold.startDate, extension.from), overHours: 0 }
  const { term } = await renewable(ctx, order, order.returnAt)
  const { endSlot: days, overHours } = term.stretches.at(-2)!
  return { days, overHours }
}

const factsOf = (ctx: Context, row: store.RenewalRow, rows: readonly store.RenewalRow[]) => ({
  now: ctx.now,
  oldReturnAt: row.oldReturnAt,
  last: rows.find(({ status }) => isEffective(status))?.id === row.id,
})

const change = ({ version }: OrderRow) => ({ ref: String(version), what: 'renewed' }) as const

const told = (ctx: Context, before: OrderRow, after: OrderRow, more: Record<string, unknown>): void =>
  ctx.audit({
    targetType: 'order',
    targetId: before.id,
    before: { returnAt: before.returnAt },
    after: { returnAt: after.returnAt, ...more },
  })
