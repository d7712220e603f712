/** Columns of the list of customers, on the screen and in the export file, in their order. */
export const customerColumns = {
  name: '姓名',
  phone: '手机号',
  tags: '标签',
  orders: '租车次数',
  spent: '租车金额',
  owed: '欠款',
  last: '最近租车',
  verified: '证件',
} as const
