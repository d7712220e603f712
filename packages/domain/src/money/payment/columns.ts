/* Columns of lists of payments and vouchers, on the screen and in the export file, in their order. */

export const flowColumns = {
  day: '日期',
  at: '时间',
  store: '门店',
  who: '经手人',
  kind: '款项',
  way: '方式',
  in: '收入',
  out: '支出',
  amount: '金额',
  order: '订单号',
  txnId: '凭证号',
  account: '科目',
  payer: '付款方',
  tradeNo: '交易单号',
  slipNo: '渠道或小票流水号',
  vouchers: '凭证',
  balance: '订单在手',
} as const

export const heldColumns = {
  customer: '客户',
  order: '订单号',
  status: '订单状态',
  store: '门店',
  kind: '款项',
  form: '形式',
  amount: '金额',
  since: '起始日期',
  dueAt: '应退日期',
  expireAt: '授权到期',
} as const

/** 明细账: a row is a voucher. */
export const voucherColumns = {
  day: '日期',
  id: '凭证号',
  journal: '凭证类型',
  debits: '借方科目',
  credits: '贷方科目',
  amount: '金额',
  debit: '借方',
  credit: '贷方',
  order: '订单号',
  customer: '客户',
  store: '门店',
  memo: '摘要',
  who: '经手人',
  at: '记账时间',
} as const
