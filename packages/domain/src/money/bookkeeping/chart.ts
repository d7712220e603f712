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

/**
 * 科目编码 and 科目名称 of the Small Enterprise Accounting Standards (小企业会计准则), with sub-accounts behind an underscore, as 金蝶 names them. A
 * merchant replaces them by its own.
 */
const usual: Readonly<Record<VoucherAccount, Subject>> = {
  [account.cashOnHand]: { code: '1001', name: '库存现金' },
  [account.bank]: { code: '1002', name: '银行存款' },
  [account.posClearing]: { code: '101201', name: '其他货币资金_POS待结算' },
  [account.onlineClearing]: { code: '101202', name: '其他货币资金_线上待结算' },
  [account.otherClearing]: { code: '101203', name: '其他货币资金_其他待结算' },
  [account.cashOffline]: { code: '101204', name: '其他货币资金_线下收款' },
  [account.platformClearing]: { code: '112202', name: '应收账款_平台' },
  [account.receivable]: { code: '112201', name: '应收账款_客户' },
  [account.violationAdvance]: { code: '122101', name: '其他应收款_代垫违章款' },
  [account.insurerReceivable]: { code: '122103', name: '其他应收款_保险赔款' },
  [account.cashFloat]: { code: '122102', name: '其他应收款_备用金' },
  [account.billDifference]: { code: '190101', name: '待处理财产损溢_对账差异' },
  [account.disposalReceivable]: { code: '122104', name: '其他应收款_车辆处置款' },
  [account.fixedAsset]: { code: '1601', name: '固定资产' },
  [account.depreciation]: { code: '1602', name: '累计折旧' },
  [account.unearned]: { code: '2203', name: '预收账款' },
  [account.depositRental]: { code: '224101', name: '其他应付款_租车押金' },
  [account.depositViolation]: { code: '224102', name: '其他应付款_违章押金' },
  [account.payable]: { code: '220202', name: '应付账款_供应商' },
  [account.assetPayable]: { code: '220203', name: '应付账款_购车款' },
  [account.ownerPayable]: { code: '220201', name: '应付账款_车主' },
  [account.commissionPayable]: { code: '221101', name: '应付职工薪酬_提成' },
  [account.inputTax]: { code: '222102', name: '应交税费_应交增值税_进项税额' },
  [account.disposalTax]: { code: '222103', name: '应交税费_简易计税' },
  [OUTPUT_TAX]: { code: '222101', name: '应交税费_应交增值税_销项税额' },
  [account.carLoan]: { code: '2501', name: '长期借款' },
  [account.assetOpening]: { code: '310415', name: '利润分配_未分配利润' },
  [account.rentIncome]: { code: '500101', name: '主营业务收入_租金' },
  [account.serviceIncome]: { code: '500102', name: '主营业务收入_服务' },
  [account.penaltyIncome]: { code: '500103', name: '主营业务收入_违约金' },
  [account.couponDiscount]: { code: '500104', name: '主营业务收入_优惠券折扣' },
  [account.damageIncome]: { code: '505101', name: '其他业务收入_车损赔偿' },
  [account.violationIncome]: { code: '505102', name: '其他业务收入_违章代办' },
  [account.insuranceIncome]: { code: '530101', name: '营业外收入_保险赔款' },
  [account.disposalGain]: { code: '530102', name: '营业外收入_非流动资产处置净收益' },
  [account.carCost]: { code: '540102', name: '主营业务成本_车辆成本' },
  [account.ownerShare]: { code: '540101', name: '主营业务成本_车主分成' },
  [account.paymentFee]: { code: '560301', name: '财务费用_手续费' },
  [account.channelCommission]: { code: '560101', name: '销售费用_渠道佣金' },
  [account.commissionCost]: { code: '560104', name: '销售费用_员工提成' },
  [account.refundExpense]: { code: '560102', name: '销售费用_退款' },
  [account.otherExpense]: { code: '571101', name: '营业外支出_其他' },
  [account.badDebt]: { code: '571102', name: '营业外支出_坏账损失' },
  [account.disposalLoss]: { code: '571103', name: '营业外支出_非流动资产处置净损失' },
  [account.cashDifference]: { code: '190102', name: '待处理财产损溢_现金长短款' },
}

export const voucherAccounts = Object.keys(usual) as VoucherAccount[]
export const usualSubject = (of: VoucherAccount): Subject => usual[of]
export const voucherAccountName = (of: VoucherAccount): string => (of === OUTPUT_TAX ? '销项税额' : accountName(of))
