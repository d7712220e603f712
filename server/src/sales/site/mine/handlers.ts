import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import { cancelReason, isPlatform, responsibility } from '@cheyi/domain/booking/order/codes'
import { awaitsPayment, hasCar, isCancelled, isOver } from '@cheyi/domain/booking/order/steps'
import { maskPhone } from '@cheyi/domain/mask'
import { openFen } from '@cheyi/domain/money/debt/due'
import { invoiceable } from '@cheyi/domain/money/invoice/invoice'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { pick } from '@cheyi/domain/pick'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { agreementTypes } from '@cheyi/domain/rental/agreement/codes'
import { isBinding } from '@cheyi/domain/rental/agreement/steps'
import { actText } from '@cheyi/domain/rental/violation/violation'
import { changeKindOf } from '@cheyi/domain/sales/site/change'
import { depositStateOf, isWithMerchant } from '@cheyi/domain/sales/site/deposit-state'
import { nextStepOf } from '@cheyi/domain/sales/site/next-step'
import type { OrderRow } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { depositsOf, laterOf } from '../../../money/deposit/actions.ts'
import { invoicedOrders, invoicesOf, requestInvoice } from '../../../money/invoice/actions.ts'
import { inOrder, mediaViews } from '../../../platform/media/actions.ts'
import { companiesOfBooker, invitesOfContact } from '../../../rental/company/actions.ts'
import { cancel as cancelOrder } from '../../../rental/order/cancel/actions.ts'
import type { PageHandler } from '../visit.ts'
import { recognitionOf } from '../wechat/handlers.ts'
import { change, changePrice } from './change.ts'
import { document, documentsOf, wantsDocuments } from './documents.ts'
import { cancelCost, elsewhere, requireHere } from './here.ts'
import { room, roomsOf, toldViolations } from './rooms.ts'
import * as store from './store.ts'
import { customerOf, ownOrder } from './visit.ts'

/* 我的租车: the rentals of a proved mobile, each with all that its customer has to know and to do. */

/** Rentals on one page. */
const MOST_RENTALS = 50

type Listed = OutputOf<SitePage['rentals']>['rentals'][number]

/** The names of the companies for which the customer may book, by id. */
async function ownCompanies(ctx: Context, mobile: string): Promise<ReadonlyMap<string, string>> {
  const companies = await companiesOfBooker(ctx, mobile)
  return new Map(companies.map(({ companyId, name }) => [companyId, name]))
}

type Payer = Pick<store.RentalRow, 'source' | 'companyId'>

/** Whether somebody else is billed, so that the customer has nothing to pay or to invoice here. */
const isBilledElsewhere = ({ source, companyId }: Payer): boolean => isPlatform(source) || companyId !== null

/**
 * What was agreed with a platform or a company about the price is theirs. The customer sees what they pay here, and agreed prices while they
 * may book at them.
 */
const hidesPrice = (order: Payer, companies: ReadonlyMap<string, string>): boolean =>
  isBilledElsewhere(order) && !mayBookFor(order, companies)

const mayBookFor = ({ companyId }: Pick<Payer, 'companyId'>, companies: ReadonlyMap<string, string>): boolean =>
  companyId !== null && companies.has(companyId)

const rentalView = (row: store.RentalRow, companies: ReadonlyMap<string, string>): Listed => ({
  ...row,
  storeAddress: row.pickupPlace.address,
  storePhone: row.pickupPlace.phone ?? '',
  total: hidesPrice(row, companies) ? 0 : row.total,
  due: row.companyId !== null || isOver(row.status) ? 0 : Math.max(0, openFen(row)),
  payUntil: awaitsPayment(row.status) ? row.payDeadline : null,
  byPlatform: isPlatform(row.source),
  byCompany: row.companyId !== null,
  company: companies.get(row.companyId ?? '') ?? '',
})

const rentals: PageHandler<'rentals'> = async (_, ctx, visit) => {
  const { mobile, phone } = await customerOf(ctx, visit)
  const [rows, companies, invites, wechat] = await Promise.all([
    store.rentals(ctx, phone, MOST_RENTALS + 1),
    ownCompanies(ctx, mobile),
    invitesOfContact(ctx, mobile),
    recognitionOf(ctx, mobile),
  ])
  return {
    mobile: maskPhone(mobile),
    rentals: rows.slice(0, MOST_RENTALS).map((row) => rentalView(row, companies)),
    more: rows.length > MOST_RENTALS,
    invites,
    wechat,
  }
}

const placeView = ({ phone, ...place }: store.RentalRow['pickupPlace']) => ({ ...place, phone: phone ?? '' })

/** The deposits as their customer reads them, and whether one is still with the merchant. */
async function depositsView(ctx: Context, order: OrderRow) {
  const rows = await depositsOf(ctx, order.id)
  const laterAt = await laterOf(ctx, order, rows)
  const cancelled = isCancelled(order.status)
  return {
    holds: rows.some(({ holdStatus }) => isWithMerchant(holdStatus)),
    deposits: rows.map((row) => ({
      kind: row.kind,
      amount: row.amountFen,
      state: depositStateOf({ ...row, later: laterAt(row) !== null, cancelled }),
      taken: row.capturedFen,
      held: row.heldFen - row.capturedFen - row.releasedFen,
      backAt: isWithMerchant(row.holdStatus) ? row.dueReleaseAt : null,
    })),
  }
}

/** Pictures as links of a customer. */
async function picturesOf(ctx: Context, ids: readonly string[]) {
  const views = await mediaViews(ctx, ids)
  return (some: readonly string[]) => inOrder(views, some).map(({ url, thumbUrl }) => ({ url, thumbUrl }))
}

/** Damage for which the customer is liable, and violations of which they were told, with their proof. */
async function casesView(ctx: Context, orderId: string, violations: Awaited<ReturnType<typeof toldViolations>>) {
  const damages = await store.damages(ctx, orderId)
  const pictures = await picturesOf(ctx, [
    ...damages.flatMap(({ photoIds }) => photoIds),
    ...violations.flatMap(({ evidenceIds }) => evidenceIds),
  ])
  return {
    damages: damages.map((row) => ({
      status: row.status,
      parts: row.damagedParts.map(({ part }) => part),
      amount: row.payableFen,
      photos: pictures(row.photoIds),
    })),
    violations: violations.map((row) => ({
      status: row.status,
      act: actText(row),
      place: row.place,
      occurAt: row.occurAt,
      fine: row.fineFen,
      points: row.points ?? 0,
      deadlineAt: row.deadlineAt,
      evidence: pictures(row.evidenceIds),
    })),
  }
}

/** Money of the rent and its invoices; what a platform or a company pays is not the customer's to invoice. */
async function moneyView(ctx: Context, order: OrderRow, { showsPrice }: { readonly showsPrice: boolean }) {
  const hidden = isBilledElsewhere(order)
  const payments = await store.payments(ctx, order.id)
  const invoices = hidden ? [] : await invoicesOf(ctx, [order.id])
  const [facts] = hidden || !isOver(order.status) ? [] : await invoicedOrders(ctx, [order.id])
  return {
    lines: !showsPrice
      ? []
      : order.quoteSnapshot.lines.map(({ name, qty, amount, formula }) => ({ name, qty, amount, formula })),
    paid: hidden ? 0 : order.paidFen - order.refundedFen,
    owed: order.companyId !== null ? 0 : openFen(order),
    payments: payments.filter((one) => one.payWay !== payWay.platform),
    invoices: invoices.map(({ status, title, amountFen, number }) => ({ status, title, amount: amountFen, number })),
    invoiceable: facts === undefined ? 0 : invoiceable(facts),
  }
}

const rental: PageHandler<'rental'> = async ({ orderId }, ctx, visit) => {
  const { customer, row, order } = await ownOrder(ctx, visit, orderId)
  const documents = await documentsOf(ctx, order, customer.mobile)
  const papers = await store.papers(ctx, orderId)
  const violations = await toldViolations(ctx, orderId)
  const rooms = await roomsOf(ctx, order, { papers, violations })
  const { deposits, holds } = await depositsView(ctx, order)
  const cases = await casesView(ctx, orderId, violations)
  const companies = await ownCompanies(ctx, customer.mobile)
  const money = await moneyView(ctx, order, { showsPrice: !hidesPrice(order, companies) })
  const mayCancel = elsewhere(order, { forCompany: mayBookFor(order, companies) }) === null
  const cost = mayCancel ? await cancelCost(ctx, orderId) : null
  const due = rooms.map((one) => one.room)
  return {
    ...rentalView(row, companies),
    ...pick(row, 'modelId', 'storeId', 'returnStoreId'),
    ...money,
    ...cases,
    deposits,
    now: ctx.now,
    next: nextStepOf({
      status: row.status,
      now: ctx.now,
      returnAt: row.returnAt,
      due,
      wantsDocuments: wantsDocuments(documents),
      holdsDeposit: holds,
    }),
    documents,
    rooms: rooms.map(({ room: name, refId, name: text, amount }) => ({ room: name, refId, name: text, amount })),
    pickupPlace: placeView(row.pickupPlace),
    returnPlace: placeView(row.returnPlace),
    // A car that was only planned may still change.
    plate: hasCar(order.status) ? displayPlate(order.plate ?? '') : '',
    actualPickupAt: order.actualPickupAt,
    actualReturnAt: order.actualReturnAt,
    papers: papers.map(({ type, status, agreementNo: no }) => ({
      name: agreementTypes.text(type),
      no,
      signed: isBinding(status),
    })),
    penalty: cost?.penalty ?? null,
    refund: cost?.refund ?? 0,
    change:
      elsewhere(order) === null && ctx.identity.storeIds.includes(order.storeId) ? changeKindOf(order.status) : null,
  }
}

/** Cancels by the rule that was agreed at the booking. @throws Refusal penaltyChanged (2009) when it costs more than the customer was told */
const cancel: PageHandler<'cancel'> = async ({ orderId, penalty }, ctx, visit) => {
  const { customer, order } = await ownOrder(ctx, visit, orderId)
  requireHere(order, { forCompany: mayBookFor(order, await ownCompanies(ctx, customer.mobile)) })
  const ended = await cancelOrder(
    {
      orderId,
      reason: cancelReason.tripOff,
      responsibility: responsibility.customer,
      expectPenalty: penalty,
      note: '客户在自营网站取消',
    },
    ctx,
  )
  return { penalty: ended.penalty, refund: ended.refund }
}

/** A request of an invoice over all that was paid and is not invoiced yet. Staff issue it. */
const askInvoice: PageHandler<'askInvoice'> = async ({ orderId, title, taxNo }, ctx, visit) => {
  const { order } = await ownOrder(ctx, visit, orderId)
  if (isBilledElsewhere(order)) throw new Refusal('siteAtStore')
  const [facts] = await invoicedOrders(ctx, [orderId])
  const amount = facts === undefined || !isOver(order.status) ? 0 : invoiceable(facts)
  if (amount === 0) throw badInput('orderId', '这个订单现在没有可开票的金额')
  const note = '客户在自营网站申请'
  await requestInvoice({ title, note, ...(taxNo !== undefined && { taxNo }), orders: [{ orderId, amount }] }, ctx)
  return { amount }
}

export const mine = { rentals, rental, room, document, cancel, changePrice, change, askInvoice }
