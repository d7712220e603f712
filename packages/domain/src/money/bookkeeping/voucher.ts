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
  const sides = posted
    .flatMap(({ day, storeId, journal, ...sums }) =>
      sidesOf({ day, ...sums }, who, classes).map((side) => ({ day, storeId, journal, ...side })),
    )
    .toSorted((a, b) => byPlace(a, b) || a.journal - b.journal || Number(a.debitFen === 0) - Number(b.debitFen === 0))
  const lines: VoucherLine[] = []
  for (const side of sides) {
    const last = lines.at(-1)
    const isFirst = last === undefined || byPlace(last, side) !== 0
    lines.push({ number: (last?.number ?? 0) + (isFirst ? 1 : 0), line: isFirst ? 1 : last.line + 1, ...side })
  }
  return lines
}

/** The debits and the credits of an account as lines, each with its tax in a line of its own on the same side. */
function sidesOf(
  { day, account, debitFen, creditFen }: Omit<Posted, 'storeId' | 'journal'>,
  who: Taxpayer,
  classes: Classes,
): Side[] {
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
