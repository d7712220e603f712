import { account, type Entry } from '../payment/ledger.ts'
import type { Fen } from '../quote/money.ts'

/*
 * What an order was paid and what of that went back (已收, 已退), by its entries. A charge is paid by a receipt as by what a
 * deduction takes for it, out of a deposit that was paid in or captured from an authorisation; what goes into a deposit
 * again was not taken after all, and what goes to the customer is money that went back, whatever it came by. So paid less
 * refunded and what is still owed is always the bill (decision 24). What the merchant bears itself of that, costs
 * that the customer advanced and goodwill, was given back of nothing that was paid.
 */

/** Receipts (2, 7) and deductions (16) pay an order. */
export const payingJournals: readonly number[] = [2, 7, 16]
/** A deduction goes into its deposit again. */
export const untakenJournal = 17
/** Money has left to the customer. */
export const refundJournal = 6

export interface ReceivedFen {
  readonly paidFen: Fen
  readonly refundedFen: Fen
  /** What the merchant bears itself (退款支出): paid out, met by a debt, or due to the customer. */
  readonly refundExpenseFen: Fen
}

/** What is left of what an order was paid, fen: whoever gives a customer their costs back has taken no less for the order. */
export const receivedFen = ({ paidFen, refundedFen, refundExpenseFen }: ReceivedFen): Fen =>
  paidFen - refundedFen + refundExpenseFen

/**
 * What the entries of an order say that it was paid and refunded; the order's row says the same by its payments and deductions.
 * @internal
 */
export function paidBy(entries: Iterable<Pick<Entry, 'journal' | 'lines'>>): ReceivedFen {
  let [paidFen, refundedFen, refundExpenseFen] = [0, 0, 0]
  for (const { journal, lines } of entries)
    for (const { account: name, debitFen, creditFen } of lines) {
      if (name === account.refundExpense) refundExpenseFen += debitFen - creditFen
      if (name !== account.receivable) continue
      if (payingJournals.includes(journal)) paidFen += creditFen - debitFen
      if (journal === untakenJournal) paidFen -= debitFen
      if (journal === refundJournal) refundedFen += debitFen - creditFen
    }
  return { paidFen, refundedFen, refundExpenseFen }
}
