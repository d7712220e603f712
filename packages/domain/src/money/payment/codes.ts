import { type CodeOf, enumeration } from '../../enumeration.ts'

export const payModes = enumeration({
  onlineIn: [1, '线上收款'],
  offlineIn: [2, '线下收款'],
  onlineOut: [3, '线上退款'],
  offlineOut: [4, '线下退款'],
  platformDeduct: [5, '平台扣款'],
  offlineDeduct: [6, '线下扣款'],
})
export const payMode = payModes.code
export type PayMode = CodeOf<typeof payModes>

const purposes = {
  rent: [1, '租金'],
  rentalDeposit: [2, '租车押金'],
  violationDeposit: [3, '违章押金'],
  renewal: [4, '续租'],
  supplement: [5, '补款'],
  settlement: [6, '还车结算'],
  violation: [7, '违章费用'],
  damage: [8, '车损费用'],
  instalment: [9, '分期账单'],
  penalty: [10, '违约金'],
  reimbursement: [11, '退款报销'],
} as const

export const payKinds = enumeration(purposes)
export const payKind = payKinds.code
export type PayKind = CodeOf<typeof payKinds>

/** Why money moved: the purposes of payments, and movements without a payment. */
export const flowKinds = enumeration(purposes, {
  deduction: [12, '押金扣款'],
  handIn: [13, '交存银行'],
  difference: [14, '长短款'],
  float: [15, '备用金'],
  channelSettlement: [16, '渠道结算'],
  fine: [17, '代缴违章款'],
  insurance: [18, '保险赔款'],
  owner: [19, '付车主款'],
  bankCharge: [20, '银行费用'],
  payable: [21, '付应付款'],
})
export const flowKind = flowKinds.code

export const payWays = enumeration({
  alipay: [1, '支付宝'],
  wechat: [2, '微信'],
  cash: [3, '现金'],
  bank: [4, '银行转账'],
  pos: [5, 'POS刷卡'],
  platform: [6, '平台代收'],
  other: [7, '其他'],
})
export const payWay = payWays.code
export type PayWay = CodeOf<typeof payWays>

/** Methods whose provider creates a payment link and reports the payment. */
export const onlinePayWays: readonly PayWay[] = [payWay.alipay, payWay.wechat]

/** Methods whose receipt staff record by hand: they succeed at once and never create a payment link. */
export const offlinePayWays: readonly PayWay[] = [payWay.cash, payWay.bank, payWay.pos, payWay.other]

/** Methods that are refunded without a payment provider; a platform refunds what it collected. */
export const paidBackWays: readonly PayWay[] = [...offlinePayWays, payWay.platform]

/** Methods with a slip that has a number, from a bank, a card machine or another party. */
export const hasSlip = (way: PayWay | null): boolean =>
  way !== null && way !== payWay.cash && offlinePayWays.includes(way)

export const paymentStatuses = enumeration({
  waiting: [0, '待支付'],
  processing: [1, '处理中'],
  succeeded: [2, '成功'],
  failed: [3, '失败'],
  closed: [4, '关闭'],
})
export const paymentStatus = paymentStatuses.code
export type PaymentStatus = CodeOf<typeof paymentStatuses>

/** Operations on an authorization hold behind a deposit; only a capture moves money. */
export const holdSteps = ['freeze', 'capture', 'unfreeze'] as const
export type HoldStep = (typeof holdSteps)[number]

/** Why a refund needs staff: it failed finally (退款异常), or it is paid out by hand and its voucher is missing. */
export const pendingRefunds = ['failed', 'byHand'] as const
export type PendingRefund = (typeof pendingRefunds)[number]

export const supplementReasons = enumeration({
  rent: [1, '少收租金'],
  swap: [2, '换车差价'],
  parkingToll: [3, '停车过路'],
  cleaning: [4, '清洁'],
  damage: [5, '车损'],
  violation: [6, '违章'],
  other: [7, '其他'],
})
export const supplementReason = supplementReasons.code

/** Reasons for a supplement that staff can choose. A violation is a case of its own; a supplement for it would charge the fine twice. */
export const askedSupplements = {
  values: [
    supplementReason.rent,
    supplementReason.swap,
    supplementReason.parkingToll,
    supplementReason.cleaning,
    supplementReason.damage,
    supplementReason.other,
  ],
  text: supplementReasons.text,
} as const

export const reimbursementKinds = enumeration({
  refund: [1, '费用退款'],
  advance: [2, '客户垫付报销'],
  goodwill: [3, '补偿'],
})
export const reimbursementKind = reimbursementKinds.code
