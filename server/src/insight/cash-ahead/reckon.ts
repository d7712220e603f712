import { endOfWeeks } from '@cheyi/domain/insight/cash-ahead/ahead'
import { type CashKind, cashKind, cashSubject, certainty } from '@cheyi/domain/insight/cash-ahead/codes'
import {
  COMMISSION_DAY,
  meanOf,
  monthsPaidWithin,
  TAX_DAY,
  usualLateDays,
} from '@cheyi/domain/insight/cash-ahead/estimate'
import { accountName } from '@cheyi/domain/money/payment/accounts'
import { account } from '@cheyi/domain/money/payment/ledger'
import { periodText } from '@cheyi/domain/money/tax/period'
import { addDays, type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { balancesOver, type Movement } from '../../money/payment/actions.ts'
import { taxPayments } from '../../money/tax/actions.ts'
import type { Asked, Reckoned } from './store.ts'
import * as store from './store.ts'

/* What is expected and stands in no table as a debt: tax, shares of owners and commissions of the next months, money in transit. */

/** Money of providers and card machines that was taken within so many days arrives at once; older sums are not reconciled. */
const TRANSIT_DAYS = 7

/** The month number keeps rows of one subject apart. */
const monthNo = (month: LocalDate): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))

function transitRows(movements: readonly Movement[], today: LocalDate): Reckoned[] {
  const accounts = [account.onlineClearing, account.posClearing, account.otherClearing]
  return accounts.flatMap((of, seq): Reckoned[] => {
    const { closingFen = 0, debitFen = 0 } = movements.find((one) => one.account === of) ?? {}
    const fen = Math.min(closingFen, debitFen)
    if (fen <= 0) return []
    const about = {
      subject: cashSubject.account,
      seq,
      subjectId: null,
      name: accountName(of),
      note: `近${TRANSIT_DAYS}天收款`,
    }
    return [{ kind: cashKind.transit, dueOn: today, fen, certainty: certainty.estimate, ...about }]
  })
}

/** Months of owners without a statement, by the mean of their last ones. */
function ownerRows(owners: readonly store.OwnerTerms[], today: LocalDate, last: LocalDate): Reckoned[] {
  return owners.flatMap(({ ownerId, name, payDay, until, lastMonth, shares }) => {
    const fen = meanOf(shares)
    if (fen === 0) return []
    return monthsPaidWithin(addDays(today, -31), last, payDay)
      .filter(({ month }) => month > lastMonth && (until === null || month <= until))
      .map(({ month, payOn }): Reckoned => {
        const note = `${month.slice(0, 7)} 按近${shares.length}个月平均`
        const about = { subject: cashSubject.owner, seq: monthNo(month), subjectId: ownerId, name, note }
        return { kind: cashKind.owner, dueOn: payOn, fen, certainty: certainty.estimate, ...about }
      })
  })
}

/** Commissions by month: as their statements are, and later ones by the mean of the last. */
function commissionRows(months: readonly store.CommissionMonth[], today: LocalDate, last: LocalDate): Reckoned[] {
  const mean = meanOf(months.map(({ fen }) => fen))
  return monthsPaidWithin(today, last, COMMISSION_DAY).flatMap(({ month, payOn }): Reckoned[] => {
    const made = months.find((one) => one.month === month)
    const fen = made?.fen ?? mean
    if (fen <= 0) return []
    const sure = made?.confirmed === true ? certainty.agreed : certainty.estimate
    const note = made === undefined ? '按近3个月平均' : made.confirmed ? '已确认' : '待确认'
    const about = {
      subject: cashSubject.commission,
      seq: monthNo(month),
      subjectId: null,
      name: month.slice(0, 7),
      note,
    }
    return [{ kind: cashKind.commission, dueOn: payOn, fen, certainty: sure, ...about }]
  })
}

async function taxRows(ctx: Context, last: LocalDate): Promise<Reckoned[]> {
  return (await taxPayments(ctx, last, TAX_DAY)).map((one): Reckoned => {
    const note = one.isEstimate ? '未申报' : '已申报'
    const about = { subject: cashSubject.tax, seq: monthNo(one.from), subjectId: null, name: periodText(one), note }
    const sure = one.isEstimate ? certainty.estimate : certainty.agreed
    return { kind: cashKind.tax, dueOn: one.payOn, fen: one.fen, certainty: sure, ...about }
  })
}

export interface Found extends Asked {
  /** Accounts of the books, over the last days until today. */
  readonly movements: readonly Movement[]
}

/** What the statement of expectations needs, of one kind or of all, and the balances of the books. */
export async function findFacts(ctx: Context, kind?: CashKind): Promise<Found> {
  const today = localDate(ctx.now)
  const last = addDays(endOfWeeks(today), -1)
  const [movements, lateRows, owners, commissions, tax] = await Promise.all([
    balancesOver(ctx, addDays(today, 1 - TRANSIT_DAYS), addDays(today, 1)),
    store.lateness(ctx, today),
    store.owners(ctx, today),
    store.commissions(ctx),
    kind === undefined || kind === cashKind.tax ? taxRows(ctx, last) : [],
  ])
  const all = lateRows.find(({ payer }) => payer === '')
  const late = new Map(lateRows.filter(({ payer }) => payer !== '').map((one) => [one.payer, usualLateDays(one, all)]))
  const reckoned = [
    ...transitRows(movements, today),
    ...ownerRows(owners, today, last),
    ...commissionRows(commissions, today, last),
    ...tax,
  ]
  return { today, movements, late, lateDays: usualLateDays(undefined, all), reckoned }
}
