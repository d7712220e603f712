import { account, type Entry } from '../payment/ledger.ts'
import type { Fen } from '../quote/money.ts'

/*
 * What an order was paid and what of that went back (已收, 已退), by its entries. A charge is paid by a receipt as by what a
 * deduction takes for it, out of a deposit that was paid in or captured from an authorisation; what goes into a deposit
 * again was not taken after all, and what goes to the customer is a refund, whatever it came by. So paid less refunded and
 * what is still owed is always the bill (docs/decisions/0092).
 */

/** Receipts (2, 7) and deductions (16) pay an order. */
export const payingJournals: readonly number[] = [2, 7, 16]
/** A deduction goes into its deposit again. */
export const untakenJournal = 17
/** Money has left to the customer. */
export const refundJournal = 6

export interface PaidFen {
  readonly paidFen: Fen
  readonly refundedFen: Fen
}

/** What is left of what an order was paid, fen. */
export const receivedFen = ({ paidFen, refundedFen }: PaidFen): Fen => paidFen - refundedFen

/**
 * What the entries of an order say that it was paid and refunded; the order's row says the same by its payments and deductions.
 * @internal
 */
export function paidBy(entries: Iterable<Pick<Entry, 'journal' | 'lines'>>): PaidFen {
  let [paidFen, refundedFen] = [0, 0]
  for (const { journal, lines } of entries)
    for (const { account: name, debitFen, creditFen } of lines) {
      if (name !== account.receivable) continue
      if (payingJournals.includes(journal)) paidFen += creditFen - debitFen
      if (journal === untakenJournal) paidFen -= debitFen
      if (journal === refundJournal) refundedFen += debitFen - creditFen
    }
  return { paidFen, refundedFen }
}
