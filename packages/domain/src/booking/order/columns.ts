/**
 * Columns of the order list, on the screen and in the export file, in their order. From 租金 on they are of the file alone: amounts by
 * purpose, receipts and refunds, and payment methods. The first five add up to 订单总额; 待收 is 订单总额 less 坏账核销, 抵账 and the part of
 * 已收 that was not refunded.
 */
export const orderColumns = {
  orderNo: '订单号',
  orderKind: '类型',
  status: '状态',
  source: '来源',
  contactName: '客户',
  phone: '手机号',
  model: '车型',
  plate: '车牌号',
  pickupAt: '取车时间',
  pickupStore: '取车门店',
  pickupType: '取车方式',
  returnAt: '还车时间',
  returnStore: '还车门店',
  returnType: '还车方式',
  length: '租期',
  total: '订单总额',
  owed: '待收',
  deposit: '押金',
  heldDeposit: '在手押金',
  tags: '标签',
  plan: '付款计划',
  rent: '租金',
  services: '服务费',
  reductions: '优惠减免',
  penalty: '违约金',
  others: '其他费用',
  paid: '已收',
  refunded: '已退',
  writtenOff: '坏账核销',
  offset: '抵账',
  payWays: '收款方式',
} as const
export type OrderColumn = keyof typeof orderColumns
