import { enumeration } from '../../enumeration.ts'
import { type Account, account } from './ledger.ts'

/** Names of the accounts (科目), in the order of a balance sheet: assets, liabilities, income, expenses. */
const names: Readonly<Record<Account, string>> = {
  [account.cashOnHand]: '库存现金',
  [account.bank]: '银行存款',
  [account.posClearing]: 'POS在途款',
  [account.onlineClearing]: '线上在途款',
  [account.platformClearing]: '平台在途款',
  [account.otherClearing]: '其他在途款',
  [account.cashOffline]: '线下收款（旧科目）',
  [account.receivable]: '应收客户款',
  [account.insurerReceivable]: '应收保险赔款',
  [account.violationAdvance]: '代垫违章款',
  [account.cashFloat]: '备用金',
  [account.billDifference]: '对账差异',
  [account.unearned]: '预收租金',
  [account.depositRental]: '租车押金',
  [account.depositViolation]: '违章押金',
  [account.ownerPayable]: '应付车主款',
  [account.commissionPayable]: '应付提成',
  [account.rentIncome]: '租金收入',
  [account.serviceIncome]: '服务收入',
  [account.penaltyIncome]: '违约金收入',
  [account.damageIncome]: '车损收入',
  [account.violationIncome]: '违章服务收入',
  [account.insuranceIncome]: '保险赔款',
  [account.ownerShare]: '车主分成',
  [account.commissionCost]: '员工提成',
  [account.paymentFee]: '支付手续费',
  [account.channelCommission]: '渠道佣金',
  [account.refundExpense]: '退款支出',
  [account.otherExpense]: '其他支出',
  [account.badDebt]: '坏账损失',
  [account.cashDifference]: '现金长短款',
}

export const accounts = Object.keys(names) as Account[]
export const accountName = (of: Account): string => names[of]

/** Names of the journals (凭证类型), by their numbers; their builders are in `ledger.ts`. */
export const journals = enumeration({
  billed: [1, '订单计费'],
  received: [2, '收款'],
  subsidised: [3, '渠道补贴'],
  closed: [4, '未付订单关闭'],
  calledOff: [5, '取消订单'],
  refunded: [6, '退款'],
  paidLate: [7, '关闭后到账'],
  earned: [8, '收入确认'],
  charged: [9, '取还车费用'],
  backEarly: [10, '提前还车'],
  claimed: [11, '车损与补款'],
  fined: [12, '违章'],
  deposit: [13, '收退押金'],
  terminated: [15, '提前退租'],
  deducted: [16, '押金扣款'],
  deductionReturned: [17, '扣款退回'],
  reimbursed: [18, '报销退款'],
  writtenOff: [19, '坏账核销'],
  waived: [20, '费用减免'],
  reversed: [21, '冲销'],
  lateFee: [22, '分期违约金'],
  settled: [23, '资金结算'],
  insured: [24, '保险理赔'],
  owner: [25, '车主结算'],
  commission: [27, '员工提成'],
})
