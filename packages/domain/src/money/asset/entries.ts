import { account, credit, debit, type Entry, entry, move } from '../payment/ledger.ts'

/* Builders of the journal entries of cars as assets and of their loans (journals 29 and 30); what an entry is stands in `payment/ledger.ts`. */

/** 29. Cars as assets in a month: what they cost, and their depreciation, each as far as it is not posted. `month`: `YYYY-MM`. */
export const assetMonthEntry = (
  month: string,
  f: {
    readonly openingCostFen: number
    readonly costFen: number
    readonly openingFen: number
    readonly depreciationFen: number
  },
): Entry =>
  entry(29, month, [
    ...debit(account.fixedAsset, f.openingCostFen + f.costFen),
    ...credit(account.assetPayable, f.costFen),
    ...credit(account.assetOpening, f.openingCostFen - f.openingFen),
    ...debit(account.carCost, f.depreciationFen),
    ...credit(account.depreciation, f.openingFen + f.depreciationFen),
  ])

/** 30. A car left the fleet: its cost and depreciation leave the books; what is paid for it beyond its net value and tax is a gain. */
export const assetDisposalEntry = (
  disposalId: string,
  f: {
    readonly costFen: number
    readonly depreciatedFen: number
    readonly proceedsFen: number
    readonly taxFen: number
    readonly gainFen: number
  },
): Entry =>
  entry(30, disposalId, [
    ...debit(account.disposalReceivable, f.proceedsFen),
    ...debit(account.depreciation, f.depreciatedFen),
    ...debit(account.disposalLoss, Math.max(-f.gainFen, 0)),
    ...credit(account.fixedAsset, f.costFen),
    ...credit(account.disposalTax, f.taxFen),
    ...credit(account.disposalGain, Math.max(f.gainFen, 0)),
  ])

/** 30. The price of a sold car is in the bank. */
export const disposalReceiptEntry = (disposalId: string, fen: number): Entry =>
  entry(30, `paid:${disposalId}`, move(account.bank, account.disposalReceivable, fen))

/** 30. A loan for a car enters the books. `openingFen`: of one that is older than they are, what was not repaid. */
export const loanEntry = (loanId: string, f: { readonly openingFen: number; readonly fen: number }): Entry =>
  entry(30, `loan:${loanId}`, [
    ...debit(account.assetPayable, f.fen),
    ...debit(account.assetOpening, f.openingFen),
    ...credit(account.carLoan, f.fen + f.openingFen),
  ])

/** 30. Principal is repaid; interest is a cost of its month. */
export const loanRepaymentEntry = (repaymentId: string, fen: number): Entry =>
  entry(30, `repaid:${repaymentId}`, move(account.carLoan, account.bank, fen))
