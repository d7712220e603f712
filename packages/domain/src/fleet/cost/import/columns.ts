import { type TableKind, tableColumn, titleOf } from '../../../platform/table-import/layout.ts'

/* Columns of a table of vehicle costs; bills of garages, insurers and card providers have many of these titles. */

/** In the order of the template. */
export const costImportColumns = [
  tableColumn({ key: 'plate', title: '车牌号', width: 14, like: /车牌|号牌号|牌照|^车号$/, unlike: /颜色|类型|种类/ }),
  tableColumn({ key: 'kind', title: '费用类型', width: 12, like: /^(费用|支出|成本)?(类型|类别|项目|科目|名称)$/ }),
  tableColumn({
    key: 'from',
    title: '日期',
    width: 14,
    like: /^(费用|发生|消费|交易|开始|起始|起保|入账|记账)?(日期|时间|起期)$/,
    unlike: /结束|到期|终止/,
  }),
  tableColumn({ key: 'to', title: '结束日期', width: 14, like: /^(结束|到期|终止|截止)(日期?|时间)$|^止期$/ }),
  tableColumn({
    key: 'fen',
    title: '金额',
    width: 12,
    like: /^(费用|支出|交易|消费|实付|价税)?(总?金额|合计|总额|保费|费用)$/,
    unlike: /不含税|税额/,
  }),
  tableColumn({ key: 'tax', title: '税额', width: 10, like: /^(进项)?税额$|^税金$/ }),
  tableColumn({ key: 'note', title: '备注', width: 30, like: /^备注\d?$|^说明$|^摘要$/ }),
] as const
export type CostImportKey = (typeof costImportColumns)[number]['key']

export const costTable: TableKind<CostImportKey> = {
  columns: costImportColumns,
  needed: ['plate', 'kind', 'from', 'fen'],
}

/** Heading of the template; required columns have an asterisk. */
export const costImportHeading = costImportColumns.map(({ key, title }) =>
  costTable.needed.includes(key) ? `${title}*` : title,
)

export const costColumnTitle = (key: CostImportKey): string => titleOf(costTable, key)
