import type { LocalDate } from '../../time.ts'
import { journals } from '../payment/accounts.ts'
import { type Account, account } from '../payment/ledger.ts'
import type { VoucherAccount } from './chart.ts'
import { OUTPUT_TAX, type TaxClass, type Taxpayer } from './codes.ts'
import { rateOn, taxIn } from './tax.ts'

/*
 * 记账凭证 of a closed month: the ledger summed by day, store, journal and account, with the tax taken out of income. Vouchers are numbered
 * from 1 without gaps, in the order of days and stores.
 */

/** Postings of one journal to one account, on a day at a store; fen. */
export interface Posted {
  readonly day: LocalDate
  /** null: money of the merchant as a whole. */
  readonly storeId: string | null
  readonly journal: number
  readonly account: Account
  /** The company that pays for the order; empty for a person, or without a customer. */
  readonly payer: string
  readonly debitFen: number
  readonly creditFen: number
}

/** Accounts that are kept by customer: what a customer owes, and what a customer gave in advance or as a deposit. */
export const customerAccounts: readonly VoucherAccount[] = [
  account.receivable,
  account.unearned,
  account.depositRental,
  account.depositViolation,
]

/** A line of a voucher; exactly one amount is positive, fen. */
export interface VoucherLine {
  readonly number: number
  readonly line: number
  readonly day: LocalDate
  readonly storeId: string | null
  readonly journal: number
  readonly account: VoucherAccount
  /** Of an account that is kept by customer: the company, empty for persons (散客); null of other accounts. */
  readonly customer: string | null
  readonly debitFen: number
  readonly creditFen: number
  /** The rate that was taken out of this line, or that this line is the tax of, basis points; 0 where none. */
  readonly rateBp: number
}

/** Tax class of each income account, and of penalties of cancelled bookings; accounts without one are not taxed. */
export interface Classes {
  readonly accounts: ReadonlyMap<Account, TaxClass>
  readonly cancelled: TaxClass
}

const classOf = ({ journal, account: of }: Pick<Posted, 'journal' | 'account'>, classes: Classes) =>
  of === account.penaltyIncome && journal === journals.code.calledOff ? classes.cancelled : classes.accounts.get(of)

type Side = Omit<VoucherLine, 'number' | 'line' | 'day' | 'storeId' | 'journal'>

type Place = Pick<Posted, 'day' | 'storeId'>

/** By day, then by store in the order of their ids; what belongs to no store comes last. */
function byPlace(a: Place, b: Place): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  if (a.storeId === b.storeId) return 0
  if (a.storeId === null || b.storeId === null) return a.storeId === null ? 1 : -1
  return BigInt(a.storeId) < BigInt(b.storeId) ? -1 : 1
}

/** The vouchers of a month as their lines, in the order of their numbers: by journal, debits before credits. */
export function vouchersOf(posted: readonly Posted[], who: Taxpayer, classes: Classes): VoucherLine[] {
  const sides = byCustomer(posted)
    .flatMap((sums) => {
      const { day, storeId, journal } = sums
      return sidesOf(sums, who, classes).map((side) => ({ day, storeId, journal, ...side }))
    })
    .toSorted((a, b) => byPlace(a, b) || a.journal - b.journal || Number(a.debitFen === 0) - Number(b.debitFen === 0))
  const lines: VoucherLine[] = []
  for (const side of sides) {
    const last = lines.at(-1)
    const isFirst = last === undefined || byPlace(last, side) !== 0
    lines.push({ number: (last?.number ?? 0) + (isFirst ? 1 : 0), line: isFirst ? 1 : last.line + 1, ...side })
  }
  return lines
}

/** Postings to accounts that are not kept by customer are one sum for all customers. */
function byCustomer(posted: readonly Posted[]): Posted[] {
  const sums = new Map<string, Posted>()
  for (const one of posted) {
    const payer = customerAccounts.includes(one.account) ? one.payer : ''
    const key = [one.day, one.storeId, one.journal, one.account, payer].join()
    const { debitFen = 0, creditFen = 0 } = sums.get(key) ?? {}
    sums.set(key, { ...one, payer, debitFen: debitFen + one.debitFen, creditFen: creditFen + one.creditFen })
  }
  return [...sums.values()]
}

/** The debits and the credits of an account as lines, each with its tax in a line of its own on the same side. */
function sidesOf(posted: Posted, who: Taxpayer, classes: Classes): Side[] {
  const { day, account: of, payer, debitFen, creditFen } = posted
  const what = classOf(posted, classes)
  const rateBp = what === undefined ? 0 : rateOn(who, what, day)
  const [debitTax, creditTax] = [taxIn(debitFen, rateBp), taxIn(creditFen, rateBp)]
  const own = { account: of, customer: customerAccounts.includes(of) ? payer : null, rateBp }
  const tax = { account: OUTPUT_TAX, customer: null, rateBp } as const
  const sides: Side[] = [
    { ...own, debitFen: debitFen - debitTax, creditFen: 0 },
    { ...tax, debitFen: debitTax, creditFen: 0 },
    { ...own, debitFen: 0, creditFen: creditFen - creditTax },
    { ...tax, debitFen: 0, creditFen: creditTax },
  ]
  return sides.filter((side) => side.debitFen !== 0 || side.creditFen !== 0)
}
