import type { Fen } from '../../money.ts'
import { account, type Entry } from '../payment/ledger.ts'

/*
 * What an order was paid and what of that was refunded (已收, 已退), by its journal entries. A charge is paid by a
 * receipt or by a deduction from a deposit, paid or captured from an authorization hold. A deduction that is put
 * back into the deposit reduces what was paid; money sent to the customer is a refund, whatever it was received by.
 * So paid less refunded plus what is owed always equals the bill (docs/decisions/0092). Costs that the merchant
 * bears itself, reimbursements and goodwill, are no refund of a payment (docs/decisions/0100).
 */

/** Journals that pay an order: receipts (2, 7) and deductions (16). */
export const payingJournals: readonly number[] = [2, 7, 16]
/** A deduction is put back into its deposit. */
export const untakenJournal = 17
/** Money was paid out to the customer. */
export const refundJournal = 6

export interface ReceivedFen {
  readonly paidFen: Fen
  readonly refundedFen: Fen
  /** 退款支出: costs that the merchant bears itself: paid out, set off against a debt, or due to the customer. */
  readonly refundExpenseFen: Fen
}

/** What is left of the payments of an order, fen. A reimbursement of the customer's costs does not reduce it. */
export const receivedFen = ({ paidFen, refundedFen, refundExpenseFen }: ReceivedFen): Fen =>
  paidFen - refundedFen + refundExpenseFen

/**
 * What an order was paid and refunded by its entries. The order's row stores the same from payments and deductions;
 * tests compare both. @internal
 */
export function receiptsOfEntries(entries: Iterable<Pick<Entry, 'journal' | 'lines'>>): ReceivedFen {
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
