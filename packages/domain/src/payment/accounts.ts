import { type Account, account } from './ledger.ts'

/** What accountants call the accounts of the books (科目), in the order of a balance: assets, liabilities, income, expenses. */
const names: Readonly<Record<Account, string>> = {
  [account.cashOnHand]: '库存现金',
  [account.bank]: '银行存款',
  [account.posClearing]: 'POS待结算款',
  [account.onlineClearing]: '线上待结算款',
  [account.platformClearing]: '平台待结算款',
  [account.otherClearing]: '其他待结算款',
  [account.cashOffline]: '线下收款（旧科目）',
  [account.receivable]: '应收客户款',
  [account.violationAdvance]: '代垫违章款',
  [account.tillFloat]: '备用金',
  [account.billDifference]: '对账差异',
  [account.unearned]: '预收租金',
  [account.depositRental]: '租车押金',
  [account.depositViolation]: '违章押金',
  [account.rentIncome]: '租金收入',
  [account.serviceIncome]: '服务收入',
  [account.penaltyIncome]: '违约金收入',
  [account.damageIncome]: '车损收入',
  [account.paymentFee]: '支付手续费',
  [account.refundExpense]: '退款支出',
  [account.badDebt]: '坏账损失',
  [account.tillDifference]: '现金长短款',
}

export const accounts = Object.keys(names) as Account[]
export const accountName = (of: Account): string => names[of]
