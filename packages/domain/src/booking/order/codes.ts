import { type CodeOf, enumeration } from '../../enumeration.ts'

export const orderStatuses = enumeration({
  notSubmitted: [0, '未提交'],
  submitted: [1, '已提交'],
  confirming: [2, '确认中'],
  confirmed: [3, '已确认'],
  arranged: [4, '已排车'],
  pickedUp: [5, '已取车'],
  returned: [6, '已还车'],
  cancelling: [7, '取消中'],
  cancelled: [8, '已取消'],
})
export const orderStatus = orderStatuses.code
export type OrderStatus = CodeOf<typeof orderStatuses>

export { type OrderKind, orderKind, orderKinds } from './kind.ts'

/** Source of an order; equals the channel id. The texts are defaults that a merchant can replace. */
export const sources = enumeration({
  offline: [1, '线下'],
  travel: [2, '旅行平台'],
  partner3: [3, '合作渠道三'],
  partner4: [4, '合作渠道四'],
  partner5: [5, '合作渠道五'],
  partner6: [6, '合作渠道六'],
  partner7: [7, '合作渠道七'],
  partner8: [8, '合作渠道八'],
  distribution: [10, '分销渠道'],
  rail: [11, '铁路平台'],
  own: [12, '自营网站'],
})
export const source = sources.code
export type Source = CodeOf<typeof sources>

/** Sources that a merchant may select; offline is always active. */
export const tickable: readonly Source[] = sources.values.filter((one) => one !== source.offline)

/** Whether orders of the source were sold by somebody else: neither by staff nor on the merchant's own booking page. */
export const isPlatform = (one: number): boolean => one !== source.offline && one !== source.own
/** The platforms that sell for a merchant. */
export const platforms: readonly Source[] = sources.values.filter(isPlatform)

export const pickupTypes = enumeration({ store: [1, '到店取车'], delivery: [2, '送车上门'], shuttle: [3, '接送到店'] })
export const pickupType = pickupTypes.code
export type PickupType = CodeOf<typeof pickupTypes>

export const returnTypes = enumeration({
  store: [1, '到店还车'],
  collection: [2, '上门取车'],
  shuttle: [3, '门店送客'],
})
export const returnType = returnTypes.code
export type ReturnType = CodeOf<typeof returnTypes>

export const pickupReturnQueryStatuses = enumeration({
  pickupToday: [1, '今日取车'],
  returnToday: [2, '今日还车'],
  pickupTomorrow: [3, '明日取车'],
  returnTomorrow: [4, '明日还车'],
  pickupOverdue: [5, '超时未取'],
  returnOverdue: [6, '超时未还'],
  selfCheckWaiting: [7, '待自助验车'],
})
export const pickupReturnQueryStatus = pickupReturnQueryStatuses.code
export type PickupReturnQueryStatus = CodeOf<typeof pickupReturnQueryStatuses>

export const orderItemTypes = enumeration({
  rental: [0, '租车订单'],
  baseService: [1, '基础服务'],
  insurance: [2, '附加保险'],
  extraService: [3, '附加服务'],
  delivery: [4, '送车服务'],
  collection: [5, '取车服务'],
  deposit: [6, '押金订单'],
})
export const orderItemType = orderItemTypes.code
export type OrderItemType = CodeOf<typeof orderItemTypes>

export const reduceTypes = enumeration({
  coupon: [1, '优惠券'],
  merchant: [2, '商家立减'],
  channelSubsidy: [3, '渠道补贴'],
  member: [4, '会员折扣'],
  manual: [5, '手工减免'],
  roundOff: [6, '抹零'],
})
export const reduceType = reduceTypes.code
export type ReduceType = CodeOf<typeof reduceTypes>

export const feeModes = enumeration({ free: [1, '免费'], percentage: [2, '按订单总额百分比'], custom: [3, '自定义'] })
export const feeMode = feeModes.code
export type FeeMode = CodeOf<typeof feeModes>

export const cancelReasons = enumeration({
  tripOff: [1, '行程取消'],
  mistyped: [2, '信息填错'],
  price: [3, '价格原因'],
  noShow: [4, '客户未到店'],
  noVehicle: [5, '商家无车'],
  documents: [6, '证件不符'],
  forceMajeure: [7, '天气/不可抗力'],
  channel: [8, '渠道取消'],
  other: [9, '其他'],
})
export const cancelReason = cancelReasons.code
export type CancelReason = CodeOf<typeof cancelReasons>

/** Who is liable for a cancellation; only the customer's own cause has a penalty. */
export const responsibilities = enumeration({
  customer: [1, '客户原因'],
  merchant: [2, '商家原因'],
  channel: [3, '渠道原因'],
})
export const responsibility = responsibilities.code
export type Responsibility = CodeOf<typeof responsibilities>

export const settleStatuses = enumeration({
  open: [0, '未结算'],
  rentSettled: [1, '租金已结清'],
  settled: [2, '全部结清'],
})
export const settleStatus = settleStatuses.code
export type SettleStatus = CodeOf<typeof settleStatuses>
