import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatAmount, formatMoney } from '@cheyi/domain/money'
import { offlinePayWays, payKind, payMode } from '@cheyi/domain/money/payment/codes'
import { account, waiverEntry } from '@cheyi/domain/money/payment/ledger'
import { pick } from '@cheyi/domain/pick'
import { datesBetween, endOfTerm, monthSpan } from '@cheyi/domain/pricing/quote/long/months'
import { usedPrice } from '@cheyi/domain/pricing/quote/long/price'
import { payInterval as payIntervals } from '@cheyi/domain/pricing/quote/long/terms'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { agreementType, signWay } from '@cheyi/domain/rental/agreement/codes'
import { earlyEndDates } from '@cheyi/domain/rental/instalment/agreed-end'
import { checkRowSum, instalmentRows } from '@cheyi/domain/rental/instalment/rows'
import { instalmentSteps, isSettledRow } from '@cheyi/domain/rental/instalment/steps'
import { can } from '@cheyi/domain/step'
import { addDays, localDate } from '@cheyi/domain/time'
import { lockOrder, logOrder, type OrderRow, readOrder } from '../../booking/order/actions.ts'
import { type Context, implement, requireFound } from '../../kernel/context.ts'
import { postAll, receive, refreshSettlement, requireOffline } from '../../money/payment/actions.ts'
import { askLink } from '../../money/payment/online/actions.ts'
import { payTermsOf, settingsOf } from '../../platform/merchant/actions.ts'
import { agreementOf } from '../agreement/actions.ts'
import { detail } from '../order/detail/actions.ts'
import { openOf, refuseBeforeEarlier } from './claim.ts'
import { companies, companyBill, companyExport, companyRows } from './company.ts'
import { companyPaper } from './company-paper.ts'
import { requireLongSnapshot, type StandingRow, standingRows } from './plan.ts'
import * as store from './store.ts'
import { type TerminationRow, terminationOf } from './store-termination.ts'
import { terminate, terminatePreview, withdrawEnd } from './termination.ts'

type Row = OutputOf<typeof contract.instalment.list>['rows'][number]

/** The maximum number of days by which an instalment may be postponed, once. */
const MOST_POSTPONED = 15
const MOST_MONTHS = 36

export const instalment = implement(contract.instalment, {
  companies,
  companyBill,
  companyRows,
  companyExport,
  companyPaper,
  terminatePreview,
  terminate,
  withdrawEnd,

  async longDetail({ orderId }, ctx) {
    const [shown, order, plan] = await Promise.all([
      detail({ orderId }, ctx),
      readOrder(ctx, orderId),
      planOfOrder(ctx, orderId),
    ])
    const { payerName, payerTaxNo } = order
    return { ...shown, term: termOf(order), sums: sumsOf(plan, localDate(ctx.now)), payerName, payerTaxNo }
  },

  async init({ pickupAt, returnAt, termMonths = 0, monthlyPrice, payInterval, leadDays, total, amounts }, ctx) {
    const startDate = localDate(pickupAt)
    const endDate = localDate(returnAt ?? endOfTerm(pickupAt, termMonths))
    const { months, extraDays } = monthSpan(startDate, endDate)
    if (months < 1 || months + Number(extraDays > 0) > MOST_MONTHS)
      throw new Refusal('lengthOutOfRange', { field: 'returnAt', minMonths: 1, maxMonths: MOST_MONTHS })
    const { instalmentLeadDays } = await settingsOf(ctx)
    const plain = { startDate, endDate, monthlyPrice, services: [] }
    const whole = total ?? usedPrice(plain, endDate)
    const rows = instalmentRows(
      { ...plain, total: whole },
      { payInterval: payInterval ?? payIntervals.monthly, leadDays: leadDays ?? instalmentLeadDays },
      total ?? null,
    )
    if (amounts !== undefined) checkRowSum(amounts, whole)
    return { rows, total: whole }
  },

  async list({ orderId }, ctx) {
    const order = await readOrder(ctx, orderId)
    const [plan, ended] = await Promise.all([planOfOrder(ctx, orderId, order), terminationOf(ctx.db, orderId)])
    const today = localDate(ctx.now)
    const terminated =
      ended === undefined
        ? null
        : {
            ...agreedEnd(order, ended, ctx.now),
            paper: await agreementOf(ctx, orderId, agreementType.end),
          }
    const mayEnd = ended === undefined && can(orderSteps, 'terminate', order.status).ok
    return {
      term: termOf(order),
      terminated,
      endDates: mayEnd ? earlyEndDates(order.returnAt, ctx.now) : null,
      rows: plan.map((one) => rowView(one, today)),
      sums: sumsOf(plan, today),
    }
  },

  async payment({ instalmentId }, ctx) {
    const { orderId } = requireFound(await store.rowById(ctx.db, instalmentId))
    const order = await readOrder(ctx, orderId)
    const row = await rowOf(ctx, order, instalmentId)
    advance(instalmentSteps, 'collect', row.row.status)
    const [{ ways }, payments] = await Promise.all([
      payTermsOf(ctx, order.storeId),
      store.paymentsOf(ctx, instalmentId),
    ])
    return {
      row: rowView(row, localDate(ctx.now)),
      orderId,
      owed: openOf(row),
      ways: ways.filter((way) => offlinePayWays.includes(way)),
      payments,
    }
  },

  async pay(input, ctx) {
    const { orderId } = requireFound(await store.rowById(ctx.db, input.instalmentId))
    const order = await lockOrder(ctx, orderId)
    const plan = await planOfOrder(ctx, orderId, order)
    const row = requireFound(plan.find((one) => one.row.id === input.instalmentId))
    advance(instalmentSteps, 'collect', row.row.status)
    refuseBeforeEarlier(plan, row)
    const dated = input.paidAt === undefined ? null : await backdatePayment(ctx, order, row, input.amount, input.paidAt)
    const standing = dated?.fee ?? row.fee
    const fee = input.waiveLateFee ? await waiveFee(ctx, order, row, input.waiveReason!) : standing - row.filled.feePaid
    const principal = row.row.amountFen - row.filled.paid
    if (input.amount > principal + fee)
      throw new Refusal('beyondInstalment', { n: formatAmount(principal + fee), field: 'amount' })

    let paymentId: string | null = null
    let payUrl: string | null = null
    if (input.amount > 0 && input.payMode === payMode.onlineIn) {
      // A payment link always requests the full open amount of its instalment, so a different amount would be ignored.
      if (input.amount !== principal + fee)
        throw badInput('amount', `付款链接只能收取本期全部应收${formatMoney(principal + fee)}，收部分款请选线下收款`)
      const asked = { orderId, payKind: payKind.instalment, refId: row.row.id, way: signWay.qr }
      payUrl = (await askLink(asked, ctx)).url
    } else if (input.amount > 0) {
      const payWay = requireOffline(await payTermsOf(ctx, order.storeId), input.payWay)
      const { payment } = await receive(ctx, orderId, {
        payKind: payKind.instalment,
        payWay,
        amount: input.amount,
        refType: 'instalment',
        refId: row.row.id,
        voucherIds: input.voucherIds ?? [],
        slipNo: input.slipNo,
        paidAt: input.paidAt,
      })
      paymentId = payment.id
    }
    logOrder(ctx, order, {
      action: 'instalment',
      detail: { amount: input.amount, count: row.row.seq, reason: input.waiveReason, note: dated?.words },
    })
    ctx.audit({
      targetType: 'order',
      targetId: orderId,
      after: {
        instalment: row.row.seq,
        amount: input.amount,
        waived: input.waiveLateFee ?? false,
        ...(dated !== null && { paidOn: dated.date, feeBefore: row.fee, fee: dated.fee }),
      },
    })
    const after = await rowOf(ctx, order, input.instalmentId)
    return { row: rowView(after, localDate(ctx.now)), paymentId, payUrl }
  },

  async postpone({ instalmentId, dueDate, version }, ctx) {
    const { orderId } = requireFound(await store.rowById(ctx.db, instalmentId))
    const order = await lockOrder(ctx, orderId)
    const plan = await planOfOrder(ctx, orderId, order)
    const at = plan.findIndex(({ row }) => row.id === instalmentId)
    const { row } = requireFound(plan[at])
    if (version !== undefined && version !== row.version) throw new Refusal('stale', { version: row.version })
    advance(instalmentSteps, 'postpone', row.status)
    if (row.dueOn !== row.plannedOn) throw new Refusal('postponedAlready')
    const last = addDays(row.plannedOn, MOST_POSTPONED)
    const next = plan[at + 1]?.row.dueOn
    if (dueDate <= row.dueOn || dueDate > last)
      throw badInput('dueDate', `新的到期日应在${addDays(row.dueOn, 1)}至${last}之间`)
    if (next !== undefined && dueDate >= next) throw badInput('dueDate', `新的到期日应早于下一期的到期日${next}`)
    await store.updateRow(ctx.db, row.id, { dueOn: dueDate })
    await refreshSettlement(ctx, orderId)
    logOrder(ctx, order, { action: 'postpone', detail: { count: row.seq, from: row.dueOn, to: dueDate } })
    ctx.audit({
      targetType: 'order',
      targetId: orderId,
      before: { instalment: row.seq, dueOn: row.dueOn },
      after: { dueOn: dueDate },
    })
    return { row: rowView(await rowOf(ctx, order, instalmentId), localDate(ctx.now)) }
  },
})

/** The valid instalments of a plan, with their money as of today. */
async function planOfOrder(ctx: Context, orderId: string, order?: OrderRow): Promise<StandingRow[]> {
  const [rows, money, of] = await Promise.all([
    store.planRows(ctx.db, orderId),
    store.rentMoney(ctx, orderId),
    order ?? readOrder(ctx, orderId),
  ])
  return standingRows(rows, money, requireLongSnapshot(of).terms, localDate(ctx.now))
}

const rowOf = async (ctx: Context, order: OrderRow, id: string): Promise<StandingRow> =>
  requireFound((await planOfOrder(ctx, order.id, order)).find(({ row }) => row.id === id))

/**
 * Waives the late fee of an instalment, or its open part once it is posted (J20).
 * @returns the part that remains to be paid: none
 * @throws Refusal forbidden (-3) without `order.discount`
 */
async function waiveFee(ctx: Context, order: OrderRow, { row, filled }: StandingRow, reason: string): Promise<number> {
  ctx.require('order.discount', 'waiveLateFee')
  const open = row.lateFeeFen === null ? 0 : row.lateFeeFen - filled.feePaid
  await store.updateRow(ctx.db, row.id, { lateFeeFen: filled.feePaid })
  if (open > 0) await postAll(ctx, order.id, [waiverEntry(`fee:${row.id}:${reason}`, open, account.penaltyIncome)])
  await refreshSettlement(ctx, order.id)
  return 0
}

/** An agreed earlier end, and whether it may be withdrawn. */
const agreedEnd = ({ status, returnAt }: OrderRow, ended: TerminationRow, now: number) => ({
  on: ended.endOn,
  merchantCause: ended.merchantCause,
  reason: ended.reason,
  contractEnd: localDate(ended.oldReturnAt),
  withdrawable: ended.dropped !== null && can(orderSteps, 'withdrawEnd', status, { now, returnAt }).ok,
})

function rowView(one: StandingRow, today: string): Row {
  const { row, filled, fee } = one
  const settled = isSettledRow(row.status)
  return {
    ...pick(row, 'id', 'seq', 'periodFrom', 'periodTo', 'status', 'version'),
    dueDate: row.dueOn,
    plannedDate: row.plannedOn,
    amount: row.amountFen,
    paid: filled.paid,
    open: row.amountFen - filled.paid,
    lateFee: fee,
    feeOpen: fee - filled.feePaid,
    daysLate: settled ? 0 : Math.max(0, datesBetween(row.dueOn, today)),
  }
}

function sumsOf(plan: readonly StandingRow[], today: string) {
  const sum = (of: (one: StandingRow) => number) => plan.reduce((all, one) => all + of(one), 0)
  const open = ({ row, filled }: StandingRow) => row.amountFen - filled.paid
  return {
    amount: sum(({ row }) => row.amountFen),
    paid: sum(({ filled }) => filled.paid),
    due: sum((one) => (one.row.dueOn <= today ? open(one) : 0)),
    lateFees: sum(({ fee, filled }) => fee - filled.feePaid),
    later: sum((one) => (one.row.dueOn <= today ? 0 : open(one))),
  }
}

/** The current term, including renewals. */
function termOf(order: Pick<OrderRow, 'quoteSnapshot' | 'returnAt'>) {
  const { startDate, monthlyPrice, terms } = requireLongSnapshot(order)
  const endDate = localDate(order.returnAt)
  return {
    ...monthSpan(startDate, endDate),
    startDate,
    endDate,
    monthlyPrice,
    ...pick(terms, 'payInterval', 'leadDays', 'lateFeeBpPerDay', 'lateFeeCapBp', 'penaltyMonths'),
    graceDays: terms.instalmentGraceDays,
  }
}

/**
 * Records a payment that was received earlier: the late fee of its instalment is calculated as of that date, the ledger
 * entry is dated today.
 * @returns the date, the late fee of the instalment on that date (fen), and the text for the log
 * @throws Refusal badInput (-2) for a date in the future, before the order or in a closed month; forbidden (-3) without
 *   `order.discount` where it reduces the fee
 */
async function backdatePayment(ctx: Context, order: OrderRow, of: StandingRow, amount: number, paidAt: number) {
  if (paidAt > ctx.now) throw badInput('paidAt', '到账时间不能晚于现在')
  const [date, today] = [localDate(paidAt), localDate(ctx.now)]
  if (date < localDate(order.createdAt)) throw badInput('paidAt', '到账时间不能早于订单创建')
  if (await store.isMonthClosed(ctx, date)) throw badInput('paidAt', '到账时间所在月份已结账')
  const { row } = of
  const [rows, money] = await Promise.all([store.planRows(ctx.db, order.id), store.rentMoney(ctx, order.id)])
  const all = [...money, { date, amount, seq: row.seq }].toSorted((a, b) =>
    a.date < b.date ? -1 : Number(a.date > b.date),
  )
  const sold = order.quoteSnapshot
  const then = isSoldByTerm(sold) ? standingRows(rows, all, sold.terms, today) : []
  const fee = then.find((one) => one.row.id === row.id)?.fee ?? of.fee
  if (fee < of.fee) ctx.require('order.discount', 'paidAt')
  const change = fee === of.fee ? '' : `，逾期违约金由${formatMoney(of.fee)}变为${formatMoney(fee)}`
  return { date, fee, words: `到账日期${date}${change}` }
}
