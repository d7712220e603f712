import { type Count, differenceOf } from '../cash-shift/shift.ts'
import { type DepositKind, depositKind } from '../deposit/codes.ts'
import type { Settlement } from '../reconcile/compare.ts'
import { type PayWay, payWay } from './codes.ts'

/*
 * Builders of all journal entries but those of cars as assets (`../asset/entries.ts`). Amounts are positive fen. An entry without lines posts nothing; each
 * idempotency key is posted once, so that a repeated event changes nothing. What may happen again after a reversal (a
 * return, a cancellation) has the row id of that event in its key, not the order. A freeze, an unfreeze, a credit
 * waiver and a deposit held by a platform are no entries (journal 14): they are recorded with the authorization holds.
 */

/** Parts of a claim by account, fen: fees are income, a fine that was paid for the customer was the merchant's own money. */
export interface Shares {
  readonly fees: number
  readonly fine: number
}

export const account = {
  /** What the customer owes; a credit balance is to be refunded. */
  receivable: 'customer_receivable',
  /** 应收保险赔款: claims that were submitted to insurers, less what they paid. */
  insurerReceivable: 'insurer_receivable',
  /** Cash of a store. */
  cashOnHand: 'cash_on_hand',
  bank: 'bank',
  /** Taken by the shop's card machine, not settled yet. */
  posClearing: 'pos_clearing',
  otherClearing: 'other_clearing',
  /** Legacy account, replaced by the four above. Never posted to; its balance was moved by opening entries. */
  cashOffline: 'cash_offline',
  onlineClearing: 'online_clearing',
  platformClearing: 'platform_clearing',
  /** Fines paid for customers: an asset until the customer pays; a liability when the customer paid first. */
  violationAdvance: 'violation_advance',
  /** Billed and not yet earned. */
  unearned: 'unearned',
  depositRental: 'deposit_liability_rental',
  depositViolation: 'deposit_liability_violation',
  rentIncome: 'rent_income',
  serviceIncome: 'service_income',
  penaltyIncome: 'penalty_income',
  damageIncome: 'damage_income',
  /** Agency fees and agreed penalties of violations; a fine that is passed on is no income. */
  violationIncome: 'violation_income',
  /** 保险赔款: what insurers pay for accidents; no income of an order. */
  insuranceIncome: 'insurance_income',
  /** 优惠券折扣: what coupons took off the rent of settled rentals; it reduces income. */
  couponDiscount: 'coupon_discount',
  /** Written-off debts. */
  badDebt: 'bad_debt_expense',
  /** Refunds that the merchant bears as a cost: reimbursements, goodwill. */
  refundExpense: 'refund_expense',
  /** Fines that the merchant bears. */
  otherExpense: 'other_expense',
  /** 现金长短款: difference between counted cash and the books. */
  cashDifference: 'cash_difference',
  /** 备用金: cash that was in a store before the books recorded it. */
  cashFloat: 'cash_float',
  /** 手续费: fees that providers deduct. */
  paymentFee: 'payment_fee',
  /** 渠道佣金: commission that platforms deduct. */
  channelCommission: 'channel_commission',
  /** 应付车主款: what owners of managed cars get; a debit balance is what they owe. */
  ownerPayable: 'owner_payable',
  /** 车主分成: their share, a cost of the merchant. */
  ownerShare: 'owner_share',
  /** 应付账款: bills of garages, insurers, lessors and others that are not paid, and what is known and not billed yet. */
  payable: 'payable',
  /** 车辆成本: costs of cars, as far as the merchant has them in the books. */
  carCost: 'car_cost',
  /** 应付提成: what employees get; it is paid with their wages. */
  commissionPayable: 'commission_payable',
  /** 员工提成: a cost of the merchant. */
  commissionCost: 'commission_cost',
  /** 进项税额: tax of suppliers' invoices that is deducted. */
  inputTax: 'input_tax',
  /** 固定资产: what the cars of the merchant cost, where it has their costs in the books. */
  fixedAsset: 'fixed_asset',
  /** 累计折旧: what they have lost of it; it reduces the account above. */
  depreciation: 'accumulated_depreciation',
  /** 资产期初: net value of cars, less their loans, when the books began to have them. */
  assetOpening: 'asset_opening',
  /** 应付购车款: price of cars that were bought since; loans pay it. */
  assetPayable: 'asset_payable',
  /** 车辆贷款: principal that is not repaid. */
  carLoan: 'car_loan',
  /** 应收处置款: price of sold cars. */
  disposalReceivable: 'disposal_receivable',
  /** 处置应交增值税 */
  disposalTax: 'disposal_tax',
  disposalGain: 'disposal_gain',
  disposalLoss: 'disposal_loss',
  /** 对账差异: difference between a provider's bill and the books. */
  billDifference: 'bill_difference',
} as const
export type Account = (typeof account)[keyof typeof account]

/** Whatever adds up rent adds up both: rent before coupons, and what coupons took off it. */
export const rentAccounts: readonly Account[] = [account.rentIncome, account.couponDiscount]

/** One side of an entry; exactly one amount is positive. */
export interface Line {
  readonly account: Account
  readonly debitFen: number
  readonly creditFen: number
}

export interface Entry {
  /** Number of the journal, 1–30. */
  readonly journal: number
  /** Posted at most once per merchant. */
  readonly idemKey: string
  readonly lines: readonly Line[]
}

/** A negative amount is posted on the other side; zero has no line. */
export const debit = (to: Account, fen: number): Line[] => {
  if (fen === 0) return []
  return [{ account: to, debitFen: Math.max(fen, 0), creditFen: Math.max(-fen, 0) }]
}
export const credit = (to: Account, fen: number): Line[] => debit(to, -fen)

export const move = (debited: Account, credited: Account, fen: number): Line[] => [
  ...debit(debited, fen),
  ...credit(credited, fen),
]

export const entry = (journal: number, id: string, lines: readonly Line[]): Entry => ({
  journal,
  idemKey: `J${journal}:${id}`,
  lines,
})

const clearings: Readonly<Record<PayWay, Account>> = {
  [payWay.alipay]: account.onlineClearing,
  [payWay.wechat]: account.onlineClearing,
  [payWay.cash]: account.cashOnHand,
  [payWay.bank]: account.bank,
  [payWay.pos]: account.posClearing,
  [payWay.other]: account.otherClearing,
  [payWay.platform]: account.platformClearing,
}

/** The clearing account that holds money of a payment method until it reaches the bank. */
export const clearingOf = (way: PayWay): Account => clearings[way]

/** Accounts of money, and of money in clearing. */
export const moneyAccounts: readonly Account[] = [...new Set([...Object.values(clearings), account.cashOffline])]

export const depositAccount = (kind: DepositKind): Account =>
  kind === depositKind.rental ? account.depositRental : account.depositViolation

/** 1. A set of items is billed; a modification that makes an order cheaper bills a negative difference. */
export const billingEntry = (itemSetId: string, fen: number): Entry =>
  entry(1, itemSetId, move(account.receivable, account.unearned, fen))

/** 2. A payment is received: confirmed by the provider, or recorded by staff. */
export const paymentEntry = (paymentId: string, fen: number, way: PayWay): Entry =>
  entry(2, paymentId, move(clearingOf(way), account.receivable, fen))

/** 3. The part of a set of items that the channel pays; it is billed to the channel, not to the customer. */
export const subsidyEntry = (itemSetId: string, fen: number): Entry =>
  entry(3, itemSetId, move(account.platformClearing, account.unearned, fen))

/** 4. An unpaid order is closed, or a renewal or modification is withdrawn: its billing is reversed. */
export const billingReversalEntry = (id: string, fen: number, subsidyFen = 0): Entry =>
  entry(4, id, [
    ...debit(account.unearned, fen + subsidyFen),
    ...credit(account.receivable, fen),
    ...credit(account.platformClearing, subsidyFen),
  ])

/**
 * 5. A cancellation: everything unearned is reversed, and the penalty is owed. `cancelId`: the log row of the
 * cancellation.
 */
export const cancellationEntry = (
  cancelId: string,
  f: { readonly unearnedFen: number; readonly penaltyFen: number; readonly subsidyFen?: number },
): Entry =>
  entry(5, cancelId, [
    ...debit(account.unearned, f.unearnedFen),
    ...credit(account.receivable, f.unearnedFen - (f.subsidyFen ?? 0)),
    ...credit(account.platformClearing, f.subsidyFen ?? 0),
    ...move(account.receivable, account.penaltyIncome, f.penaltyFen),
  ])

/** 6. A refund has reached the customer. */
export const refundEntry = (paymentId: string, fen: number, way: PayWay): Entry =>
  entry(6, paymentId, move(account.receivable, clearingOf(way), fen))

/** 7. The provider reports a success after we gave up, or for something that was not owed; entry 6 refunds it. */
export const latePaymentEntry = (paymentId: string, fen: number, way: PayWay): Entry =>
  entry(7, paymentId, move(clearingOf(way), account.receivable, fen))

/**
 * 8. Earned by time until a month's end, or the rest at the settlement. `part`: `2026-11`, or the return record's
 * id. It also books the commission on it of the platform that sold the order: it will remit that much less. `couponFen`: what
 * a coupon took off the rent; the rest at the settlement shows it, so that rent income is gross and both together are the rent.
 */
export const earningEntry = (
  orderId: string,
  part: string,
  f: {
    readonly rentFen: number
    readonly serviceFen: number
    readonly couponFen?: number
    readonly commissionFen?: number
  },
): Entry =>
  entry(8, `${orderId}:${part}`, [
    ...debit(account.unearned, f.rentFen + f.serviceFen),
    ...credit(account.rentIncome, f.rentFen + (f.couponFen ?? 0)),
    ...debit(account.couponDiscount, f.couponFen ?? 0),
    ...credit(account.serviceIncome, f.serviceFen),
    ...move(account.channelCommission, account.platformClearing, f.commissionFen ?? 0),
  ])

/** 9. A charge of the pickup or return. `income`: the account that its code is credited to. */
export const chargeEntry = (expenseItemId: string, fen: number, income: Account = account.serviceIncome): Entry =>
  entry(9, expenseItemId, move(account.receivable, income, fen))

/** 10. An early return: the difference to the shorter rental. Its fee is a charge of the return (entry 9). */
export const earlyReturnEntry = (returnRecordId: string, refundableFen: number): Entry =>
  entry(10, returnRecordId, move(account.unearned, account.receivable, refundableFen))

/** 11, 12. A claim is fixed. `income`: the account that its fees are credited to. */
export const claimEntry = (journal: 11 | 12, claimId: string, { fees, fine }: Shares, income: Account): Entry =>
  entry(journal, claimId, [
    ...debit(account.receivable, fees + fine),
    ...credit(account.violationAdvance, fine),
    ...credit(income, fees),
  ])

/** 12. The merchant paid a fine. `fineId`: the row of the payment. */
export const finePaymentEntry = (fineId: string, fen: number, way: PayWay): Entry =>
  entry(12, `paid:${fineId}`, move(account.violationAdvance, clearingOf(way), fen))

/** 12. The part of a fine that the merchant bears. */
export const borneFineEntry = (fineId: string, fen: number): Entry =>
  entry(12, `borne:${fineId}`, move(account.otherExpense, account.violationAdvance, fen))

/** 13. A deposit is paid. `opId`: the payment. */
export const depositEntry = (opId: string, kind: DepositKind, fen: number, way: PayWay): Entry =>
  entry(13, `in:${opId}`, move(clearingOf(way), depositAccount(kind), fen))

/** 13. A paid deposit, or part of it, was released to the customer. */
export const depositReleaseEntry = (opId: string, kind: DepositKind, fen: number, way: PayWay): Entry =>
  entry(13, `out:${opId}`, move(depositAccount(kind), clearingOf(way), fen))

/** 13. Part of the paid rental deposit becomes the violation deposit: the total liability is unchanged. */
export const depositConversionEntry = (conversionId: string, fen: number): Entry =>
  entry(13, `convert:${conversionId}`, move(account.depositRental, account.depositViolation, fen))

/** What a deduction takes: a paid deposit, or money captured by the method of its authorization hold or by the platform. */
export type DeductionFrom = 'paid' | PayWay

const deductionAccount = (from: DeductionFrom, kind: DepositKind): Account =>
  from === 'paid' ? depositAccount(kind) : clearingOf(from)

/** 16. A deduction succeeded: it pays a charge that was posted before. */
export const deductionEntry = (deductionId: string, kind: DepositKind, from: DeductionFrom, fen: number): Entry =>
  entry(16, deductionId, move(deductionAccount(from, kind), account.receivable, fen))

/** Reduces a claim; a fine that was paid for the customer becomes the merchant's cost. */
const reduceClaim = ({ fees, fine }: Shares, income: Account): Line[] => [
  ...debit(income, fees),
  ...debit(account.otherExpense, fine),
  ...credit(account.receivable, fees + fine),
]

/**
 * 17. A collected claim is reduced: the money is refunded by separate entries, into its deposit (17) or to the
 * customer (6).
 */
export const claimRefundEntry = (claimId: string, refundId: string, shares: Shares, income: Account): Entry =>
  entry(17, `claim:${claimId}:${refundId}`, reduceClaim(shares, income))

/** 20. A claim, or its rest, is waived or withdrawn. */
export const claimWaiverEntry = (claimId: string, shares: Shares, income: Account): Entry =>
  entry(20, claimId, reduceClaim(shares, income))

/**
 * 17. Part of a deduction is put back into its deposit, because a return refunds more than its receipts hold, or a
 * claim is refunded. `causeId`: the record of the return, or the refund.
 */
export const deductionReturnEntry = (causeId: string, deductionId: string, kind: DepositKind, fen: number): Entry =>
  entry(17, `back:${causeId}:${deductionId}`, move(account.receivable, depositAccount(kind), fen))

/**
 * 18. A separate refund, in one entry with the payment (6): a refunded charge is debited to the account that it was
 * credited to, a reimbursement or goodwill is an expense.
 */
export const reimbursementEntry = (
  reimbursementId: string,
  parts: readonly { readonly from: Account; readonly fen: number }[],
): Entry =>
  entry(18, reimbursementId, [
    ...parts.flatMap(({ from, fen }) => debit(from, fen)),
    ...credit(
      account.receivable,
      parts.reduce((sum, { fen }) => sum + fen, 0),
    ),
  ])

/** 18. More fuel than at the pickup is refunded to the customer: a cost, it never reduces rent. */
export const extraFuelEntry = (recordId: string, fen: number): Entry =>
  entry(18, `fuel:${recordId}`, move(account.refundExpense, account.receivable, fen))

/** 19. A debt is written off. */
export const writeOffEntry = (writeOffId: string, fen: number): Entry =>
  entry(19, writeOffId, move(account.badDebt, account.receivable, fen))

/** 19. A written-off debt is paid after all, besides the entry of the payment (2). */
export const recoveryEntry = (paymentId: string, fen: number): Entry =>
  entry(19, `back:${paymentId}`, move(account.receivable, account.badDebt, fen))

/** 20. A posted charge is waived. `income`: the account that it was credited to. */
export const waiverEntry = (rowId: string, fen: number, income: Account): Entry =>
  entry(20, rowId, move(income, account.receivable, fen))

/** 21. The exact reversal of an earlier entry: undo, void or correction. */
export const reversalEntry = (original: Pick<Entry, 'idemKey' | 'lines'>): Entry => ({
  journal: 21,
  idemKey: `J21:${original.idemKey}`,
  lines: original.lines.map((line) => ({
    account: line.account,
    debitFen: line.creditFen,
    creditFen: line.debitFen,
  })),
})

/** 22. The late fee of an instalment, once its principal is paid or its order ends. */
export const lateFeeEntry = (rowId: string, fen: number): Entry =>
  entry(22, rowId, move(account.receivable, account.penaltyIncome, fen))

/** 23. Cash is deposited at the bank. */
export const handInEntry = (handInId: string, fen: number): Entry =>
  entry(23, handInId, move(account.bank, account.cashOnHand, fen))

/** 23. A shift starts with more cash than the books have for its store. */
export const cashFloatEntry = (shiftId: string, fen: number): Entry =>
  entry(23, `float:${shiftId}`, move(account.cashOnHand, account.cashFloat, fen))

/** 23. A shift ends with a difference: each method is adjusted to what was counted. */
export const cashDifferenceEntry = (shiftId: string, counts: readonly Count[]): Entry => {
  const lines = counts.flatMap(({ way, expected, counted }) => debit(clearingOf(way), counted - expected))
  return entry(23, `difference:${shiftId}`, [...lines, ...credit(account.cashDifference, differenceOf(counts).net)])
}

/**
 * 23. A provider's bill is settled: the collected amount is in the bank, less the fee and less what the merchant
 * bears, and the booked amount has left the clearing account. The two amounts are equal unless a difference is
 * booked. `id`: the bill and the store, or the difference.
 */
export const billSettlementEntry = (id: string, { theirsFen, feeFen, borneFen, oursFen }: Settlement): Entry =>
  entry(23, `bill:${id}`, [
    ...debit(account.bank, theirsFen - feeFen - borneFen),
    ...debit(account.paymentFee, feeFen),
    ...debit(account.otherExpense, borneFen),
    ...credit(account.onlineClearing, oursFen),
    ...credit(account.billDifference, theirsFen - oursFen),
  ])

/** Money in clearing reached the bank: no business of an order. */
export const settlementJournal = 23

/**
 * 23. A line of a platform's statement is settled: what it remits is in the bank, and nothing of the order is left with the
 * platform. The two amounts are equal unless a difference is booked.
 */
export const statementSettlementEntry = (
  lineId: string,
  { theirsFen, oursFen }: Pick<Settlement, 'theirsFen' | 'oursFen'>,
): Entry =>
  entry(settlementJournal, `statement:${lineId}`, [
    ...debit(account.bank, theirsFen),
    ...credit(account.platformClearing, oursFen),
    ...credit(account.billDifference, theirsFen - oursFen),
  ])

/** Clearing accounts whose arrival in the bank staff record; the online one is settled by providers' bills. */
export const awaitedAccounts = [account.posClearing, account.otherClearing, account.platformClearing] as const
export type AwaitedAccount = (typeof awaitedAccounts)[number]

/** 23. Money in clearing has arrived in the bank, less what the bank or the platform deducted. */
export const arrivalEntry = (
  arrivalId: string,
  { from, fen, feeFen }: { readonly from: AwaitedAccount; readonly fen: number; readonly feeFen: number },
): Entry =>
  entry(settlementJournal, `arrival:${arrivalId}`, [
    ...debit(account.bank, fen),
    ...debit(from === account.platformClearing ? account.channelCommission : account.paymentFee, feeFen),
    ...credit(from, fen + feeFen),
  ])

/** 23. What a bank charged, found on its statement; negative: the interest that it paid. */
export const bankChargeEntry = (matchId: string, fen: number): Entry =>
  entry(settlementJournal, `charge:${matchId}`, move(account.paymentFee, account.bank, fen))

/** 24. What an insurer owes for a case; a negative amount is taken back: it pays less, or nothing. `changeId`: of this change. */
export const insuranceClaimEntry = (changeId: string, fen: number): Entry =>
  entry(24, changeId, move(account.insurerReceivable, account.insuranceIncome, fen))

/** 24. Money of an insurer is in the bank. */
export const insurancePaymentEntry = (receiptId: string, fen: number): Entry =>
  entry(24, `paid:${receiptId}`, move(account.bank, account.insurerReceivable, fen))

/** 25. The owner of managed cars has confirmed a statement; negative: the owner owes the merchant. */
export const ownerShareEntry = (statementId: string, fen: number): Entry =>
  entry(25, statementId, move(account.ownerShare, account.ownerPayable, fen))

/** 25. The owner is paid. */
export const ownerPaymentEntry = (statementId: string, fen: number, way: PayWay): Entry =>
  entry(25, `paid:${statementId}`, move(account.ownerPayable, clearingOf(way), fen))

/** 26. A bill is entered. `fen`: less what was booked of it when its month was closed; `cost`: the account of its cost. */
export const payableBillEntry = (billId: string, fen: number, cost: Account): Entry =>
  entry(26, billId, move(cost, account.payable, fen))

/** 26. What is known at the end of a month and not billed yet; negative: less than was booked before. */
export const payableAccrualEntry = (accrualId: string, fen: number): Entry =>
  entry(26, `closed:${accrualId}`, move(account.carCost, account.payable, fen))

/** 26. A bill, or a part of it, is paid. */
export const payablePaymentEntry = (paymentId: string, fen: number, way: PayWay): Entry =>
  entry(26, `paid:${paymentId}`, move(account.payable, clearingOf(way), fen))

/** 27. The commission of an employee is confirmed; negative: more was taken back than was earned. */
export const commissionEntry = (statementId: string, fen: number): Entry =>
  entry(27, statementId, move(account.commissionCost, account.commissionPayable, fen))

/** 28. The input tax of a return that was filed: it leaves the costs, which have it in them. */
export const inputTaxEntry = (returnId: string, fen: number): Entry =>
  entry(28, returnId, move(account.inputTax, account.carCost, fen))

/** Debits minus credits of each account over entries or stored lines; accounts with a balance of zero are left out. */
export function balancesOf(lines: Iterable<Line>): ReadonlyMap<Account, number> {
  const sums = new Map<Account, number>()
  for (const { account: name, debitFen, creditFen } of lines) {
    const sum = (sums.get(name) ?? 0) + debitFen - creditFen
    if (sum === 0) sums.delete(name)
    else sums.set(name, sum)
  }
  return sums
}

/** What the customer of an order owes; negative is to be refunded. @internal */
export const debtOfLines = (lines: Iterable<Line>): number => balancesOf(lines).get(account.receivable) ?? 0

/** Must be zero for every entry. @internal */
export const imbalance = (lines: Iterable<Line>): number => {
  let sum = 0
  for (const line of lines) sum += line.debitFen - line.creditFen
  return sum
}
