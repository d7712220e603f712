import { OUTPUT_TAX, taxClass } from '@cheyi/domain/money/bookkeeping/codes'
import { rateOn } from '@cheyi/domain/money/bookkeeping/tax'
import { type VoucherLine, vouchersOf } from '@cheyi/domain/money/bookkeeping/voucher'
import { daysOf } from '@cheyi/domain/money/closing/month'
import { journals } from '@cheyi/domain/money/payment/accounts'
import { type Account, account } from '@cheyi/domain/money/payment/ledger'
import type { Context } from '../../kernel/context.ts'
import { balancesOver } from '../payment/actions.ts'
import { classesOf, subjectsOf, taxpayerOf } from './accounts.ts'
import * as store from './store.ts'

/** Income that is taxed at a rate, without the tax, and the tax in it. */
export interface TaxedIncome {
  readonly rateBp: number
  readonly netFen: number
  readonly taxFen: number
}

/** Which income is taxed at a rate: accounts, and penalties of cancelled bookings, which have a class of their own. */
export interface TaxedAccounts {
  readonly rateBp: number
  readonly accounts: readonly Account[]
  readonly cancelled: boolean
}

type Line = Pick<VoucherLine, 'account' | 'rateBp' | 'debitFen' | 'creditFen'>

/**
 * What was taxed in months, by rate: from their vouchers where those were made, so that a return and the accounting software agree to the
 * fen. Of other months from the sums of the accounts, which may differ from their vouchers by a fen for each line of those.
 */
export async function taxedIncome(ctx: Context, months: readonly string[]): Promise<TaxedIncome[]> {
  const made = new Set((await store.monthsMade(ctx)).map(({ month }) => month))
  const each = await Promise.all(
    months.map((month) => (made.has(month) ? store.taxedLines(ctx, month) : linesOfSums(ctx, month))),
  )
  const lines: readonly Line[] = each.flat()
  const taxed = Map.groupBy(
    lines.filter(({ rateBp }) => rateBp > 0),
    ({ rateBp }) => rateBp,
  )
  const sum = (of: readonly Line[]) => of.reduce((all, { debitFen, creditFen }) => all + creditFen - debitFen, 0)
  return [...taxed]
    .map(([rateBp, of]) => ({
      rateBp,
      netFen: sum(of.filter(({ account }) => account !== OUTPUT_TAX)),
      taxFen: sum(of.filter(({ account }) => account === OUTPUT_TAX)),
    }))
    .toSorted((a, b) => b.rateBp - a.rateBp)
}

/** The vouchers of a month as if it were one day without stores, from sums that are kept: its entries are not read. */
async function linesOfSums(ctx: Context, month: string): Promise<Line[]> {
  const [day, next] = daysOf(month)
  const [who, subjects, cancelled, sums] = await Promise.all([
    taxpayerOf(ctx),
    subjectsOf(ctx),
    store.cancelledPenalties(ctx, month),
    balancesOver(ctx, day, next),
  ])
  const posted = sums.flatMap(({ account: of, debitFen, creditFen }) => {
    const one = { day, storeId: null, journal: journals.code.earned, account: of, payer: '', debitFen, creditFen }
    if (of !== account.penaltyIncome) return [one]
    const rest = { debitFen: debitFen - cancelled.debitFen, creditFen: creditFen - cancelled.creditFen }
    return [
      { ...one, ...rest },
      { ...one, ...cancelled, journal: journals.code.calledOff },
    ]
  })
  return vouchersOf(posted, who, classesOf(subjects))
}

/** Which accounts are taxed at which rate on a day. */
export async function taxedAccounts(ctx: Context, day: string): Promise<TaxedAccounts[]> {
  const [who, subjects] = await Promise.all([taxpayerOf(ctx), subjectsOf(ctx)])
  const { accounts, cancelled } = classesOf(subjects)
  const rates = new Map<number, Account[]>()
  for (const [account, what] of accounts) {
    const rateBp = what === taxClass.none ? 0 : rateOn(who, what, day)
    rates.set(rateBp, [...(rates.get(rateBp) ?? []), account])
  }
  const cancelledBp = cancelled === taxClass.none ? 0 : rateOn(who, cancelled, day)
  return [...new Set([...rates.keys(), cancelledBp])]
    .filter((rateBp) => rateBp > 0)
    .map((rateBp) => ({ rateBp, accounts: rates.get(rateBp) ?? [], cancelled: rateBp === cancelledBp }))
}

/** Of these months, those whose vouchers were not made yet. */
export const monthsWithoutVouchers = async (ctx: Context, months: readonly string[]): Promise<string[]> => {
  const made = (await store.monthsMade(ctx)).map(({ month }) => month)
  return months.filter((month) => !made.includes(month))
}
