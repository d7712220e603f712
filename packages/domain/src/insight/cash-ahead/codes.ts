import { type CodeOf, enumeration } from '../../enumeration.ts'

/** What money is expected, by where it comes from or goes to. Below 10: receipts; below 20: payments; then deposits that are paid back. */
export const cashKinds = enumeration({
  instalment: [1, '分期租金'],
  order: [2, '订单应收'],
  company: [3, '企业应收'],
  platform: [4, '平台结算'],
  /** Money that providers and card machines took and have not paid out. */
  transit: [5, '在途收款'],
  finance: [11, '贷款租赁'],
  insurance: [12, '保险'],
  garage: [13, '维修厂'],
  owner: [14, '车主分成'],
  tax: [15, '增值税及附加'],
  commission: [16, '员工提成'],
  refund: [17, '退还客户'],
  other: [18, '其他付款'],
  rentalDeposit: [21, '退租车押金'],
  violationDeposit: [22, '退违章押金'],
})
export const cashKind = cashKinds.code
export type CashKind = CodeOf<typeof cashKinds>

/** How sure an amount and its day are. */
export const certainties = enumeration({
  agreed: [1, '已约定'],
  estimate: [2, '估计'],
})
export const certainty = certainties.code
export type Certainty = CodeOf<typeof certainties>

/** What an expectation is about: where it is looked up. */
export const cashSubjects = enumeration({
  order: [1, '订单'],
  instalment: [2, '分期'],
  bill: [3, '账单'],
  car: [4, '车辆费用'],
  ownerStatement: [5, '车主结算单'],
  owner: [6, '车主'],
  commission: [7, '员工提成'],
  tax: [8, '申报表'],
  account: [9, '科目'],
})
export const cashSubject = cashSubjects.code
export type CashSubject = CodeOf<typeof cashSubjects>

export type CashWay = 'in' | 'out' | 'deposit'
export const wayOf = (kind: CashKind): CashWay => (kind < 10 ? 'in' : kind < 20 ? 'out' : 'deposit')
