import { accountName } from '../payment/accounts.ts'
import { type Account, account } from '../payment/ledger.ts'
import { OUTPUT_TAX } from './codes.ts'

/** An account of a voucher: one of the ledger, or the output tax. */
export type VoucherAccount = Account | typeof OUTPUT_TAX

interface Subject {
  /** 科目编码 */
  readonly code: string
  /** 科目名称 */
  readonly name: string
}

/** 科目编码 and 科目名称 of the Small Enterprise Accounting Standards (小企业会计准则), with sub-accounts. A merchant replaces them by its own. */
const usual: Readonly<Record<VoucherAccount, Subject>> = {
  [account.cashOnHand]: { code: '1001', name: '库存现金' },
  [account.bank]: { code: '1002', name: '银行存款' },
  [account.posClearing]: { code: '101201', name: '其他货币资金-POS待结算' },
  [account.onlineClearing]: { code: '101202', name: '其他货币资金-线上待结算' },
  [account.otherClearing]: { code: '101203', name: '其他货币资金-其他待结算' },
  [account.cashOffline]: { code: '101204', name: '其他货币资金-线下收款' },
  [account.platformClearing]: { code: '112202', name: '应收账款-平台' },
  [account.receivable]: { code: '112201', name: '应收账款-客户' },
  [account.violationAdvance]: { code: '122101', name: '其他应收款-代垫违章款' },
  [account.insurerReceivable]: { code: '122103', name: '其他应收款-保险赔款' },
  [account.cashFloat]: { code: '122102', name: '其他应收款-备用金' },
  [account.billDifference]: { code: '190101', name: '待处理财产损溢-对账差异' },
  [account.unearned]: { code: '2203', name: '预收账款' },
  [account.depositRental]: { code: '224101', name: '其他应付款-租车押金' },
  [account.depositViolation]: { code: '224102', name: '其他应付款-违章押金' },
  [account.ownerPayable]: { code: '220201', name: '应付账款-车主' },
  [OUTPUT_TAX]: { code: '222101', name: '应交税费-应交增值税-销项税额' },
  [account.rentIncome]: { code: '500101', name: '主营业务收入-租金' },
  [account.serviceIncome]: { code: '500102', name: '主营业务收入-服务' },
  [account.penaltyIncome]: { code: '500103', name: '主营业务收入-违约金' },
  [account.damageIncome]: { code: '505101', name: '其他业务收入-车损赔偿' },
  [account.violationIncome]: { code: '505102', name: '其他业务收入-违章代办' },
  [account.insuranceIncome]: { code: '530101', name: '营业外收入-保险赔款' },
  [account.ownerShare]: { code: '540101', name: '主营业务成本-车主分成' },
  [account.paymentFee]: { code: '560301', name: '财务费用-手续费' },
  [account.channelCommission]: { code: '560101', name: '销售费用-渠道佣金' },
  [account.refundExpense]: { code: '560102', name: '销售费用-退款' },
  [account.otherExpense]: { code: '571101', name: '营业外支出-其他' },
  [account.badDebt]: { code: '571102', name: '营业外支出-坏账损失' },
  [account.cashDifference]: { code: '190102', name: '待处理财产损溢-现金长短款' },
}

export const voucherAccounts = Object.keys(usual) as VoucherAccount[]
export const usualSubject = (of: VoucherAccount): Subject => usual[of]
export const voucherAccountName = (of: VoucherAccount): string => (of === OUTPUT_TAX ? '销项税额' : accountName(of))
