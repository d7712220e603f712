/** Columns of the violation list, on the screen and in the export file, in their order. */
export const violationColumns = {
  no: '编号',
  plate: '车牌号',
  model: '车型',
  occurAt: '违章时间',
  place: '地点',
  act: '行为',
  actCode: '代码',
  points: '扣分',
  fine: '罚款',
  status: '状态',
  driver: '客户',
  order: '订单号',
  responsible: '责任',
  way: '处理方式',
  deadline: '处理期限',
  official: '官方状态',
  payable: '客户承担',
  collected: '扣款',
  createdAt: '登记时间',
} as const
export type ViolationColumn = keyof typeof violationColumns

/** Columns of 租赁合同备案, on the screen and in the export file, in the order that the platform of the traffic police requires. */
export const leaseColumns = {
  plate: '车牌号',
  no: '合同号',
  renter: '承租人',
  identityNo: '证件号码',
  licenceNo: '驾驶证号',
  phone: '手机',
  from: '租赁开始',
  to: '租赁结束',
  due: '备案期限',
  status: '状态',
  change: '变更',
  order: '订单号',
  reason: '未通过原因',
} as const
