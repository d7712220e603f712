import type { LocalDate } from '../../time.ts'
import type { Account } from '../payment/ledger.ts'
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
  readonly debitFen: number
  readonly creditFen: number
}

/** A line of a voucher; exactly one amount is positive, fen. */
export interface VoucherLine {
  readonly number: number
  readonly line: number
  readonly day: LocalDate
  readonly storeId: string | null
  readonly journal: number
  readonly account: VoucherAccount
  readonly debitFen: number
  readonly creditFen: number
  /** The rate that was taken out of this line, or that this line is the tax of, basis points; 0 where none. */
  readonly rateBp: number
}

/** Tax class of each income account; accounts without one are not taxed. */
export type Classes = ReadonlyMap<Account, TaxClass>

type Side = Pick<VoucherLine, 'account' | 'debitFen' | 'creditFen' | 'rateBp'>

/** By day, then by store in the order of their ids; what belongs to no store comes last. */
function byPlace(a: Posted, b: Posted): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  if (a.storeId === b.storeId) return 0
  if (a.storeId === null || b.storeId === null) return a.storeId === null ? 1 : -1
  return BigInt(a.storeId) < BigInt(b.storeId) ? -1 : 1
}

/** The vouchers of a month as their lines, in the order of their numbers. */
export function vouchersOf(posted: readonly Posted[], who: Taxpayer, classes: Classes): VoucherLine[] {
  const lines: VoucherLine[] = []
  let number = 0
  let last: Posted | undefined
  let line = 0
  for (const one of posted.toSorted((a, b) => byPlace(a, b) || a.journal - b.journal)) {
    const { day, storeId, journal } = one
    const sides = sidesOf(one, who, classes)
    if (sides.length === 0) continue
    if (last === undefined || byPlace(last, one) !== 0) {
      number += 1
      line = 0
    }
    last = one
    for (const side of sides) {
      line += 1
      lines.push({ number, line, day, storeId, journal, ...side })
    }
  }
  return lines
}

/** The debits and the credits of an account as lines, each with its tax in a line of its own on the same side. */
function sidesOf({ day, account, debitFen, creditFen }: Posted, who: Taxpayer, classes: Classes): Side[] {
  const what = classes.get(account)
  const rateBp = what === undefined ? 0 : rateOn(who, what, day)
  const [debitTax, creditTax] = [taxIn(debitFen, rateBp), taxIn(creditFen, rateBp)]
  const sides: Side[] = [
    { account, debitFen: debitFen - debitTax, creditFen: 0, rateBp },
    { account: OUTPUT_TAX, debitFen: debitTax, creditFen: 0, rateBp },
    { account, debitFen: 0, creditFen: creditFen - creditTax, rateBp },
    { account: OUTPUT_TAX, debitFen: 0, creditFen: creditTax, rateBp },
  ]
  return sides.filter((side) => side.debitFen !== 0 || side.creditFen !== 0)
}
