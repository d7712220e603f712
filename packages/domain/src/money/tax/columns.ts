/** Columns of the list of suppliers' invoices, on the screen and in the export file, in their order. */
export const inputColumns = {
  issuedOn: '开票日期',
  seller: '销售方',
  sellerTaxNo: '销售方税号',
  kind: '票种',
  code: '发票代码',
  number: '发票号码',
  net: '金额',
  tax: '税额',
  gross: '价税合计',
  state: '抵扣',
  month: '抵扣月份',
  note: '备注',
  who: '登记人',
} as const
