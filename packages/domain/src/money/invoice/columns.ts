/** Columns of the list of invoices, on the screen and in the export file, in their order. */
export const invoiceColumns = {
  at: '登记时间',
  status: '状态',
  kind: '票种',
  title: '发票抬头',
  taxNo: '税号',
  amount: '价税合计',
  rate: '税率',
  tax: '税额',
  number: '发票号码',
  issuedOn: '开票日期',
  redNumber: '红字发票号码',
  redOn: '红冲日期',
  orders: '订单',
  who: '登记人',
  note: '说明',
} as const
