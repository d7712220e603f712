import { type TableKind, tableColumn } from '../../../platform/table-import/layout.ts'

/*
 * Columns of the files in which 电子税务局 (税务数字账户 · 发票查询统计) gives out invoices that a taxpayer has received, and of lists that
 * accountants keep by themselves.
 */

/** In the order of the template. */
export const inputImportColumns = [
  tableColumn({
    key: 'number',
    title: '数电票号码',
    width: 24,
    like: /^(数电|全电|数电发票|电子|全电发票)?票?号码$/,
    unlike: /发票号码/,
  }),
  tableColumn({ key: 'code', title: '发票代码', width: 14, like: /^发票代码$/ }),
  tableColumn({ key: 'oldNumber', title: '发票号码', width: 24, like: /^发票号码?$/ }),
  tableColumn({
    key: 'sellerTaxNo',
    title: '销方识别号',
    width: 22,
    like: /^(销方|销售方|销货方|卖方)(纳税人)?(识别号|税号)$/,
  }),
  tableColumn({
    key: 'seller',
    title: '销方名称',
    width: 28,
    like: /^(销方|销售方|销货方|卖方)(名称)?$|^供应商(名称)?$/,
  }),
  tableColumn({
    key: 'buyerTaxNo',
    title: '购方识别号',
    width: 22,
    like: /^(购方|购买方|购货方|买方)(纳税人)?(识别号|税号)$/,
  }),
  tableColumn({
    key: 'buyerName',
    title: '购买方名称',
    width: 28,
    like: /^(购方|购买方|购货方|买方)(名称)?$|^发票抬头$/,
  }),
  tableColumn({ key: 'issuedOn', title: '开票日期', width: 14, like: /^(开票|开具)(日期|时间)$/ }),
  tableColumn({
    key: 'item',
    title: '货物或应税劳务名称',
    width: 28,
    like: /^货物或应税劳务(、服务)?名称$|^(项目|商品)名称$/,
  }),
  tableColumn({ key: 'net', title: '金额', width: 14, like: /^(合计|不含税|票面)?金额$/, unlike: /价税/ }),
  tableColumn({ key: 'tax', title: '税额', width: 12, like: /^(合计|票面)?税额$/ }),
  tableColumn({ key: 'gross', title: '价税合计', width: 14, like: /^价税合计$|^含税(合计)?金额$/ }),
  tableColumn({ key: 'kind', title: '发票票种', width: 24, like: /^(发票)?(票种|种类|类型)$/ }),
  tableColumn({ key: 'status', title: '发票状态', width: 12, like: /^(发票)?状态$/ }),
  tableColumn({ key: 'positive', title: '是否正数发票', width: 12, like: /^是否(正数|蓝字)发票$/ }),
  tableColumn({ key: 'note', title: '备注', width: 28, like: /^备注$/ }),
] as const
export type InputImportKey = (typeof inputImportColumns)[number]['key']

export const inputTable: TableKind<InputImportKey> = {
  columns: inputImportColumns,
  needed: ['buyerTaxNo', 'buyerName', 'issuedOn', 'net', 'tax', 'kind'],
}

export const inputImportHeading = inputImportColumns.map(({ key, title }) =>
  inputTable.needed.includes(key) ? `${title}*` : title,
)
